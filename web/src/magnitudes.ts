// Magnitudes of vectors: "|A.reaction|" of A.reaction.x, .y and .z, "|coupler.P.v|" of coupler.P.x_dot and .y_dot.

import type { Series } from "./data";

/** Components with what follows: those of a vector, of a velocity, of an acceleration. */
const COMPONENT = /^(.+)\.([xyz])(_dot|_ddot)?$/;
const LETTERS: Record<string, string> = { "": "", _dot: ".v", _ddot: ".a" };

export interface Magnitude {
  name: string;
  unit: string;
  owner: string;
  /** Series of its components. */
  of: string[];
}

/** Those of all vectors of which two components are there; a place has none that means something. */
export function magnitudesOf(series: readonly Series[]): Magnitude[] {
  const found = new Map<string, Magnitude>();
  for (const { name, unit, owner } of series) {
    const [, stem, , rate] = COMPONENT.exec(name) ?? [];
    if (stem === undefined || unit === "m" || unit === "1" || stem.endsWith(".quaternion")) continue;
    const key = `|${stem}${LETTERS[rate ?? ""]}|`;
    if (!found.has(key)) found.set(key, { name: key, unit, owner, of: [] });
    found.get(key)!.of.push(name);
  }
  return [...found.values()].filter(({ of, name }) => of.length > 1 && !series.some((one) => one.name === name));
}
