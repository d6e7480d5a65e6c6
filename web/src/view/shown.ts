// What of a scene is shown.

export interface Shown {
  bodies: boolean;
  joints: boolean;
  reactions: boolean;
  applied: boolean;
  drivers: boolean;
  torques: boolean;
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

/** What is shown before anybody chooses. */
export function shownAtFirst(bodies: number): Shown {
  return {
    bodies: true,
    joints: true,
    reactions: true,
    applied: true,
    drivers: true,
    torques: true,
    traces: true,
    points: false,
    frames: false,
    names: bodies <= NAMED_BODIES,
    grid: false,
    arrow_size: 1,
  };
}

/** Whether things of a kind (`Drawn.kind`) are shown. Forces have no switch: without them a picture would lie. */
export function showsKind(shown: Shown, kind: string): boolean {
  if (kind === "body" || kind === "ground") return shown.bodies;
  return kind === "force" || shown.joints;
}
