// Curves that marks run through: what has been passed is strong, what lies ahead is faint.

import { Group, Vector3 } from "three";

import type { Mark } from "../data";
import type { Motion } from "./motion";
import type { Paint } from "./paint";
import { Pen } from "./pen";

/** Width of a trace [CSS pixels]. */
const WIDTH = 1.8;
/** How much of its colour the part that lies ahead has. */
const AHEAD = 0.35;

/** The way of one mark, a straight piece from row to row; rows without a number leave a gap. */
class Way {
  /** Its part up to now, and all of it. */
  readonly passed: Pen;
  readonly whole: Pen;
  private readonly ends: Float32Array;
  /** Row at which each piece begins. */
  private readonly rows: number[] = [];
  /** Piece that ends at the place of now. */
  private cut = 0;

  constructor(
    private readonly mark: Mark,
    motion: Motion,
    private readonly height: number | null,
  ) {
    const ends: number[] = [];
    const [before, now] = [new Vector3(), new Vector3()];
    for (let row = 0; row < motion.t.length; row++) {
      motion.pointAt(row, mark.at, now);
      if (height !== null) now.z = height;
      const step = now.distanceTo(before);
      if (row > 0 && step > 0 && Number.isFinite(step)) {
        ends.push(...before.toArray(), ...now.toArray());
        this.rows.push(row - 1);
      }
      before.copy(now);
    }
    this.ends = new Float32Array(ends);
    this.passed = this.drawn();
    this.whole = this.drawn();
    // A way may run over itself again and again; what is passed stays in front.
    Object.assign(this.whole.mesh.material, { polygonOffset: true, polygonOffsetFactor: 4, polygonOffsetUnits: 64 });
  }

  show(motion: Motion): void {
    const { ends } = this.passed;
    ends.set(this.ends.subarray(6 * this.cut, 6 * this.cut + 6), 6 * this.cut);
    const first = this.rows.findIndex((row) => row >= motion.row);
    let pieces = first < 0 ? this.rows.length : first;
    if (this.rows[pieces] === motion.row && motion.fraction > 0) {
      const place = motion.point(this.mark.at, new Vector3());
      if (this.height !== null) place.z = this.height;
      place.toArray(ends, 6 * pieces + 3);
      this.cut = pieces;
      pieces += 1;
    }
    this.passed.moved(pieces);
  }

  color(paint: Paint): void {
    const color = paint.of("trace");
    this.passed.color(0, this.rows.length, color);
    this.whole.color(0, this.rows.length, paint.pale(color, AHEAD));
  }

  private drawn(): Pen {
    const pen = new Pen(this.rows.length, WIDTH);
    pen.ends.set(this.ends);
    pen.moved(this.rows.length);
    return pen;
  }
}

export class Traces {
  readonly group = new Group();
  private readonly ways: Way[];

  /** Args: height: replaces z where heights are an order of drawing. */
  constructor(marks: Mark[], motion: Motion, height: number | null) {
    this.ways = marks.map((mark) => new Way(mark, motion, height));
    for (const { passed, whole } of this.ways) this.group.add(whole.mesh, passed.mesh);
  }

  show(motion: Motion, is_shown: boolean): void {
    this.group.visible = is_shown;
    if (is_shown) for (const way of this.ways) way.show(motion);
  }

  color(paint: Paint): void {
    for (const way of this.ways) way.color(paint);
  }

  dispose(): void {
    for (const { passed, whole } of this.ways) {
      passed.dispose();
      whole.dispose();
    }
  }
}
