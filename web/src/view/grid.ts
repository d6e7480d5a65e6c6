// A grid: of the whole picture in the plane, under the mechanism in space.

import { BufferGeometry, Float32BufferAttribute, LineBasicMaterial, LineSegments, Quaternion, Vector3 } from "three";

import type { SceneData } from "../data";
import type { Paint } from "./paint";
import { roundUp } from "./round";
import type { FlatEye } from "./stand";

/** How much of the colour of ground the lines have. */
const SHARE = 0.28;
/** Least distance of two lines in the plane [CSS pixels], and lines across the mechanism in space. */
const LEAST = 48;
const ACROSS = 8;

const Z = new Vector3(0, 0, 1);

/** Ends of lines at multiples of a step inside a box of x, y. */
function lattice(left: number, right: number, low: number, high: number, step: number): number[] {
  const ends: number[] = [];
  for (let i = Math.ceil(left / step); i * step <= right; i++) ends.push(i * step, low, 0, i * step, high, 0);
  for (let i = Math.ceil(low / step); i * step <= high; i++) ends.push(left, i * step, 0, right, i * step, 0);
  return ends;
}

export class Grid {
  readonly lines = new LineSegments(new BufferGeometry(), new LineBasicMaterial());

  constructor() {
    this.lines.frustumCulled = false;
    this.lines.renderOrder = -1;
    // Everything else is in front of it, however little.
    this.lines.material.depthWrite = false;
  }

  /** Lay it under all that is seen in the plane. */
  cover({ camera }: FlatEye): void {
    const step = roundUp(LEAST / camera.zoom);
    const reach = (Math.max(camera.right, camera.top) * 1.5) / camera.zoom;
    const { x, y } = camera.position;
    this.put(lattice(x - reach, x + reach, y - reach, y + reach, step));
  }

  /** Lay it at the lowest place of a mechanism in space. */
  ground(scene: SceneData): void {
    const [low, high] = [new Vector3(...scene.low), new Vector3(...scene.high)];
    const up = new Vector3(...scene.up).normalize();
    const turn = new Quaternion().setFromUnitVectors(Z, up);
    const step = roundUp(Math.max(low.distanceTo(high), scene.size) / ACROSS);
    const reach = step * ACROSS;
    this.put(lattice(-reach, reach, -reach, reach, step));
    const center = low.clone().add(high).multiplyScalar(0.5);
    const half = high.clone().sub(low).multiplyScalar(0.5);
    const depth = Math.abs(half.x * up.x) + Math.abs(half.y * up.y) + Math.abs(half.z * up.z);
    // Its lines keep to round numbers of ground.
    const inside = center.clone().applyQuaternion(turn.clone().invert());
    inside.set(Math.round(inside.x / step) * step, Math.round(inside.y / step) * step, inside.z - depth);
    this.lines.position.copy(inside.applyQuaternion(turn));
    this.lines.quaternion.copy(turn);
  }

  color(paint: Paint): void {
    this.lines.material.color = paint.pale(paint.of("ground"), SHARE);
  }

  dispose(): void {
    this.lines.geometry.dispose();
    this.lines.material.dispose();
  }

  private put(ends: number[]): void {
    this.lines.geometry.dispose();
    this.lines.geometry = new BufferGeometry().setAttribute("position", new Float32BufferAttribute(ends, 3));
  }
}
