// Dots where marks are now.

import { type BufferGeometry, CircleGeometry, Matrix4, MeshBasicMaterial, SphereGeometry, Vector3 } from "three";

import type { Mark } from "../data";
import { Cast } from "./cast";
import type { Motion } from "./motion";
import type { Paint } from "./paint";
import type { Shown } from "./shown";

/** Radius, in sizes of the scene. */
const RADIUS = 0.018;

export class Dots {
  readonly cast: Cast;
  private readonly geometry: BufferGeometry;

  /** Args: height: replaces z where heights are an order of drawing. */
  constructor(
    private readonly marks: Mark[],
    size: number,
    private readonly height: number | null,
  ) {
    const radius = RADIUS * size;
    this.geometry = height === null ? new SphereGeometry(radius, 12, 8) : new CircleGeometry(radius, 24);
    this.cast = new Cast([{ geometry: this.geometry, copies: marks.length }], new MeshBasicMaterial());
  }

  show(motion: Motion, shown: Shown, paint: Paint): void {
    const [point, pose] = [new Vector3(), new Matrix4()];
    this.cast.clear();
    for (const { at, is_traced } of this.marks) {
      const is_seen = shown.points || (shown.traces && is_traced);
      if (!is_seen || !motion.knows(at.body)) continue;
      motion.point(at, point);
      if (this.height !== null) point.z = this.height;
      this.cast.put(this.geometry, pose.setPosition(point), paint.of("trace"));
    }
    this.cast.done();
  }

  dispose(): void {
    this.cast.dispose();
  }
}
