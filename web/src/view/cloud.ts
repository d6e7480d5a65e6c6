// Points about all that is drawn, at some of the times: by these a picture is framed.

import { Box3, Quaternion, Vector3 } from "three";

import type { Primitive, SceneData } from "../data";
import type { Motion } from "./motion";

/** About how many points there are, and the least number of times. */
const POINTS = 20_000;
const LEAST_ROWS = 8;
const CORNERS = 8;

export function cloudOf(scene: SceneData, motion: Motion): Vector3[] {
  const boxes = new Map<number, Box3>();
  const boxOf = (body: number): Box3 => {
    if (!boxes.has(body)) boxes.set(body, new Box3());
    return boxes.get(body)!;
  };
  for (const { body, primitives } of scene.drawn) for (const one of primitives) grow(boxOf(body), one);
  for (const { start, end } of scene.spans) for (const at of [start, end]) boxOf(at.body).expandByPoint(new Vector3(...at.p));
  for (const { at } of scene.marks) if (at.body >= 0) boxOf(at.body).expandByPoint(new Vector3(...at.p));
  const rows = motion.t.length;
  const step = Math.max(1, Math.floor(rows / Math.max(LEAST_ROWS, POINTS / (CORNERS * Math.max(1, boxes.size)))));
  const found: Vector3[] = [];
  for (const [body, { min, max }] of boxes) {
    const corners = Array.from({ length: CORNERS }, (_, i) => {
      return new Vector3(i & 1 ? max.x : min.x, i & 2 ? max.y : min.y, i & 4 ? max.z : min.z);
    });
    for (let row = 0; row < (body < 0 ? 1 : rows); row += step) {
      for (const corner of corners) {
        const at = { body, p: corner.toArray(), turn: [1, 0, 0, 0] as [number, number, number, number] };
        const place = motion.pointAt(row, at, new Vector3());
        if (Number.isFinite(place.x + place.y + place.z)) found.push(place);
      }
    }
  }
  return found;
}

/** Make a box larger until a primitive is inside. */
export function grow(box: Box3, one: Primitive): void {
  const put = (center: Vector3, reach: number): void => {
    box.expandByPoint(center.clone().subScalar(reach)).expandByPoint(center.clone().addScalar(reach));
  };
  if (one.form === "path") for (const point of one.points) put(new Vector3(...point), 0);
  else if (one.form === "round") {
    put(new Vector3(...one.start), one.start_radius);
    put(new Vector3(...one.end), one.end_radius);
  } else if (one.form === "block") {
    const [w, x, y, z] = one.turn;
    const turn = new Quaternion(x, y, z, w);
    const center = new Vector3(...one.center);
    for (let i = 0; i < CORNERS; i++) {
      const sides = one.size.map((side, k) => ((i >> k) & 1 ? side / 2 : -side / 2)) as [number, number, number];
      box.expandByPoint(new Vector3(...sides).applyQuaternion(turn).add(center));
    }
  } else put(new Vector3(...one.center), one.radius);
}
