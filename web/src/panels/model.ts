// The model that was analysed: its parts in tables, and its whole text.

import { copier } from "../copy";
import { make } from "../dom";
import { titled } from "../tables";
import type { Panel, PanelOf } from "./base";

export function modelPanel(model: PanelOf<"model">): Panel {
  const element = make("div", { class: "prose" });
  for (const one of model.tables) element.append(...titled(one));
  const text = make("pre", { tabindex: "0", role: "group", "aria-label": "Model file" }, model.text);
  element.append(
    make(
      "div",
      { class: "titled" },
      make("h2", {}, "Model file"),
      copier("Copy", () => model.text, text, "Copy the model file"),
    ),
    text,
  );
  return { element };
}
