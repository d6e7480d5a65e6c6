// Tables of an answer.

import { make } from "../dom";
import { titled } from "../tables";
import type { Panel, PanelOf } from "./base";

export function tablesPanel({ tables }: PanelOf<"tables">): Panel {
  return { element: make("div", { class: "prose" }, ...tables.flatMap(titled)) };
}
