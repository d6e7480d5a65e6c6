// Instant centres in the plane: the point of each body, or beside it, that stands still now.

import { type Color, Vector3 } from "three";

import type { SceneData } from "../data";
import type { Motion } from "./motion";
import type { Paint } from "./paint";
import type { Rates } from "./rates";
import type { Shown } from "./shown";
import type { Line } from "./strokes";

/** Radius of a mark, in sizes of the scene. */
const RADIUS = 0.03;
const CORNERS = 16;
/** Farther away, in diagonals of the scene, a centre is at infinity: the body only shifts. */
const FAR = 8;
/** Angular velocities below this part of the largest are rounding. */
const NOTHING = 1e-9;

/** A cross in a circle where a body turns about now. */
export class Center implements Line {
  readonly weight = 0.8;
  readonly dashed = false;
  readonly pieces = CORNERS + 2;
  private readonly place = new Vector3();
  private readonly least: number;

  /** Args: rates: rows x 3, velocity of the origin and angular velocity. far: how far away it is still drawn [m]. */
  constructor(
    readonly owner: string,
    private readonly body: number,
    private readonly rates: Float32Array,
    private readonly far: number,
    private readonly radius: number,
    private readonly height: number,
  ) {
    const turning = rates.filter((value, i) => i % 3 === 2 && Number.isFinite(value)).map(Math.abs);
    this.least = NOTHING * turning.reduce((largest, value) => Math.max(largest, value), 0);
  }

  /** Where it is: at o + z x v / w; null where the body does not turn, or so little that it is at infinity. */
  at(motion: Motion): Vector3 | null {
    if (!motion.knows(this.body)) return null;
    const [u, v, w] = motion.between(this.rates, this.place).toArray();
    const reach = Math.hypot(u, v) / Math.abs(w);
    if (!(Math.abs(w) > this.least) || !(reach < this.far)) return null;
    const origin = this.place.setFromMatrixPosition(motion.pose(this.body));
    return origin.set(origin.x - v / w, origin.y + u / w, this.height);
  }

  color(paint: Paint): Color {
    return paint.words("body", this.body);
  }

  isSeen(motion: Motion, shown: Shown): boolean {
    return shown.centers && this.at(motion) !== null;
  }

  write(motion: Motion, into: Float32Array, from: number): void {
    const { x, y, z } = this.at(motion)!;
    const r = this.radius;
    const on = (angle: number): [number, number, number] => [x + r * Math.cos(angle), y + r * Math.sin(angle), z];
    const corners = Array.from({ length: CORNERS + 1 }, (_, i) => on((2 * Math.PI * i) / CORNERS));
    const rim = corners.slice(1).flatMap((corner, i) => [...corners[i]!, ...corner]);
    into.set([...rim, x - r, y, z, x + r, y, z, x, y - r, z, x, y + r, z], from);
  }
}

/** A centre for each body whose motion is known. Args: height: that replaces z. */
export function centersOf(scene: SceneData, rates: Rates, height: number): Center[] {
  if (scene.t === null) return [];
  const far = FAR * new Vector3(...scene.low).distanceTo(new Vector3(...scene.high));
  return scene.bodies.flatMap((body, number) => {
    const known = rates.ofPlane(body);
    return known ? [new Center(body, number, known, far, RADIUS * scene.size, height)] : [];
  });
}
