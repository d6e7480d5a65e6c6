// What of a scene is shown.

import type { SceneData } from "../data";

export interface Shown {
  bodies: boolean;
  joints: boolean;
  reactions: boolean;
  /** Whether of reactions only those of the picked part are drawn. */
  picked_only: boolean;
  applied: boolean;
  drivers: boolean;
  torques: boolean;
  velocities: boolean;
  accelerations: boolean;
  /** Instant centres, in the plane. */
  centers: boolean;
  traces: boolean;
  points: boolean;
  frames: boolean;
  names: boolean;
  grid: boolean;
  /** Factor on the lengths of arrows; 1 is the scale of the scene. */
  arrow_size: number;
}

/** Names of more bodies than this would cover the picture. */
const NAMED_BODIES = 20;
/** Reactions of more joints than this would cover it too. */
const LOADED_JOINTS = 15;

/** What is shown before anybody chooses; in space a floor, without which nothing says what is below. */
export function shownAtFirst({ bodies, planar, arrows }: SceneData): Shown {
  const loaded = new Set(arrows.filter(({ role }) => role === "reaction").map(({ owner }) => owner));
  return {
    bodies: true,
    joints: true,
    reactions: true,
    picked_only: loaded.size > LOADED_JOINTS,
    applied: true,
    drivers: true,
    torques: true,
    velocities: false,
    accelerations: false,
    centers: false,
    traces: true,
    points: false,
    frames: false,
    names: bodies.length <= NAMED_BODIES,
    grid: !planar,
    arrow_size: 1,
  };
}

/** Whether things of a kind (`Drawn.kind`) are shown. Forces have no switch: without them a picture would lie. */
export function showsKind(shown: Shown, kind: string): boolean {
  if (kind === "center") return shown.centers;
  if (kind === "body" || kind === "ground") return shown.bodies;
  return kind === "force" || shown.joints;
}
