// Series over time, and a line at the present time.

import uPlot from "uplot";

import { lookOf } from "../../lines";
import { bracketed, ticks } from "../../numbers";
import { make } from "../../dom";
import type { Needs, Plot } from "./needs";

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
export const ROUNDING = 5e-7;
/** How far the axis of a flat line goes up and down, in parts of its value. */
const FLAT = 0.1;

export class TimePlot implements Plot {
  readonly element = make("div", { class: "plot" });
  private readonly now = make("div", { class: "now" });
  private readonly sizes = new ResizeObserver(() => this.fit());
  private plot: uPlot | null = null;
  private width = 0;

  constructor(
    private readonly needs: Needs,
    private readonly names: readonly string[],
  ) {
    this.sizes.observe(this.element);
  }

  zoom(low: number, high: number): void {
    if (low < high) this.plot?.setScale("x", { min: low, max: high });
  }

  tick(): void {
    if (!this.plot) return;
    const left = this.plot.valToPos(this.needs.clock.time, "x");
    // Not from the element: reading its width while playing would lay the page out again each time.
    const width = this.plot.bbox.width / uPlot.pxRatio;
    this.now.hidden = !(left >= -1 && left <= width + 1);
    this.now.style.transform = `translateX(${left}px)`;
  }

  dispose(): void {
    this.sizes.disconnect();
    this.plot?.destroy();
    this.element.remove();
  }

  private fit(): void {
    const width = this.element.clientWidth;
    if (!width || width === this.width) return;
    this.width = width;
    if (this.plot) this.plot.setSize({ width, height: HEIGHT });
    else this.draw();
  }

  private draw(): void {
    this.plot = new uPlot(this.options(), this.data(), this.element);
    this.plot.over.append(this.now);
    this.listenForClicks(this.plot);
    this.zoom(...this.needs.range());
    this.tick();
  }

  private data(): uPlot.AlignedData {
    const { columns } = this.needs;
    // A gap is written null; NaN would join its neighbours.
    const values = this.names.map((name) => Array.from(columns.shown(name), (v) => (Number.isFinite(v) ? v : null)));
    return [columns.t, ...values];
  }

  private options(): uPlot.Options {
    const { columns } = this.needs;
    const css = getComputedStyle(document.documentElement);
    const ink = css.getPropertyValue("--muted").trim();
    const grid = { stroke: css.getPropertyValue("--line").trim(), width: 1 };
    const axis = { stroke: ink, font: FONT, labelFont: TITLE_FONT, grid, ticks: { ...grid, size: 4 } };
    // The legend has the names.
    const units = [...new Set(this.names.map((name) => columns.shownUnit(name)))].map(bracketed).join(", ");
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
          label: units,
          labelSize: 20,
          size: (_, words) => axisWidth(words ?? []),
          gap: 4,
          values: (_, splits) => ticks(splits),
        },
      ],
      series: [
        {},
        ...this.names.map((name, index) => {
          const { color, dash } = lookOf(this.needs.lines(), index);
          return {
            gaps: (plot: uPlot, _: number, first: number, last: number, gaps: uPlot.Series.Gaps) =>
              [...gaps, ...this.breaks(plot, name, first, last)].sort((a, b) => a[0] - b[0]),
            stroke: color,
            width: WIDTH,
            dash: [...dash],
            pxAlign: 0, // rounded to pixels, a slow curve would have steps
            spanGaps: false,
            points: { show: columns.t.length === 1, fill: color },
          };
        }),
      ],
      hooks: {
        draw: [() => this.tick()],
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
