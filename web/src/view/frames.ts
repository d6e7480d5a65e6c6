// Axes of the frames of marks and bodies.

import { Quaternion, Vector3 } from "three";

import type { Anchor, SceneData } from "../data";
import { Fixed } from "./fixed";
import type { Line } from "./strokes";

/** Length of an axis, in sizes of the scene. */
const LENGTH = 0.16;
const WEIGHT = 1;

/** Args: height: replaces z where heights are an order of drawing; the third axis is then not seen. */
export function framesOf(scene: SceneData, height: number | null): Line[] {
  const origin = (body: number): Anchor => ({ body, p: [0, 0, 0], turn: [1, 0, 0, 0] });
  const anchors = [origin(-1), ...scene.bodies.map((_, body) => origin(body)), ...scene.marks.map(({ at }) => at)];
  const axes = height === null ? [0, 1, 2] : [0, 1];
  return anchors.flatMap((anchor) => axes.map((axis) => axisOf(anchor, axis, LENGTH * scene.size, height)));
}

function axisOf({ body, p, turn }: Anchor, axis: number, length: number, height: number | null): Line {
  const [w, x, y, z] = turn;
  const start = new Vector3(...p);
  const end = new Vector3().setComponent(axis, length).applyQuaternion(new Quaternion(x, y, z, w)).add(start);
  return new Fixed(
    { points: [start, end], closed: false, weight: WEIGHT, dashed: false },
    { owner: "", body, height, color: (paint) => paint.axis(axis), isShown: (shown) => shown.frames },
  );
}
