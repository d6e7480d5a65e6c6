// One diagram of curves and marks, drawn as SVG: curves may turn back, as a path over a load does, which a plot over
// time does not allow for.

import { doubles, type Curve, type Diagram, type Marks } from "../../data";
import { clipped, make, named } from "../../dom";
import { stroke } from "../../icons";
import { lookOf } from "../../lines";
import { figures, unitWords } from "../../numbers";
import { inksOf, isListed, Plan, signed, type Line, type Plotted } from "./plan";
import { pictureOf, strokeOf, svg } from "./svg";

const HEIGHT = 230;
/** Of one with equal axes. */
const TALL = 300;
/** Pixels from the pointer within which a point is read. */
const NEAR = 40;
/** Differences below this part of the largest number are rounding. */
const ROUNDING = 1e-9;

/** The diagram of an answer. */
export function plottedOf({ title, x, y, curves, marks, is_equal, shaded }: Diagram): Plotted {
  const unpack = (one: Curve | Marks, of: Marks | null): Line => ({
    name: one.name,
    x: doubles(one.x),
    y: doubles(one.y),
    marks: of,
    color: one.color,
    is_dashed: "is_dashed" in one ? one.is_dashed : null,
    rows: "rows" in one ? one.rows : null,
  });
  const lines = [...curves.map((one) => unpack(one, null)), ...marks.map((one) => unpack(one, one))];
  return { title, x, y, lines, is_equal, rounding: ROUNDING, shaded };
}

export class Chart {
  readonly element: HTMLElement;
  private readonly host: HTMLElement;
  private readonly legend = make("ul", { class: "legend" });
  private readonly reading = make("p", { class: "reading", role: "status" });
  private readonly ring = svg("circle", { class: "ring", r: "6" });
  private readonly dots = svg("g", { class: "dots" });
  private plan: Plan | null = null;
  private width = 0;
  /** What is read: number of a line and of its point. */
  private at: [number, number] | null = null;
  private now: number | null = null;

  /** Args: pressed: called with the number of a point that is clicked. reached: called with the row of one that is read. */
  constructor(
    readonly data: Plotted,
    private readonly colors: () => readonly string[],
    has_legend: boolean = true,
    private readonly pressed: ((point: number) => void) | null = null,
    private readonly reached: ((row: number) => void) | null = null,
  ) {
    const { x, y, title } = data;
    const axes = `${clipped(y.label)} over ${clipped(x.label)}`;
    const label = `${clipped(title) || "Diagram"}: ${axes}. Arrow keys read its points.`;
    this.host = make("div", { class: "chart", tabindex: "0", role: "group", "aria-label": label });
    this.element = make(
      "div",
      {},
      title && has_legend ? make("h3", {}, title) : null,
      has_legend ? this.legend : null,
      this.host,
      this.reading,
    );
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
    const { lines } = this.data;
    this.legend.replaceChildren(...lines.flatMap((line, k) => (isListed(lines, k) ? [this.entry(line, k)] : [])));
    if (!this.width) return;
    this.plan = new Plan(this.data, { width: this.width, height: this.height }, inksOf(this.colors()));
    const whole = pictureOf(this.plan);
    whole.append(this.dots, this.ring);
    this.host.replaceChildren(whole);
    this.read(this.at);
    this.point(this.now);
  }

  /** Put a dot at a point of each curve, counted in parts of the way to the next; null: none. */
  point(row: number | null): void {
    this.now = row;
    const { plan } = this;
    if (!plan || row === null) return this.dots.replaceChildren();
    const between = (values: ArrayLike<number>): number => {
      const here = values[Math.floor(row)] ?? NaN;
      const next = values[Math.floor(row) + 1] ?? here;
      return row % 1 ? here + (row % 1) * (next - here) : here;
    };
    const signs = this.data.lines.map((line, index) => {
      const { x, y, isBroken } = line;
      const at = isBroken?.(Math.floor(row)) ? Math.round(row) : row;
      const [left, top] =
        at === row ? plan.place(between(x), between(y)) : plan.place(x[at] ?? NaN, y[at] ?? NaN);
      return Number.isFinite(left + top) ? strokeOf(signed("dot", left, top, lookOf(this.colors(), index, line).color)) : "";
    });
    this.dots.replaceChildren(...signs);
  }

  private get height(): number {
    return this.data.is_equal ? TALL : HEIGHT;
  }

  private entry(line: Line, index: number): HTMLElement {
    const { name, marks } = line;
    const { color, dash } = lookOf(this.colors(), index, line);
    const sign = svg("svg", { viewBox: "0 0 14 14", class: "sign", "aria-hidden": "true" });
    if (marks) sign.append(strokeOf(signed(marks.sign, 7, 7, color)));
    return make("li", {}, marks ? sign : stroke(color, dash), named(name));
  }

  private listen(): void {
    const nearest = ({ clientX, clientY }: MouseEvent): [number, number] | null => {
      const box = this.host.getBoundingClientRect();
      return this.nearest(clientX - box.left, clientY - box.top);
    };
    this.host.addEventListener("pointermove", (event) => this.read(nearest(event)));
    this.host.addEventListener("click", (event) => {
      const found = nearest(event);
      if (found) this.pressed?.(found[1]);
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
    const { lines } = this.data;
    const along = { ArrowRight: 1, ArrowLeft: -1 }[key] ?? 0;
    const across = { ArrowDown: 1, ArrowUp: -1 }[key] ?? 0;
    if (!along && !across) return false;
    const [line, point] = this.at ?? [0, -along];
    const next = Math.min(Math.max(line + (this.at ? across : 0), 0), lines.length - 1);
    const last = (lines[next]?.x.length ?? 0) - 1;
    if (last >= 0) this.read([next, Math.min(Math.max(next === line ? point + along : 0, 0), last)]);
    return true;
  }

  private nearest(left: number, top: number): [number, number] | null {
    const { plan } = this;
    if (!plan) return null;
    let found: [number, number] | null = null;
    let least = NEAR;
    this.data.lines.forEach(({ x, y }, line) => {
      for (let point = 0; point < x.length; point++) {
        const [u, v] = plan.place(x[point]!, y[point] ?? NaN);
        const distance = Math.hypot(u - left, v - top);
        if (distance < least) [least, found] = [distance, [line, point]];
      }
    });
    return found;
  }

  /** Write a point under the diagram, and ring it. */
  private read(at: [number, number] | null): void {
    this.at = at;
    const line = at && this.data.lines[at[0]];
    this.ring.setAttribute("visibility", "hidden");
    if (!line) {
      this.reading.textContent = "\u00a0";
      return;
    }
    const row = line.rows?.[at[1]];
    if (row !== undefined) this.reached?.(row);
    const [x, y] = [line.x[at[1]] ?? NaN, line.y[at[1]] ?? NaN];
    const value = (axis: Diagram["x"], number: number): string =>
      `${clipped(axis.label, 30)} ${figures(number)} ${unitWords(axis.unit)}`.trim();
    const label = line.marks?.labels[at[1]];
    const name = clipped(label ? `${line.name}, ${label}` : line.name, 50);
    this.reading.textContent = `${name}: ${value(this.data.x, x)}, ${value(this.data.y, y)}`;
    const [left, top] = this.plan?.place(x, y) ?? [NaN, NaN];
    if (!Number.isFinite(left + top)) return;
    this.ring.setAttribute("visibility", "visible");
    this.ring.setAttribute("cx", String(left));
    this.ring.setAttribute("cy", String(top));
  }
}
