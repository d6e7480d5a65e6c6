// The equations of motion, set when they are first looked at.

import katex from "katex";

import { copier } from "../copy";
import type { Block, Piece } from "../data";
import { button, make, named } from "../dom";
import { icon } from "../icons";
import { table } from "../tables";
import type { Desk, Panel, PanelOf } from "./base";
import { Drawings } from "./drawings";

/** Milliseconds of setting between two frames. */
const SLICE = 12;
/** A formula of more characters would hold the page up for seconds; it is set when asked for. */
const LONG = 20_000;

export function equationsPanel(equations: PanelOf<"equations">, { theme }: Desk): Panel {
  const element = make("div", { class: "prose equations" });
  if ("failure" in equations) {
    element.append(make("p", { class: "finding error" }, icon("bad"), make("span", {}, equations.failure)));
    return { element };
  }
  const { blocks, latex } = equations;
  const drawings = new Drawings(equations.groups ?? [], theme);
  const progress = make("p", { class: "nothing", role: "status" });
  element.append(
    make(
      "div",
      { class: "bar" },
      copier("Copy all as LaTeX", () => latex, null),
    ),
    drawings.element,
    progress,
  );
  let next = 0;
  let formulas = 0;
  const set = (slice: number): void => {
    if (element.dataset["complete"]) return;
    const until = performance.now() + slice;
    // Each part is laid out by itself, and only when it is near to being seen (panels.css).
    const part = make("div", { class: "part" });
    for (; next < blocks.length && performance.now() < until; next++) {
      const block = blocks[next];
      if (block) part.append(setBlock(block, block.block === "display" ? (formulas += 1) : 0));
    }
    progress.before(part);
    if (next < blocks.length) {
      progress.textContent = `Setting the formulas: ${next} of ${blocks.length} parts`;
      // Not by frames: these stop while the page is not seen, as when it is printed.
      setTimeout(() => set(SLICE), 0);
    } else {
      progress.remove();
      element.dataset["complete"] = "yes";
    }
  };
  let started = false;
  const opened = (): void => {
    if (started) return;
    started = true;
    drawings.opened();
    set(SLICE);
  };
  const print = (): void => {
    started = true;
    drawings.print();
    set(Infinity);
  };
  return { element, opened, print };
}

/** Args: number: of a formula among all of them. */
function setBlock(block: Block, number: number): HTMLElement {
  switch (block.block) {
    case "heading":
      // The page itself has the first level.
      return make(block.level <= 1 ? "h2" : block.level === 2 ? "h3" : "h4", {}, ...block.pieces.map(setPiece));
    case "paragraph":
      return make("p", {}, ...block.pieces.map(setPiece));
    case "display":
      return display(block.math, number);
    case "table":
      return table(
        block.head.map((cell) => cell.map(setPiece)),
        block.rows.map((row) => row.map((cell) => cell.map(setPiece))),
      );
    case "pattern":
      return make("pre", { tabindex: "0" }, block.text);
  }
}

function setPiece(piece: Piece): Node {
  if ("math" in piece) return typeset(make("span"), piece.math, false);
  return "name" in piece ? named(piece.name, "code") : document.createTextNode(piece.text);
}

function display(math: string, number: number): HTMLElement {
  const name = `Formula ${number}`;
  const formula = make("div", { class: "formula", tabindex: "0", role: "group", "aria-label": name });
  if (math.length <= LONG) {
    typeset(formula, math, true);
  } else {
    const ask = button([`Set this formula (${math.length} characters, takes a while)`], {}, () => {
      formula.replaceChildren();
      typeset(formula, math, true);
    });
    formula.append(ask);
  }
  return make(
    "div",
    { class: "display" },
    formula,
    copier("LaTeX", () => math, null, `Copy ${name} as LaTeX`),
  );
}

function typeset(element: HTMLElement, math: string, displayMode: boolean): HTMLElement {
  katex.render(math, element, {
    displayMode,
    throwOnError: false,
    trust: false,
    strict: "ignore",
    maxExpand: 1000,
    output: "htmlAndMathml",
  });
  return element;
}
