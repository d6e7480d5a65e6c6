// What a diagram of curves and marks is made of: lines and words at their places, for the screen, paper and files alike.

import type { Axis, Marks, Sign } from "../../data";
import { clipped } from "../../dom";
import { lookOf, type OwnLook } from "../../lines";
import { bracketed } from "../../numbers";
import { rangeOf, scaleOf, type Scale } from "./scale";

const EDGES = { top: 10, right: 18, bottom: 42, left: 66 };
/** Pixels that a written number takes along each axis. */
const WORD_WIDTH = 70;
const WORD_HEIGHT = 34;
/** Room beyond the farthest points, in parts of the axis. */
const ROOM = 0.05;
const SIGN = 4.5;
export const FONT = { family: "system-ui, sans-serif", size: 12, bold: 600 };
/** Of the legend of a file. */
const ENTRY = 18;
const LETTER = 6.6;
const SWATCH = 26;

export interface Line extends OwnLook {
  name: string;
  x: ArrayLike<number>;
  y: ArrayLike<number>;
  marks: Marks | null;
  /** Rows of the scene, one for each point. */
  rows?: readonly number[] | null;
  /** Whether a point is not joined to the next. */
  isBroken?: (point: number) => boolean;
}

export interface Plotted {
  title: string;
  x: Axis;
  y: Axis;
  lines: readonly Line[];
  /** Whether both axes have one scale. */
  is_equal: boolean;
  /** Differences below this part of the largest number are rounding. */
  rounding: number;
  /** What is shaded: all that is right of zero, or nothing. */
  shaded?: "right" | "";
}

/** Whether the legend lists a line: of those that share a name, the first. */
export function isListed(lines: readonly Line[], index: number): boolean {
  return lines.findIndex(({ name }) => name === lines[index]!.name) === index;
}

/** Colours, as CSS writes them. */
export interface Inks {
  paper: string;
  ink: string;
  muted: string;
  grid: string;
  edge: string;
  lines: readonly string[];
}

export interface Stroke {
  class: string;
  d: string;
  color: string;
  width: number;
  dash: readonly number[];
  fill: string;
  opacity: number;
}

export interface Words {
  class: string;
  text: string;
  x: number;
  y: number;
  anchor: "start" | "middle" | "end";
  color: string;
  is_bold: boolean;
  is_upright: boolean;
}

export interface Size {
  width: number;
  height: number;
}

/** The inks of the page as it is now. */
export function inksOf(lines: readonly string[]): Inks {
  const css = getComputedStyle(document.documentElement);
  const of = (name: string): string => css.getPropertyValue(`--${name}`).trim();
  return { paper: of("panel"), ink: of("ink"), muted: of("muted"), grid: of("line"), edge: of("strong-line"), lines };
}

export class Plan {
  readonly strokes: Stroke[] = [];
  readonly words: Words[] = [];
  /** Height of a legend over the diagram; 0 without one. */
  readonly head: number;
  private readonly scales: [Scale, Scale];

  constructor(
    private readonly data: Plotted,
    readonly size: Size,
    private readonly inks: Inks,
    has_legend: boolean = false,
  ) {
    const entries = has_legend ? this.legend() : [];
    this.head = entries.length ? (entries[entries.length - 1]!.row + 1) * ENTRY + 6 : 0;
    this.scales = this.layOut();
    if (data.shaded) this.shade();
    this.axes();
    for (const { index, x, row } of entries) this.entry(index, x, row);
    data.lines.forEach((line, index) => this.line(line, index));
  }

  /** Pixels of a point. */
  place(x: number, y: number): [number, number] {
    const [wide, high] = this.inner;
    const [across, along] = this.scales;
    return [EDGES.left + across.place(x) * wide, this.top + (1 - along.place(y)) * high];
  }

  /** Left, top, width and height inside the axes. */
  get frame(): [number, number, number, number] {
    return [EDGES.left, this.top, ...this.inner];
  }

  private get top(): number {
    return this.head + EDGES.top;
  }

  private get inner(): [number, number] {
    const { width, height } = this.size;
    return [Math.max(1, width - EDGES.left - EDGES.right), Math.max(1, height - this.top - EDGES.bottom)];
  }

  private layOut(): [Scale, Scale] {
    const { x, y, lines, is_equal, rounding, shaded } = this.data;
    const all = function* (key: "x" | "y"): Generator<number> {
      for (const line of lines) yield* Array.from(line[key]);
      if (shaded && key === "x") yield 0;
    };
    const [wide, high] = this.inner;
    // Over a logarithm there is none, so that diagrams below each other begin and end at the same places.
    const has_room = is_equal || (!x.is_log && lines.some(({ marks }) => marks));
    let across = rangeOf(all("x"), x.is_log, has_room ? ROOM : 0, rounding);
    let along = rangeOf(all("y"), y.is_log, ROOM, rounding);
    if (is_equal) {
      const pixel = Math.max((across[1] - across[0]) / wide, (along[1] - along[0]) / high);
      across = widened(across, pixel * wide);
      along = widened(along, pixel * high);
    }
    return [scaleOf(x, across, wide / WORD_WIDTH), scaleOf(y, along, high / WORD_HEIGHT)];
  }

  /** Right of zero. */
  private shade(): void {
    const [left, top, wide, high] = this.frame;
    const from = Math.max(left, this.place(0, this.scales[1].low)[0]);
    if (!(from < left + wide)) return;
    const d = `M${from.toFixed(2)} ${top}H${left + wide}V${top + high}H${from.toFixed(2)}z`;
    this.stroke({ class: "shade", d, color: "none", fill: this.inks.muted, opacity: 0.14 });
  }

  private axes(): void {
    const [across, along] = this.scales;
    const { x, y } = this.data;
    const { muted, grid, edge } = this.inks;
    const [left, top, wide, high] = this.frame;
    const [right, bottom] = [left + wide, top + high];
    const upright = (value: number, kind: string, color: string, opacity = 1): void => {
      const at = this.place(value, along.low)[0].toFixed(2);
      this.stroke({ class: kind, d: `M${at} ${top}V${bottom}`, color, opacity });
    };
    const level = (value: number, kind: string, color: string, opacity = 1): void => {
      const at = this.place(across.low, value)[1].toFixed(2);
      this.stroke({ class: kind, d: `M${left} ${at}H${right}`, color, opacity });
    };
    across.minor.forEach((value) => upright(value, "grid minor", grid, 0.45));
    along.minor.forEach((value) => level(value, "grid minor", grid, 0.45));
    across.ticks.forEach((value) => upright(value, value === 0 ? "grid zero" : "grid", value === 0 ? edge : grid));
    along.ticks.forEach((value) => level(value, value === 0 ? "grid zero" : "grid", value === 0 ? edge : grid));
    this.stroke({ class: "edge", d: `M${left} ${top}H${right}V${bottom}H${left}z`, color: edge });
    across.ticks.forEach((value, k) => {
      const place = { x: this.place(value, along.low)[0], y: bottom + 16 };
      this.word(across.words[k] ?? "", { ...place, class: "middle", anchor: "middle", color: muted });
    });
    along.ticks.forEach((value, k) => {
      const place = { x: left - 6, y: this.place(across.low, value)[1] + 4 };
      this.word(along.words[k] ?? "", { ...place, class: "end", anchor: "end", color: muted });
    });
    const title = { class: "middle title", anchor: "middle", color: muted, is_bold: true } as const;
    this.word(axisWords(x), { ...title, x: left + wide / 2, y: this.size.height - 6 });
    this.word(axisWords(y), { ...title, x: 13, y: top + high / 2, is_upright: true });
  }

  private line(line: Line, index: number): void {
    const { x, y, marks, isBroken } = line;
    const { color, dash } = lookOf(this.inks.lines, index, line);
    if (!marks) {
      this.stroke({ class: "curve", d: this.path(x, y, isBroken), color, dash, width: 1.75 });
      return;
    }
    Array.from(x).forEach((value, k) => {
      const [left, top] = this.place(value, y[k] ?? NaN);
      if (!Number.isFinite(left + top)) return;
      this.stroke(signed(marks.sign, left, top, color));
      const words = marks.labels[k];
      if (!words) return;
      const is_left = left > this.size.width * 0.75;
      const place = { x: left + (is_left ? -8 : 8), y: top - 7 };
      const side = is_left ? ({ class: "label end", anchor: "end" } as const) : { class: "label" };
      this.word(clipped(words, 40), { ...place, ...side, color: this.inks.ink });
    });
  }

  private path(x: ArrayLike<number>, y: ArrayLike<number>, isBroken?: (point: number) => boolean): string {
    let is_apart = true;
    const pieces: string[] = [];
    for (let k = 0; k < x.length; k++) {
      const [left, top] = this.place(x[k]!, y[k] ?? NaN);
      const is_known = Number.isFinite(left + top);
      if (is_known) pieces.push(`${is_apart ? "M" : "L"}${left.toFixed(2)} ${top.toFixed(2)}`);
      is_apart = !is_known || (isBroken?.(k) ?? false);
    }
    return pieces.join("");
  }

  /** Where the entries of a legend stand: from the left, and in which row. */
  private legend(): { index: number; x: number; row: number }[] {
    let [x, row] = [EDGES.left, 0];
    return this.data.lines.flatMap(({ name }, index) => {
      if (!isListed(this.data.lines, index)) return [];
      const wide = SWATCH + 8 + LETTER * clipped(name, 40).length + 16;
      if (x > EDGES.left && x + wide > this.size.width) [x, row] = [EDGES.left, row + 1];
      const found = { index, x, row };
      x += wide;
      return [found];
    });
  }

  private entry(index: number, x: number, row: number): void {
    const line = this.data.lines[index]!;
    const { name, marks } = line;
    const { color, dash } = lookOf(this.inks.lines, index, line);
    const y = 6 + (row + 0.5) * ENTRY;
    if (marks) this.stroke(signed(marks.sign, x + SWATCH / 2, y, color));
    else this.stroke({ class: "swatch", d: `M${x} ${y}h${SWATCH}`, color, dash, width: 2.5 });
    this.word(clipped(name, 40), { x: x + SWATCH + 6, y: y + 4, color: this.inks.ink, class: "name" });
  }

  private stroke(some: Partial<Stroke> & { d: string; color: string }): void {
    this.strokes.push({ class: "", width: 1, dash: [], fill: "none", opacity: 1, ...some });
  }

  private word(text: string, some: Partial<Words> & { x: number; y: number; color: string }): void {
    if (text) this.words.push({ class: "", text, anchor: "start", is_bold: false, is_upright: false, ...some });
  }
}

/** A mark about a point. */
export function signed(sign: Sign, x: number, y: number, color: string): Stroke {
  const [r, d] = [SIGN, 2 * SIGN];
  const paths: Record<Sign, string> = {
    cross: `M${x - r} ${y - r}l${d} ${d}M${x - r} ${y + r}l${d} ${-d}`,
    square: `M${x - r} ${y - r}h${d}v${d}h${-d}z`,
    circle: `M${x - r} ${y}a${r} ${r} 0 1 0 ${d} 0a${r} ${r} 0 1 0 ${-d} 0z`,
    dot: `M${x - r} ${y}a${r} ${r} 0 1 0 ${d} 0a${r} ${r} 0 1 0 ${-d} 0z`,
  };
  const fill = sign === "dot" ? color : "none";
  return { class: "mark", d: paths[sign] ?? paths.dot, color, width: 2, dash: [], fill, opacity: 1 };
}

export function axisWords({ label, unit }: { label: string; unit: string }): string {
  const name = clipped(label, 40);
  return unit ? `${name} ${bracketed(unit)}`.trim() : name;
}

function widened([low, high]: [number, number], length: number): [number, number] {
  const more = (length - (high - low)) / 2;
  return [low - more, high + more];
}
