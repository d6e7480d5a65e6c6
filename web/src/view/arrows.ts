// Forces, torques, velocities and accelerations now: where their arrows begin, which way they point, how long they are.

import { Vector3 } from "three";

import { singles, type Anchor, type Arrow, type SceneData } from "../data";
import type { Motion } from "./motion";
import type { Rate, Rates } from "./rates";
import type { Shown } from "./shown";

export type Role = Arrow["role"] | Rate;
export type Quantity = Arrow["quantity"] | Rate;

/** Values below this part of the largest one of their quantity are rounding. */
const NOTHING = 1e-9;
/** What shows the arrows of a role. */
const SWITCH = {
  reaction: "reactions",
  applied: "applied",
  driver: "drivers",
  velocity: "velocities",
  acceleration: "accelerations",
} as const;
/** Longest arrow, and length of one that is as large as nearly all others, in diagonals of the scene. */
const LONGEST = 0.45;
const LONG = 0.2;
const NEARLY_ALL = 0.95;
/** Arrows that a scene holds without a crowd; more of them are shorter. */
const FEW = 10;

/** Arrows of one quantity, which have one scale. */
export class Group {
  readonly vanes: Vane[] = [];
  private found: { scale: number; least: number } | null = null;

  /** Args: scale: metres of arrow per unit; null where it follows from the values. */
  constructor(
    readonly quantity: Quantity,
    private readonly given: number | null,
    private readonly diagonal: number,
  ) {}

  /** Metres of arrow per unit. */
  get scale(): number {
    return this.measured.scale;
  }

  /** What is less is rounding. */
  get least(): number {
    return this.measured.least;
  }

  get longest(): number {
    return LONGEST * this.diagonal;
  }

  /** Found when they are first shown, which for velocities may be never. */
  private get measured(): { scale: number; least: number } {
    this.found ??= this.measure();
    return this.found;
  }

  private measure(): { scale: number; least: number } {
    const sizes = this.vanes.flatMap((vane) => vane.sizes()).sort((a, b) => a - b);
    const least = NOTHING * (sizes[sizes.length - 1] ?? 0);
    if (this.given !== null) return { scale: this.given, least };
    const some = sizes.filter((size) => size > least);
    const large = some[Math.min(Math.floor(NEARLY_ALL * some.length), some.length - 1)] ?? 0;
    const crowd = Math.min(1, Math.sqrt(FEW / Math.max(1, this.vanes.length)));
    return { scale: large > 0 ? (crowd * LONG * this.diagonal) / large : 1, least };
  }
}

/** An arrow at the time shown. */
export class Vane {
  is_seen = false;
  readonly tail = new Vector3();
  readonly direction = new Vector3();
  length = 0;
  private unpacked: Float32Array | null = null;

  constructor(
    readonly owner: string,
    readonly role: Role,
    private readonly at: Anchor,
    readonly group: Group,
    /** Rows x 3, ground components; asked for once. */
    private readonly read: () => Float32Array,
  ) {
    group.vanes.push(this);
  }

  /** Finite sizes at all times. */
  sizes(): number[] {
    const { values } = this;
    const rows = Array.from({ length: values.length / 3 }, (_, row) => 3 * row);
    return rows.map((i) => Math.hypot(values[i]!, values[i + 1]!, values[i + 2]!)).filter(Number.isFinite);
  }

  /** Args: picked: the part that is picked and what is beside it. */
  move(motion: Motion, shown: Shown, picked: ReadonlySet<string>): void {
    this.is_seen = isSwitchedOn(this, shown, picked) && motion.knows(this.at.body);
    if (!this.is_seen) return;
    const value = motion.between(this.values, this.direction);
    const size = value.length();
    this.is_seen = Number.isFinite(size) && size > this.group.least;
    if (!this.is_seen) return;
    value.divideScalar(size);
    this.length = Math.min(size * this.group.scale * shown.arrow_size, this.group.longest);
    motion.point(this.at, this.tail);
  }

  private get values(): Float32Array {
    this.unpacked ??= this.read();
    return this.unpacked;
  }
}

/** Whether an arrow is shown wherever it has a size. */
export function isSwitchedOn({ owner, role, group }: Vane, shown: Shown, picked: ReadonlySet<string>): boolean {
  if (!shown[SWITCH[role]] || (group.quantity === "torque" && !shown.torques)) return false;
  return role !== "reaction" || !shown.picked_only || picked.has(owner);
}

export class Vanes {
  /** Of the scene [m]. */
  readonly diagonal: number;
  readonly groups: Group[];
  /** Those that are drawn straight, and torques, which may be arcs. */
  readonly straight: Vane[];
  readonly torques: Vane[];

  constructor(scene: SceneData, rates: Rates) {
    this.diagonal = new Vector3(...scene.low).distanceTo(new Vector3(...scene.high));
    const group = (quantity: Quantity, scale: number | null): Group => new Group(quantity, scale, this.diagonal);
    const [forces, torques] = [group("force", scene.force_scale), group("torque", scene.torque_scale)];
    for (const { owner, role, quantity, at, values } of scene.arrows) {
      new Vane(owner, role, at, quantity === "force" ? forces : torques, () => singles(values));
    }
    const moving = (["velocity", "acceleration"] as const).map((rate) => {
      const found = group(rate, null);
      for (const { name, at } of scene.t === null ? [] : rates.marks(rate)) {
        new Vane(scene.bodies[at.body]!, rate, at, found, () => rates.values(name, rate));
      }
      return found;
    });
    this.groups = [forces, torques, ...moving];
    this.straight = [forces, ...moving].flatMap(({ vanes }) => vanes);
    this.torques = torques.vanes;
  }

  move(motion: Motion, shown: Shown, picked: ReadonlySet<string>): void {
    for (const { vanes } of this.groups) for (const vane of vanes) vane.move(motion, shown, picked);
  }
}
