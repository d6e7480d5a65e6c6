// The series of the result, unpacked when they are first asked for.

import { rowsOf, singles, type ReportData, type Series } from "./data";
import { rowBefore } from "./rows";

/** An angle between -pi and pi that changes by more than this between rows has come out at the other end [rad]. */
const JUMP = 3;
const HALF_TURN = Math.PI + 1e-6;

export class Columns {
  readonly t: Float64Array;
  readonly all: readonly Series[];
  private readonly byName = new Map<string, Series>();
  private readonly unpacked = new Map<string, Float32Array>();

  constructor(data: ReportData) {
    this.t = rowsOf(data.scene);
    this.all = data.series;
    for (const series of data.series) this.byName.set(series.name, series);
  }

  get(name: string): Series | undefined {
    return this.byName.get(name);
  }

  unit(name: string): string {
    return this.byName.get(name)?.unit ?? "";
  }

  /** One value per row, NaN where there is none. */
  values(name: string): Float32Array {
    let found = this.unpacked.get(name);
    if (!found) {
      found = singles(this.byName.get(name)?.values ?? "");
      this.unpacked.set(name, found);
    }
    return found;
  }

  /** Value at a time, on the straight line between the rows around it; NaN where one of these has none. */
  at(name: string, time: number): number {
    const values = this.values(name);
    const row = rowBefore(this.t, time);
    const here = values[row] ?? NaN;
    const t0 = this.t[row] ?? 0;
    const t1 = this.t[row + 1];
    if (t1 === undefined || time <= t0 || t1 <= t0) return here;
    const next = values[row + 1] ?? NaN;
    if (this.isBroken(name, row)) return time - t0 < t1 - time ? here : next;
    return here + ((next - here) * Math.min(time - t0, t1 - t0)) / (t1 - t0);
  }

  /** Whether an angle jumps after a row from one end of its range to the other: it is nowhere in between. */
  isBroken(name: string, row: number): boolean {
    if (this.unit(name) !== "rad") return false;
    const values = this.values(name);
    const [here, next] = [values[row] ?? NaN, values[row + 1] ?? NaN];
    return Math.abs(next - here) > JUMP && Math.max(Math.abs(here), Math.abs(next)) < HALF_TURN;
  }
}
