// One diagram: series over time or over another series, a legend with the values now, and what can be done with it.

import { button, clipped, ended, make } from "../../dom";
import { icon, stroke } from "../../icons";
import { lookOf } from "../../lines";
import { figures, unitWords } from "../../numbers";
import { inksOf, Plan, type Plotted } from "../chart/plan";
import type { Sheet } from "../chart/files";
import { pictureOf } from "../chart/svg";
import { CrossPlot } from "./cross_plot";
import type { Needs, Plot } from "./needs";
import { ROUNDING, TimePlot } from "./time_plot";

/** Series that are told of one by one. */
const TOLD = 6;
/** Of a diagram on paper, which is then made as wide as it; in CSS pixels. */
const PAPER = { width: 700, height: 260 };
const PAPER_SQUARE = { width: 700, height: 480 };

export class Diagram {
  readonly element = make("div", { class: "diagram" });
  private readonly legend = make("ul", { class: "legend" });
  private readonly host = make("div", { class: "plotted", role: "img" });
  private readonly shown: string[];
  private readings: { name: string; text: HTMLElement }[] = [];
  private plot: Plot | null = null;
  private across: string | null = null;

  /** Args: title: as "diagram 2", by which it is told from others. */
  constructor(
    readonly title: string,
    private readonly needs: Needs,
    names: readonly string[],
    buttons: readonly HTMLElement[],
  ) {
    this.shown = names.filter((name) => needs.columns.get(name));
    this.element.append(this.legend, this.host, make("div", { class: "buttons" }, ...buttons));
    this.draw();
  }

  get names(): readonly string[] {
    return this.shown;
  }

  /** The series that goes to the right; null: the time does. */
  get over(): string | null {
    return this.across;
  }

  set over(name: string | null) {
    this.across = name !== null && this.needs.columns.get(name) ? name : null;
    this.draw();
  }

  /** Units of its axis, as the program computes them, in the order of its series. */
  get units(): string[] {
    return [...new Set(this.shown.map((name) => this.needs.columns.unit(name)))];
  }

  add(name: string): void {
    if (this.shown.includes(name) || !this.needs.columns.get(name)) return;
    this.shown.push(name);
    this.draw();
    this.needs.changed();
  }

  remove(name: string): void {
    const index = this.shown.indexOf(name);
    if (index < 0) return;
    this.shown.splice(index, 1);
    this.draw();
    this.needs.changed();
    if (!this.shown.length) this.needs.emptied();
  }

  /** Draw all of it again, as after a change of colours. */
  draw(): void {
    this.listSeries();
    this.plot?.dispose();
    this.plot = null;
    this.host.setAttribute("aria-label", this.told());
    if (!this.shown.length) {
      this.host.replaceChildren(make("p", { class: "nothing" }, "No series yet."));
      return;
    }
    // A curve over another series is read by keys; a picture has nothing in it that could be.
    this.host.setAttribute("role", this.across === null ? "img" : "group");
    this.plot = this.across === null ? new TimePlot(this.needs, this.shown) : new CrossPlot(this.needs, this.plotted());
    this.host.replaceChildren(this.plot.element);
    this.plot.tick();
  }

  zoom(low: number, high: number): void {
    this.plot?.zoom(low, high);
  }

  tick(): void {
    this.plot?.tick();
  }

  read(): void {
    const { columns, clock } = this.needs;
    for (const { name, text } of this.readings) {
      text.textContent = `${figures(columns.at(name, clock.time))} ${unitWords(columns.shownUnit(name))}`;
    }
  }

  dispose(): void {
    this.plot?.dispose();
    this.element.remove();
  }

  /** What goes into a file of it; a table has every row, a picture the part of the time that is shown. */
  sheet(): Sheet {
    const { columns, lines } = this.needs;
    const column = (name: string): Sheet["columns"][number] => ({
      heading: `${name} [${columns.shownUnit(name) || "1"}]`,
      values: columns.shown(name),
    });
    const others = this.across === null ? [] : [this.across];
    const table = [{ heading: "t [s]", values: columns.t }, ...[...others, ...this.shown].map(column)];
    return { plotted: this.plotted(), inks: inksOf(lines()), columns: table };
  }

  /** A copy for paper, as sharp as that is. */
  printed(): HTMLElement {
    const { plotted, inks } = this.sheet();
    const plan = new Plan(plotted, plotted.is_equal ? PAPER_SQUARE : PAPER, inks, true);
    const picture = pictureOf(plan);
    picture.removeAttribute("width");
    picture.removeAttribute("height");
    return make("div", { class: "printed" }, picture);
  }

  private plotted(): Plotted {
    const { columns } = this.needs;
    const [low, high] = this.needs.range();
    const rows = Array.from(columns.t.keys()).filter((row) => this.across !== null || within(columns.t[row]!, low, high));
    const cut = (values: ArrayLike<number>): Float64Array => Float64Array.from(rows, (row) => values[row] ?? NaN);
    const x = cut(this.across === null ? columns.t : columns.shown(this.across));
    const jumps = (name: string | null, row: number): boolean => name !== null && columns.isBroken(name, row);
    const unit = [...new Set(this.shown.map((name) => columns.shownUnit(name)))].join(", ");
    const of_x = this.across === null ? "s" : columns.shownUnit(this.across);
    const only = this.shown.length === 1 ? this.shown[0]! : "";
    return {
      title: this.title,
      x: { label: this.across ?? "t", unit: of_x, is_log: false },
      y: { label: only, unit: unit || "1", is_log: false },
      lines: this.shown.map((name) => ({
        name,
        x,
        y: cut(columns.shown(name)),
        marks: null,
        isBroken: (point: number) => jumps(name, rows[point]!) || jumps(this.across, rows[point]!),
      })),
      is_equal: unit === "m" && of_x === "m",
      rounding: ROUNDING,
    };
  }

  /** The diagram in words. */
  private told(): string {
    const { columns } = this.needs;
    const over = this.across === null ? "time" : clipped(this.across);
    if (!this.shown.length) return `${capital(this.title)}, empty.`;
    const range = (name: string): string => {
      const values = Array.from(columns.shown(name)).filter(Number.isFinite);
      const [low, high] = [values.reduce((a, b) => Math.min(a, b), Infinity), values.reduce((a, b) => Math.max(a, b), -Infinity)];
      const words = values.length ? `from ${figures(low)} to ${figures(high)} ${unitWords(columns.shownUnit(name))}` : "without values";
      return `${clipped(name)} ${words}`;
    };
    const more = this.shown.length > TOLD ? `, and ${this.shown.length - TOLD} more` : "";
    return `${capital(this.title)}, over ${over}: ${this.shown.slice(0, TOLD).map(range).join("; ")}${more}.`;
  }

  private listSeries(): void {
    this.readings = [];
    const items = this.shown.map((name, index) => {
      const { color, dash } = lookOf(this.needs.lines(), index);
      const text = make("span", { class: "value" });
      this.readings.push({ name, text });
      const words = `Remove ${clipped(name)} from ${this.title}`;
      const remove = button([icon("close")], { class: "bare", "aria-label": words }, () => this.remove(name));
      return make("li", {}, stroke(color, dash), ended(name), text, remove);
    });
    this.legend.replaceChildren(...items);
    this.read();
  }
}

function within(value: number, low: number, high: number): boolean {
  return !(low < high) || (value >= low && value <= high);
}

function capital(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
