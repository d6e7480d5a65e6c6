// Words as the command line writes them.

import { make } from "../dom";
import type { Panel, PanelOf } from "./base";

export function wordsPanel({ text }: PanelOf<"words">): Panel {
  return { element: make("pre", { class: "words", tabindex: "0" }, text) };
}
