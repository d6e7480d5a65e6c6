// Poses that follow no time: one is shown, with what is said of it.

import { make } from "../dom";
import { titled } from "../tables";
import type { Desk, Panel, PanelOf } from "./base";
import { choices } from "./choices";

export function posePanel({ title, poses }: PanelOf<"pose">, { clock, columns }: Desk): Panel {
  const values = make("div", { class: "prose" });
  let shown = 0;
  const show = (row: number): void => {
    shown = row;
    clock.jump(columns.t[row] ?? 0);
    values.replaceChildren(...(poses[row] ? titled(poses[row].values) : []));
  };
  const items = poses.map(({ name }) => ({ name, text: "" }));
  const element = make("div", {}, poses.length > 1 ? choices(title, items, show) : null, values);
  show(0);
  // Another panel may have shown other rows.
  return { element, opened: () => show(shown) };
}
