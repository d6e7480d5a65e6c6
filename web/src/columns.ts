// The series of the result, and the magnitudes of vectors; unpacked when they are first asked for.

import type { AngleChoice } from "./angles";
import { rowsOf, singles, type ReportData, type Series } from "./data";
import { magnitudesOf } from "./magnitudes";
import { rowBefore } from "./rows";

/** An angle between -pi and pi that changes by more than this between rows has come out at the other end [rad]. */
const JUMP = 3;
const HALF_TURN = Math.PI + 1e-6;

/** What a reader can choose. */
export interface Column {
  name: string;
  unit: string;
  owner: string;
  /** Components of a magnitude. */
  of: readonly string[];
}

export class Columns {
  readonly t: Float64Array;
  /** Magnitudes stand behind the last of their components. */
  readonly all: readonly Column[];
  private readonly packed = new Map<string, Series>();
  private readonly byName = new Map<string, Column>();
  private readonly unpacked = new Map<string, Float32Array>();

  constructor(
    data: ReportData,
    readonly angles: AngleChoice,
  ) {
    this.t = rowsOf(data.scene);
    const after = new Map(magnitudesOf(data.series).map((one) => [one.of[one.of.length - 1]!, one]));
    this.all = data.series.flatMap(({ name, unit, owner }): Column[] => {
      const size = after.get(name);
      return [{ name, unit, owner, of: [] }, ...(size ? [size] : [])];
    });
    for (const series of data.series) this.packed.set(series.name, series);
    for (const column of this.all) this.byName.set(column.name, column);
  }

  get(name: string): Column | undefined {
    return this.byName.get(name);
  }

  /** As the program computes it. */
  unit(name: string): string {
    return this.byName.get(name)?.unit ?? "";
  }

  /** As it is shown. */
  shownUnit(name: string): string {
    return this.angles.unit(this.unit(name));
  }

  /** One value per row as the program computes it, NaN where there is none. */
  values(name: string): Float32Array {
    let found = this.unpacked.get(name);
    if (!found) {
      const of = this.byName.get(name)?.of ?? [];
      found = of.length ? lengths(of.map((part) => this.values(part))) : singles(this.packed.get(name)?.values ?? "");
      this.unpacked.set(name, found);
    }
    return found;
  }

  /** One value per row as it is shown. */
  shown(name: string): ArrayLike<number> {
    const unit = this.unit(name);
    const values = this.values(name);
    return this.angles.unit(unit) === unit && !this.angles.is_wrapped
      ? values
      : Float64Array.from(values, (value) => this.angles.value(value, unit));
  }

  /** Value at a time as it is shown, on the straight line between the rows around it; NaN where one of these has none. */
  at(name: string, time: number): number {
    return this.angles.value(this.between(name, time), this.unit(name));
  }

  /** Whether an angle jumps after a row from one end of its range to the other: it is nowhere in between. */
  isBroken(name: string, row: number): boolean {
    const values = this.values(name);
    const pair: [number, number] = [values[row] ?? NaN, values[row + 1] ?? NaN];
    if (this.unit(name) !== "rad") return false;
    if (!this.angles.is_wrapped) return isJump(...pair);
    const turn = (value: number): number => Math.round(value / (2 * Math.PI));
    return isJump(...pair) || turn(pair[0]) !== turn(pair[1]);
  }

  private between(name: string, time: number): number {
    const values = this.values(name);
    const row = rowBefore(this.t, time);
    const here = values[row] ?? NaN;
    const t0 = this.t[row] ?? 0;
    const t1 = this.t[row + 1];
    if (t1 === undefined || time <= t0 || t1 <= t0) return here;
    const next = values[row + 1] ?? NaN;
    if (this.unit(name) === "rad" && isJump(here, next)) return time - t0 < t1 - time ? here : next;
    return here + ((next - here) * Math.min(time - t0, t1 - t0)) / (t1 - t0);
  }
}

function isJump(here: number, next: number): boolean {
  return Math.abs(next - here) > JUMP && Math.max(Math.abs(here), Math.abs(next)) < HALF_TURN;
}

function lengths(parts: Float32Array[]): Float32Array {
  return Float32Array.from(parts[0] ?? [], (_, row) => Math.hypot(...parts.map((part) => part[row] ?? NaN)));
}
