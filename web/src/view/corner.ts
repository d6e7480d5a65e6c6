// The axes of ground in a corner of a picture of space.

import { type Camera, OrthographicCamera, Scene, Vector3, type WebGLRenderer } from "three";

import type { Paint } from "./paint";
import { Pen } from "./pen";

/** Side of the corner [CSS pixels]; the picture in it goes from -1 to 1. */
export const SIDE = 92;
const LENGTH = 0.62;
const WIDTH = 2;
/** Letters x, y, z as lines, about their middle. */
const LETTER = 0.11;
const LETTERS: [number, number][][] = [
  [[-0.8, -1], [0.8, 1], [-0.8, 1], [0.8, -1]],
  [[-0.8, 1], [0, 0], [0.8, 1], [-0.8, -1]],
  [[-0.8, 1], [0.8, 1], [0.8, 1], [-0.8, -1], [-0.8, -1], [0.8, -1]],
];
const ROOM = LETTERS.reduce((sum, letter) => sum + 1 + letter.length / 2, 0);

export class Corner {
  private readonly scene = new Scene();
  private readonly camera = new OrthographicCamera(-1, 1, 1, -1, 0, 4);
  private readonly pen = new Pen(ROOM, WIDTH);
  private paint: Paint | null = null;

  constructor() {
    this.camera.position.z = 2;
    this.scene.add(this.pen.mesh);
  }

  color(paint: Paint): void {
    this.paint = paint;
  }

  /** Draw it over a picture that a camera has taken. */
  draw(renderer: WebGLRenderer, camera: Camera, width: number, height: number): void {
    if (!this.paint) return;
    let piece = 0;
    LETTERS.forEach((letter, axis) => {
      // Axes are turned into the frame of the camera; the corner itself is always seen straight on.
      const tip = new Vector3().setComponent(axis, LENGTH).transformDirection(camera.matrixWorldInverse);
      const at = tip.clone().multiplyScalar(LENGTH + 0.2);
      tip.multiplyScalar(LENGTH);
      const points = [new Vector3(), tip];
      for (const [x, y] of letter) points.push(new Vector3(at.x + LETTER * x, at.y + LETTER * y, at.z));
      points.forEach((point, i) => point.toArray(this.pen.ends, 6 * piece + 3 * i));
      this.pen.color(piece, piece + points.length / 2, this.paint!.axis(axis));
      piece += points.length / 2;
    });
    this.pen.moved(piece);
    renderer.autoClear = false;
    renderer.setViewport(0, 0, SIDE, SIDE);
    renderer.clearDepth();
    renderer.render(this.scene, this.camera);
    renderer.setViewport(0, 0, width, height);
    renderer.autoClear = true;
  }

  dispose(): void {
    this.pen.dispose();
  }
}
