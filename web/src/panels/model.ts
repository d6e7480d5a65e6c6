// The model that was analysed: its parts in tables, and its whole text.

import { copier } from "../copy";
import type { ReportData } from "../data";
import { make, nothing } from "../dom";
import type { Panel } from "./base";
import { table } from "./table";

export function modelPanel({ model }: ReportData): Panel {
  const element = make("div", { class: "prose" });
  for (const { title, head, rows } of model.tables) {
    element.append(
      make("h2", {}, title),
      rows.length
        ? table(
            head.map((cell) => [cell]),
            rows.map((row) => row.map((cell) => [make("bdi", {}, cell)])),
          )
        : nothing("None."),
    );
  }
  const text = make("pre", { tabindex: "0" }, model.text);
  element.append(
    make(
      "div",
      { class: "titled" },
      make("h2", {}, "Model file"),
      copier("Copy", () => model.text, text),
    ),
    text,
  );
  return { title: "Model", element };
}
