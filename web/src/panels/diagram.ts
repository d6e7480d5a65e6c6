// Diagrams of an answer: curves and marks over any quantity.

import { button, make } from "../dom";
import { fileName } from "../download";
import { icon } from "../icons";
import { menu } from "../menu";
import type { Desk, Panel, PanelOf } from "./base";
import { Chart, plottedOf } from "./chart/chart";
import { FORMATS, save, type Sheet } from "./chart/files";
import { axisWords, inksOf, type Plotted } from "./chart/plan";

export function diagramPanel(panel: PanelOf<"diagram">, { theme, data, clock, columns }: Desk): Panel {
  const { title, diagrams } = panel;
  // Along a path the drawing follows the point that is read.
  const show = (row: number): void => clock.jump(columns.t[row] ?? 0);
  const charts = diagrams.map((diagram) => new Chart(plottedOf(diagram), () => theme.lines, true, null, show));
  theme.listen(() => charts.forEach((chart) => chart.draw()));
  const cards = charts.map((chart, index) => {
    const which = `diagram ${index + 1} of ${title}`;
    const sheet = (): Sheet => ({ plotted: chart.data, inks: inksOf(theme.lines), columns: tableOf(chart.data) });
    const name = fileName(`${data.title}-${title}-${index + 1}`);
    const files = FORMATS.map(([format, words]) =>
      button([words], { class: "quiet", "aria-label": `Save ${which}: ${words}` }, () => {
        saving.open = false;
        void save(format, name, sheet());
      }),
    );
    const saving = menu([icon("save"), "Save"], `Save ${which}`, files);
    saving.classList.add("save");
    return make("section", { class: "card" }, chart.element, make("div", { class: "buttons" }, saving));
  });
  return { element: make("div", { class: "diagrams" }, ...cards) };
}

/** Two columns for each curve: not all have points at the same places. */
function tableOf({ x, y, lines }: Plotted): Sheet["columns"] {
  return lines.flatMap((line) => [
    { heading: `${line.name}: ${axisWords(x)}`, values: line.x },
    { heading: `${line.name}: ${axisWords(y)}`, values: line.y },
  ]);
}
