// Diagrams of an answer: curves and marks over any quantity.

import { make } from "../dom";
import type { Desk, Panel, PanelOf } from "./base";
import { Chart } from "./chart/chart";

export function diagramPanel({ diagrams }: PanelOf<"diagram">, { theme }: Desk): Panel {
  const charts = diagrams.map((diagram) => new Chart(diagram, () => theme.lines));
  theme.listen(() => charts.forEach((chart) => chart.draw()));
  const cards = charts.map(({ element }) => make("section", { class: "card" }, element));
  return { element: make("div", { class: "diagrams" }, ...cards) };
}
