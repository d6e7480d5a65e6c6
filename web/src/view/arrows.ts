// Forces and torques now: where their arrows begin, which way they point and how long they are.

import { Vector3 } from "three";

import { singles, type Arrow, type SceneData } from "../data";
import type { Motion } from "./motion";
import type { Shown } from "./shown";

/** Values below this part of the largest one of their quantity are rounding, not forces. */
const NOTHING = 1e-9;
/** What shows the arrows of a role. */
const SWITCH = { reaction: "reactions", applied: "applied", driver: "drivers" } as const;
/** Longest arrow, in diagonals of the scene. */
const LONGEST = 0.45;

/** An arrow at the time shown. */
export class Vane {
  is_seen = false;
  readonly tail = new Vector3();
  readonly direction = new Vector3();
  length = 0;
  private readonly values: Float32Array;

  constructor(
    readonly arrow: Arrow,
    private readonly scale: number,
    private readonly longest: number,
  ) {
    this.values = singles(arrow.values);
  }

  /** The largest finite value of all times. */
  get largest(): number {
    let found = 0;
    for (let i = 0; i + 2 < this.values.length; i += 3) {
      const size = Math.hypot(this.values[i]!, this.values[i + 1]!, this.values[i + 2]!);
      if (size > found && Number.isFinite(size)) found = size;
    }
    return found;
  }

  move(motion: Motion, shown: Shown, least: number): void {
    const { at, role, quantity } = this.arrow;
    const value = motion.between(this.values, this.direction);
    const size = value.length();
    this.is_seen =
      shown[SWITCH[role]] &&
      (quantity === "force" || shown.torques) &&
      motion.knows(at.body) &&
      Number.isFinite(size) &&
      size > least;
    if (!this.is_seen) return;
    value.divideScalar(size);
    this.length = Math.min(size * this.scale * shown.arrow_size, this.longest);
    motion.point(at, this.tail);
  }
}

export class Vanes {
  /** Of the scene [m]. */
  readonly diagonal: number;
  readonly forces: Vane[];
  readonly torques: Vane[];
  private readonly least: Map<Vane, number>;

  constructor(scene: SceneData) {
    this.diagonal = new Vector3(...scene.low).distanceTo(new Vector3(...scene.high));
    const longest = LONGEST * this.diagonal;
    const some = (quantity: string, scale: number): Vane[] =>
      scene.arrows.filter((arrow) => arrow.quantity === quantity).map((arrow) => new Vane(arrow, scale, longest));
    this.forces = some("force", scene.force_scale);
    this.torques = some("torque", scene.torque_scale);
    this.least = new Map(
      [this.forces, this.torques].flatMap((vanes) => {
        const least = NOTHING * Math.max(0, ...vanes.map((vane) => vane.largest));
        return vanes.map((vane): [Vane, number] => [vane, least]);
      }),
    );
  }

  move(motion: Motion, shown: Shown): void {
    for (const [vane, least] of this.least) vane.move(motion, shown, least);
  }
}
