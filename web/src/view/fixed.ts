// Lines that are fixed on a body.

import { type Color, Vector3 } from "three";

import type { Motion } from "./motion";
import type { Paint } from "./paint";
import type { Shown } from "./shown";
import type { Outline } from "./shapes";
import type { Line } from "./strokes";

export interface Look {
  owner: string;
  body: number;
  /** Height that replaces z, where heights are an order of drawing. */
  height: number | null;
  color: (paint: Paint) => Color;
  isShown: (shown: Shown) => boolean;
}

export class Fixed implements Line {
  readonly owner: string;
  readonly weight: number;
  readonly dashed: boolean;
  readonly pieces: number;
  private readonly points: Vector3[];

  constructor(
    { points, closed, weight, dashed }: Outline,
    private readonly look: Look,
  ) {
    this.owner = look.owner;
    this.weight = weight;
    this.dashed = dashed;
    this.points = closed ? [...points, points[0]!] : points;
    this.pieces = this.points.length - 1;
  }

  color(paint: Paint): Color {
    return this.look.color(paint);
  }

  isSeen(motion: Motion, shown: Shown): boolean {
    return this.look.isShown(shown) && motion.knows(this.look.body);
  }

  write(motion: Motion, into: Float32Array, from: number): void {
    const pose = motion.pose(this.look.body);
    const point = new Vector3();
    writeLine(this.points.length, into, from, this.look.height, (i) => point.copy(this.points[i]!).applyMatrix4(pose));
  }
}

/** Write the pieces of a line through points, six numbers a piece. */
export function writeLine(
  points: number,
  into: Float32Array,
  from: number,
  height: number | null,
  at: (i: number) => Vector3,
): void {
  for (let i = 0; i < points; i++) {
    const point = at(i);
    if (height !== null) point.z = height;
    if (i > 0) point.toArray(into, from + 6 * i - 3);
    if (i < points - 1) point.toArray(into, from + 6 * i);
  }
}
