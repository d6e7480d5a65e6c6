// Series over another series: a curve that time runs through, with a dot where it is now.

import { rowBefore } from "../../rows";
import { Chart } from "../chart/chart";
import type { Plotted } from "../chart/plan";
import type { Needs, Plot } from "./needs";

export class CrossPlot implements Plot {
  readonly element: HTMLElement;
  private readonly chart: Chart;

  constructor(
    private readonly needs: Needs,
    plotted: Plotted,
  ) {
    const { clock, columns } = needs;
    this.chart = new Chart(plotted, needs.lines, false, (row) => {
      clock.pause();
      clock.jump(columns.t[row] ?? clock.time);
    });
    this.element = this.chart.element;
  }

  /** All of the curve is shown, at whatever part of the time others are. */
  zoom(): void {}

  tick(): void {
    const { t } = this.needs.columns;
    const row = rowBefore(t, this.needs.clock.time);
    const step = (t[row + 1] ?? NaN) - t[row]!;
    const part = step > 0 ? Math.min(Math.max((this.needs.clock.time - t[row]!) / step, 0), 1) : 0;
    this.chart.point(row + part);
  }

  dispose(): void {
    this.element.remove();
  }
}
