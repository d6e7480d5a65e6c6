// The shelf of panels: a file and a line for each kind. Nothing else of the page knows one.

import type { PanelData } from "../data";
import { make } from "../dom";
import { icon } from "../icons";
import type { Desk, Panel, Renderer } from "./base";
import { checkPanel } from "./check";
import { diagramPanel } from "./diagram";
import { equationsPanel } from "./equations";
import { evidencePanel } from "./evidence";
import { modelPanel } from "./model";
import { partsPanel } from "./parts";
import { posePanel } from "./pose";
import { seriesPanel } from "./series";
import { shapesPanel } from "./shapes";
import { tablesPanel } from "./tables";
import { wordsPanel } from "./words";

const RENDERERS: { [Kind in PanelData["kind"]]: Renderer<Kind> } = {
  series: seriesPanel,
  parts: partsPanel,
  pose: posePanel,
  shapes: shapesPanel,
  diagram: diagramPanel,
  tables: tablesPanel,
  words: wordsPanel,
  model: modelPanel,
  check: checkPanel,
  equations: equationsPanel,
  evidence: evidencePanel,
};

/** The panel of some data; a sentence where the kind is not known or the data cannot be shown. */
export function panelOf(data: PanelData, desk: Desk): Panel {
  if (!Object.prototype.hasOwnProperty.call(RENDERERS, data.kind))
    return failed(`This page knows no panels of the kind "${data.kind}", so this one is not shown.`);
  try {
    return (RENDERERS[data.kind] as Renderer<PanelData["kind"]>)(data as never, desk);
  } catch (error) {
    console.error(error);
    const why = error instanceof Error ? error.message : String(error);
    return failed(`This panel cannot be shown: ${why}. This is a fault of Sarrus; everything else on this page holds.`);
  }
}

function failed(words: string): Panel {
  const element = make(
    "div",
    { class: "prose" },
    make("p", { class: "finding error" }, icon("bad"), make("span", {}, words)),
  );
  return { element };
}
