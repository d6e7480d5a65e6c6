// Velocities and accelerations, as the result publishes them.

import type { Columns } from "../columns";
import type { Mark, SceneData } from "../data";

const AXES = ["x", "y", "z"] as const;
/** Points that get arrows; where there are more, only mass centres and points that are traced do. */
const MOST_POINTS = 60;

/** What the name of a series of a point ends with. */
const ENDS = { velocity: "_dot", acceleration: "_ddot" } as const;
export type Rate = keyof typeof ENDS;

export class Rates {
  constructor(
    private readonly scene: SceneData,
    private readonly columns: Columns,
  ) {}

  /** Marks whose velocity or acceleration is known, one at each place. */
  marks(rate: Rate): Mark[] {
    const known = this.scene.marks.filter(({ name, at }) => at.body >= 0 && this.has(name, rate));
    const isMain = ({ name, is_traced }: Mark): boolean => is_traced || name.endsWith(".center");
    const some = known.length > MOST_POINTS ? known.filter(isMain) : known;
    const places = new Set<string>();
    return some.filter(({ at }) => {
      const place = [at.body, ...at.p].join(" ");
      return !places.has(place) && places.add(place);
    });
  }

  /** Rows x 3, ground components. */
  values(name: string, rate: Rate): Float32Array {
    const parts = AXES.map((axis) => this.columns.get(`${name}.${axis}${ENDS[rate]}`)?.name ?? null);
    const found = new Float32Array(3 * this.columns.t.length);
    parts.forEach((part, axis) => {
      if (part !== null) this.columns.values(part).forEach((value, row) => (found[3 * row + axis] = value));
    });
    return found;
  }

  /** Rows x 3: velocity of the origin of a planar body, and its angular velocity; null where they are not known. */
  ofPlane(body: string): Float32Array | null {
    const parts = ["x_dot", "y_dot", "psi_dot"].map((part) => `${body}.${part}`);
    if (!this.scene.planar || !parts.every((part) => this.columns.get(part))) return null;
    const found = new Float32Array(3 * this.columns.t.length);
    parts.forEach((part, k) => this.columns.values(part).forEach((value, row) => (found[3 * row + k] = value)));
    return found;
  }

  private has(name: string, rate: Rate): boolean {
    const axes = this.scene.planar ? AXES.slice(0, 2) : AXES;
    return axes.every((axis) => this.columns.get(`${name}.${axis}${ENDS[rate]}`));
  }
}
