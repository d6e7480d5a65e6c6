// Arrows in space: a rod with a cone; torques have two cones and lie along their axis.

import { ConeGeometry, CylinderGeometry, Matrix4, MeshLambertMaterial, Quaternion, Vector3 } from "three";

import type { Vane, Vanes } from "./arrows";
import { Cast } from "./cast";
import type { Paint } from "./paint";

/** In sizes of the scene, and in parts of the length where the arrow is short. */
const HEAD_LENGTH = 0.11;
const HEAD_RADIUS = 0.034;
const ROD_RADIUS = 0.011;
const HEAD_PART = 0.45;
const SIDES = 12;

const Y = new Vector3(0, 1, 0);

export class SolidArrows {
  readonly cast: Cast;
  // Both stand on y, from 0 to 1.
  private readonly rod = new CylinderGeometry(1, 1, 1, SIDES).translate(0, 0.5, 0);
  private readonly head = new ConeGeometry(1, 1, SIDES).translate(0, 0.5, 0);

  constructor(
    private readonly vanes: Vanes,
    private readonly size: number,
  ) {
    const [forces, torques] = [vanes.straight.length, vanes.torques.length];
    const stocks = [
      { geometry: this.rod, copies: forces + torques },
      { geometry: this.head, copies: forces + 2 * torques },
    ];
    this.cast = new Cast(stocks, new MeshLambertMaterial());
    // Arrows begin inside bodies. They come last and forget how deep all else is, so that they are seen whole.
    this.cast.mesh.renderOrder = 1;
    this.cast.mesh.onBeforeRender = (renderer) => renderer.clearDepth();
  }

  show(paint: Paint): void {
    this.cast.clear();
    for (const vane of this.vanes.straight) this.put(vane, 1, paint);
    for (const vane of this.vanes.torques) this.put(vane, 2, paint);
    this.cast.done();
  }

  dispose(): void {
    this.cast.dispose();
  }

  private put(vane: Vane, heads: number, paint: Paint): void {
    if (!vane.is_seen) return;
    const { tail, direction, length } = vane;
    const color = paint.of(vane.role);
    // The second head stands half a head behind the first.
    const stack = 0.5 + 0.5 * heads;
    const head = Math.min(HEAD_LENGTH * this.size, (HEAD_PART * length) / stack);
    const share = head / HEAD_LENGTH;
    const rod = length - stack * head;
    const turn = new Quaternion().setFromUnitVectors(Y, direction);
    const stand = (up: number, radius: number, height: number): Matrix4 => {
      const foot = tail.clone().addScaledVector(direction, up);
      return new Matrix4().compose(foot, turn, new Vector3(radius * share, height, radius * share));
    };
    this.cast.put(this.rod, stand(0, ROD_RADIUS, rod), color);
    for (let i = 0; i < heads; i++) {
      this.cast.put(this.head, stand(rod + 0.5 * i * head, HEAD_RADIUS, head), color);
    }
  }
}
