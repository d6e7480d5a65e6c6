// One diagram: series over time, a line at the present time, and a legend with the values there.

import uPlot from "uplot";

import type { Clock } from "../../clock";
import type { Columns } from "../../columns";
import { button, clipped, make, named } from "../../dom";
import { icon, stroke } from "../../icons";
import { lookOf, type Look } from "../../lines";
import { bracketed, figures, ticks, unitWords } from "../../numbers";

const HEIGHT = 176;
/** As wide in every diagram, so that the same time stands in one vertical line; wider only for long numbers. */
const AXIS_WIDTH = 58;
const DIGIT_WIDTH = 7.5;
/** Of a line, in CSS pixels. */
const WIDTH = 1.75;
/** Pixels between press and release that still are a click. */
const CLICK = 4;
const FONT = "12px system-ui, sans-serif";
const TITLE_FONT = "600 12px system-ui, sans-serif";
/** Values below this are rounding of zero. */
const NOTHING = 1e-12;
/** Differences below this part of the largest value are rounding: the file keeps seven digits. */
const ROUNDING = 5e-7;
/** How far the axis of a flat line goes up and down, in parts of its value. */
const FLAT = 0.1;
/** Letters that fit beside a diagram; a longer name stands in the legend alone. */
const TITLE_LENGTH = 18;

export interface Needs {
  columns: Columns;
  clock: Clock;
  lines: () => string[];
  /** The part of the time that all diagrams show. */
  range: () => [number, number];
  /** Called when the reader drags over a part of the time, or asks for the whole again. */
  zoomed: (low: number, high: number) => void;
  /** Called when the last series is taken out. */
  emptied: () => void;
  /** Called when the set of series has changed. */
  changed: () => void;
}

export class Diagram {
  readonly element = make("div", { class: "diagram" });
  private readonly legend = make("ul", { class: "legend" });
  private readonly host = make("div", { class: "plot" });
  private readonly now = make("div", { class: "now" });
  private readonly shown: string[];
  private readings: { name: string; text: HTMLElement }[] = [];
  private plot: uPlot | null = null;
  private width = 0;

  constructor(
    private readonly needs: Needs,
    names: readonly string[],
    buttons: readonly HTMLElement[],
  ) {
    this.shown = names.filter((name) => needs.columns.get(name));
    this.element.append(this.legend, this.host, make("div", { class: "buttons" }, ...buttons));
    new ResizeObserver(() => this.fit()).observe(this.host);
    this.draw();
  }

  get names(): readonly string[] {
    return this.shown;
  }

  /** Units of its axis, in the order of its series. */
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
    this.plot?.destroy();
    this.plot = null;
    this.host.replaceChildren();
    if (!this.shown.length) {
      this.host.append(make("p", { class: "nothing" }, "No series yet."));
      return;
    }
    if (!this.width) return;
    this.plot = new uPlot(this.options(), this.data(), this.host);
    this.plot.over.append(this.now);
    this.listenForClicks(this.plot);
    this.zoom(...this.needs.range());
    this.placeLine();
  }

  zoom(low: number, high: number): void {
    if (low < high) this.plot?.setScale("x", { min: low, max: high });
  }

  placeLine(): void {
    if (!this.plot) return;
    const left = this.plot.valToPos(this.needs.clock.time, "x");
    // Not from the element: reading its width while playing would lay the page out again each time.
    const width = this.plot.bbox.width / uPlot.pxRatio;
    this.now.hidden = !(left >= -1 && left <= width + 1);
    this.now.style.transform = `translateX(${left}px)`;
  }

  read(): void {
    const { columns, clock } = this.needs;
    for (const { name, text } of this.readings) {
      text.textContent = `${figures(columns.at(name, clock.time))} ${unitWords(columns.unit(name))}`;
    }
  }

  dispose(): void {
    this.plot?.destroy();
    this.element.remove();
  }

  private look(index: number): Look {
    return lookOf(this.needs.lines(), index);
  }

  private listSeries(): void {
    this.readings = [];
    const items = this.shown.map((name, index) => {
      const { color, dash } = this.look(index);
      const text = make("span", { class: "value" });
      this.readings.push({ name, text });
      const remove = button([icon("close")], { class: "bare", "aria-label": `Remove ${clipped(name)}` }, () =>
        this.remove(name),
      );
      return make("li", {}, stroke(color, dash), named(name), text, remove);
    });
    this.legend.replaceChildren(...items);
    this.read();
  }

  private fit(): void {
    const width = this.host.clientWidth;
    if (!width || width === this.width) return;
    this.width = width;
    if (this.plot) this.plot.setSize({ width, height: HEIGHT });
    else this.draw();
  }

  private data(): uPlot.AlignedData {
    const { columns } = this.needs;
    // A gap is written null; NaN would join its neighbours.
    const values = this.shown.map((name) => Array.from(columns.values(name), (v) => (Number.isFinite(v) ? v : null)));
    return [columns.t, ...values];
  }

  private options(): uPlot.Options {
    const css = getComputedStyle(document.documentElement);
    const ink = css.getPropertyValue("--muted").trim();
    const grid = { stroke: css.getPropertyValue("--line").trim(), width: 1 };
    const axis = { stroke: ink, font: FONT, labelFont: TITLE_FONT, grid, ticks: { ...grid, size: 4 } };
    const only = this.shown.length === 1 ? this.shown[0] : undefined;
    const units = this.units.map(bracketed).join(", ");
    const whole = `${only ?? ""} ${units}`.trim();
    const title = whole.length > TITLE_LENGTH ? units : whole;
    return {
      width: this.width,
      height: HEIGHT,
      padding: [8, 20, 0, 0],
      legend: { show: false },
      cursor: {
        sync: { key: "sarrus", scales: ["x", null] },
        // Clicks at the very edge would count as drags there; listenForClicks tells them apart.
        drag: { x: true, y: false, click: () => {} },
        y: false,
        points: { size: 7 },
      },
      scales: {
        x: { time: false },
        y: {
          range: (_, low, high) => heights(low, high),
        },
      },
      axes: [
        { ...axis, label: "t [s]", labelSize: 18, size: 26, gap: 3, values: (_, splits) => ticks(splits) },
        {
          ...axis,
          label: title,
          labelSize: 20,
          size: (_, words) => axisWidth(words ?? []),
          gap: 4,
          values: (_, splits) => ticks(splits),
        },
      ],
      series: [
        {},
        ...this.shown.map((name, index) => {
          const { color, dash } = this.look(index);
          return {
            gaps: (plot: uPlot, _: number, first: number, last: number, gaps: uPlot.Series.Gaps) =>
              [...gaps, ...this.breaks(plot, name, first, last)].sort((a, b) => a[0] - b[0]),
            stroke: color,
            width: WIDTH,
            dash: [...dash],
            pxAlign: 0, // rounded to pixels, a slow curve would have steps
            spanGaps: false,
            points: { show: this.needs.columns.t.length === 1, fill: color },
          };
        }),
      ],
      hooks: {
        draw: [() => this.placeLine()],
        setScale: [
          (plot, key) => {
            const { min, max } = plot.scales[key] ?? {};
            if (key === "x" && min != null && max != null) this.needs.zoomed(min, max);
          },
        ],
      },
    };
  }

  /** Pixels between rows that are not to be joined, with the width of the stroke that would join them. */
  private breaks(plot: uPlot, name: string, first: number, last: number): uPlot.Series.Gaps {
    const { columns } = this.needs;
    const rows = Array.from({ length: Math.max(last - first, 0) }, (_, k) => first + k);
    const edge = WIDTH * uPlot.pxRatio;
    const pixel = (row: number): number => plot.valToPos(columns.t[row] ?? 0, "x", true);
    return rows.filter((row) => columns.isBroken(name, row)).map((row) => [pixel(row) - edge, pixel(row + 1) + edge]);
  }

  private listenForClicks(plot: uPlot): void {
    let pressed = 0;
    plot.over.addEventListener("mousedown", (event) => (pressed = event.clientX));
    plot.over.addEventListener("click", (event) => {
      if (Math.abs(event.clientX - pressed) > CLICK) return;
      const left = event.clientX - plot.over.getBoundingClientRect().left;
      this.needs.clock.pause();
      this.needs.clock.jump(plot.posToVal(left, "x"));
    });
  }
}

/** Lowest and highest value of an axis; also a series without any value has one. Rounding stays a flat line. */
function heights(low: number, high: number): uPlot.Range.MinMax {
  const largest = Math.max(Math.abs(low), Math.abs(high));
  // False where there is no number.
  if (!(largest >= NOTHING && largest < Infinity)) return [-1, 1];
  if (high - low >= ROUNDING * largest) return uPlot.rangeNum(low, high, 0.1, true);
  const middle = (low + high) / 2;
  return [middle - FLAT * largest, middle + FLAT * largest];
}

function axisWidth(words: string[]): number {
  const longest = Math.max(0, ...words.map((word) => word?.length ?? 0));
  return Math.max(AXIS_WIDTH, Math.ceil(longest * DIGIT_WIDTH) + 10);
}
