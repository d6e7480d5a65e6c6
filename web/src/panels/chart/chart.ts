// One diagram of curves and marks, drawn as SVG: curves may turn back, as a path over a load does, which a plot over
// time does not allow for.

import { doubles, type Diagram, type Marks } from "../../data";
import { clipped, make, named } from "../../dom";
import { stroke } from "../../icons";
import { lookOf } from "../../lines";
import { bracketed, figures, unitWords } from "../../numbers";
import { rangeOf, scaleOf, type Scale } from "./scale";
import { picture, svg, type Settings } from "./svg";

const HEIGHT = 230;
/** Of one with equal axes. */
const TALL = 300;
const EDGES = { top: 10, right: 18, bottom: 42, left: 66 };
/** Pixels that a written number takes along each axis. */
const WORD_WIDTH = 70;
const WORD_HEIGHT = 34;
/** Room beyond the farthest points, in parts of the axis. */
const ROOM = 0.05;
/** Pixels from the pointer within which a point is read. */
const NEAR = 40;
const SIGN = 4.5;

interface Line {
  name: string;
  x: Float64Array;
  y: Float64Array;
  marks: Marks | null;
}

export class Chart {
  readonly element: HTMLElement;
  private readonly host: HTMLElement;
  private readonly legend = make("ul", { class: "legend" });
  private readonly reading = make("p", { class: "reading", role: "status" });
  private readonly ring = svg("circle", { class: "ring", r: "6" });
  private readonly lines: Line[];
  private scales: [Scale, Scale] | null = null;
  private width = 0;
  /** What is read: number of a line and of its point. */
  private at: [number, number] | null = null;

  constructor(
    private readonly data: Diagram,
    private readonly colors: () => string[],
  ) {
    const unpack = (one: { name: string; x: string; y: string }, marks: Marks | null): Line => ({
      name: one.name,
      x: doubles(one.x),
      y: doubles(one.y),
      marks,
    });
    this.lines = [...data.curves.map((one) => unpack(one, null)), ...data.marks.map((one) => unpack(one, one))];
    const { x, y, title } = data;
    const axes = `${clipped(y.label)} over ${clipped(x.label)}`;
    const label = `${clipped(title) || "Diagram"}: ${axes}. Arrow keys read its points.`;
    this.host = make("div", { class: "chart", tabindex: "0", role: "group", "aria-label": label });
    this.element = make("div", {}, title ? make("h3", {}, title) : null, this.legend, this.host, this.reading);
    this.read(null);
    this.listen();
    new ResizeObserver(() => {
      const width = this.host.clientWidth;
      if (!width || width === this.width) return;
      this.width = width;
      this.draw();
    }).observe(this.host);
  }

  /** Draw all of it, as after a change of colours. */
  draw(): void {
    this.legend.replaceChildren(...this.lines.map(({ name, marks }, index) => this.entry(name, marks, index)));
    if (!this.width) return;
    const whole = svg("svg", { width: this.width, height: this.height, "aria-hidden": "true" });
    const scales = this.layOut();
    this.scales = scales;
    whole.append(...this.axes(scales), ...this.lines.flatMap((line, index) => this.drawn(line, index)), this.ring);
    this.host.replaceChildren(whole);
    this.read(this.at);
  }

  private get height(): number {
    return this.data.is_equal ? TALL : HEIGHT;
  }

  private get inner(): [number, number] {
    return [this.width - EDGES.left - EDGES.right, this.height - EDGES.top - EDGES.bottom];
  }

  private layOut(): [Scale, Scale] {
    const { x, y, marks, is_equal } = this.data;
    const all = function* (lines: Line[], key: "x" | "y"): Generator<number> {
      for (const line of lines) yield* line[key];
    };
    const [wide, high] = this.inner;
    let across = rangeOf(all(this.lines, "x"), x.is_log, marks.length || is_equal ? ROOM : 0);
    let along = rangeOf(all(this.lines, "y"), y.is_log, ROOM);
    if (is_equal) {
      const pixel = Math.max((across[1] - across[0]) / wide, (along[1] - along[0]) / high);
      across = widened(across, pixel * wide);
      along = widened(along, pixel * high);
    }
    return [scaleOf(x, across, wide / WORD_WIDTH), scaleOf(y, along, high / WORD_HEIGHT)];
  }

  private place(x: number, y: number): [number, number] {
    const [wide, high] = this.inner;
    const [across, along] = this.scales!;
    return [EDGES.left + across.place(x) * wide, EDGES.top + (1 - along.place(y)) * high];
  }

  private axes([across, along]: [Scale, Scale]): SVGElement[] {
    const [wide, high] = this.inner;
    const [left, right, top, bottom] = [EDGES.left, EDGES.left + wide, EDGES.top, EDGES.top + high];
    const upright = (value: number, kind: string): SVGElement => {
      const x = this.place(value, along.low)[0];
      return svg("line", { class: kind, x1: x, x2: x, y1: top, y2: bottom });
    };
    const level = (value: number, kind: string): SVGElement => {
      const y = this.place(across.low, value)[1];
      return svg("line", { class: kind, x1: left, x2: right, y1: y, y2: y });
    };
    const text = (words: string, settings: Settings): SVGElement => svg("text", settings, words);
    const { x, y } = this.data;
    return [
      ...across.minor.map((value) => upright(value, "grid minor")),
      ...along.minor.map((value) => level(value, "grid minor")),
      ...across.ticks.map((value) => upright(value, value === 0 ? "grid zero" : "grid")),
      ...along.ticks.map((value) => level(value, value === 0 ? "grid zero" : "grid")),
      svg("rect", { class: "edge", x: left, y: top, width: wide, height: high }),
      ...across.ticks.map((value, k) =>
        text(across.words[k] ?? "", { x: this.place(value, along.low)[0], y: bottom + 16, class: "middle" }),
      ),
      ...along.ticks.map((value, k) =>
        text(along.words[k] ?? "", { x: left - 6, y: this.place(across.low, value)[1] + 4, class: "end" }),
      ),
      text(axisWords(x), { x: left + wide / 2, y: this.height - 6, class: "middle title" }),
      text(axisWords(y), { transform: `translate(13 ${top + high / 2}) rotate(-90)`, class: "middle title" }),
    ];
  }

  private drawn({ x, y, marks }: Line, index: number): SVGElement[] {
    const { color, dash } = lookOf(this.colors(), index);
    if (!marks) {
      const settings = { class: "curve", stroke: color, "stroke-dasharray": dash.join(" ") };
      return [svg("path", { ...settings, d: this.path(x, y) })];
    }
    return [...x].flatMap((value, k) => {
      const [left, top] = this.place(value, y[k] ?? NaN);
      if (!Number.isFinite(left + top)) return [];
      const words = marks.labels[k];
      const is_left = left > this.width * 0.75;
      const place = { x: left + (is_left ? -8 : 8), y: top - 7, class: is_left ? "label end" : "label" };
      return [picture(marks.sign, left, top, SIGN, color), ...(words ? [svg("text", place, clipped(words, 40))] : [])];
    });
  }

  private path(x: Float64Array, y: Float64Array): string {
    let is_broken = true;
    const pieces: string[] = [];
    x.forEach((value, k) => {
      const [left, top] = this.place(value, y[k] ?? NaN);
      const is_known = Number.isFinite(left + top);
      if (is_known) pieces.push(`${is_broken ? "M" : "L"}${left.toFixed(2)} ${top.toFixed(2)}`);
      is_broken = !is_known;
    });
    return pieces.join("");
  }

  private entry(name: string, marks: Marks | null, index: number): HTMLElement {
    const { color, dash } = lookOf(this.colors(), index);
    const sign = svg("svg", { viewBox: "0 0 14 14", class: "sign", "aria-hidden": "true" });
    if (marks) sign.append(picture(marks.sign, 7, 7, SIGN, color));
    return make("li", {}, marks ? sign : stroke(color, dash), named(name));
  }

  private listen(): void {
    this.host.addEventListener("pointermove", ({ clientX, clientY }) => {
      const box = this.host.getBoundingClientRect();
      this.read(this.nearest(clientX - box.left, clientY - box.top));
    });
    this.host.addEventListener("pointerleave", () => this.read(null));
    this.host.addEventListener("blur", () => this.read(null));
    this.host.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !this.step(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
    });
  }

  /** Left and right lead along a curve, up and down to another; whether the key was one of these. */
  private step(key: string): boolean {
    const along = { ArrowRight: 1, ArrowLeft: -1 }[key] ?? 0;
    const across = { ArrowDown: 1, ArrowUp: -1 }[key] ?? 0;
    if (!along && !across) return false;
    const [line, point] = this.at ?? [0, -along];
    const next = Math.min(Math.max(line + (this.at ? across : 0), 0), this.lines.length - 1);
    const last = (this.lines[next]?.x.length ?? 0) - 1;
    if (last >= 0) this.read([next, Math.min(Math.max(next === line ? point + along : 0, 0), last)]);
    return true;
  }

  private nearest(left: number, top: number): [number, number] | null {
    if (!this.scales) return null;
    let found: [number, number] | null = null;
    let least = NEAR;
    this.lines.forEach(({ x, y }, line) =>
      x.forEach((value, point) => {
        const [u, v] = this.place(value, y[point] ?? NaN);
        const distance = Math.hypot(u - left, v - top);
        if (distance < least) [least, found] = [distance, [line, point]];
      }),
    );
    return found;
  }

  /** Write a point under the diagram, and ring it. */
  private read(at: [number, number] | null): void {
    this.at = at;
    const line = at && this.lines[at[0]];
    this.ring.setAttribute("visibility", "hidden");
    if (!line) {
      this.reading.textContent = "\u00a0";
      return;
    }
    const [x, y] = [line.x[at[1]] ?? NaN, line.y[at[1]] ?? NaN];
    const value = (axis: Diagram["x"], number: number): string =>
      `${clipped(axis.label, 30)} ${figures(number)} ${unitWords(axis.unit)}`.trim();
    const label = line.marks?.labels[at[1]];
    const name = clipped(label ? `${line.name}, ${label}` : line.name, 50);
    this.reading.textContent = `${name}: ${value(this.data.x, x)}, ${value(this.data.y, y)}`;
    const [left, top] = this.scales ? this.place(x, y) : [NaN, NaN];
    if (!Number.isFinite(left + top)) return;
    this.ring.setAttribute("visibility", "visible");
    this.ring.setAttribute("cx", String(left));
    this.ring.setAttribute("cy", String(top));
  }
}

function widened([low, high]: [number, number], length: number): [number, number] {
  const more = (length - (high - low)) / 2;
  return [low - more, high + more];
}

function axisWords({ label, unit }: { label: string; unit: string }): string {
  const name = clipped(label, 40);
  return unit ? `${name} ${bracketed(unit)}` : name;
}
