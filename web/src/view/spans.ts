// Lines stretched between two bodies: springs, dampers, ropes.

import { type Color, Vector3 } from "three";

import type { Span } from "../data";
import { writeLine } from "./fixed";
import type { Motion } from "./motion";
import type { Paint } from "./paint";
import { showsKind, type Shown } from "./shown";
import type { Line } from "./strokes";

const X = new Vector3(1, 0, 0);
const Z = new Vector3(0, 0, 1);

export class Stretched implements Line {
  readonly owner: string;
  readonly weight: number;
  readonly dashed: boolean;
  readonly pieces: number;
  private readonly start = new Vector3();
  private readonly along = new Vector3();
  private readonly n1 = new Vector3();
  private readonly n2 = new Vector3();

  /** Args: height: replaces z where heights are an order of drawing. */
  constructor(
    private readonly span: Span,
    private readonly profile: Span["lines"][number],
    private readonly height: number | null,
  ) {
    this.owner = span.owner;
    this.weight = span.weight;
    this.dashed = span.dashed;
    this.pieces = profile.length - 1;
  }

  color(paint: Paint): Color {
    return paint.of(this.span.role, this.span.start.body);
  }

  isSeen(motion: Motion, shown: Shown): boolean {
    const { start, end, kind } = this.span;
    return showsKind(shown, kind) && motion.knows(start.body) && motion.knows(end.body);
  }

  write(motion: Motion, into: Float32Array, from: number): void {
    const { start, along, n1, n2, profile } = this;
    motion.point(this.span.start, start);
    motion.point(this.span.end, along).sub(start);
    if (this.height !== null) along.z = 0;
    const length = along.length();
    if (length > 0) along.divideScalar(length);
    else along.copy(X);
    // z x e; in the plane that is e turned by +90 degrees.
    n1.crossVectors(Z, along);
    if (n1.lengthSq() < 1e-18) n1.crossVectors(X, along);
    n1.normalize();
    n2.crossVectors(along, n1);
    const point = new Vector3();
    writeLine(profile.length, into, from, this.height, (i) => {
      const [u, l, a, b] = profile[i]!;
      point.copy(start).addScaledVector(along, u * length + l);
      return point.addScaledVector(n1, a).addScaledVector(n2, b);
    });
  }
}
