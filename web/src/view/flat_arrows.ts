// Arrows in the plane: a stroke with a filled head; torques are arcs about their point.

import { BufferGeometry, type Color, Matrix4, MeshBasicMaterial, Vector3 } from "three";

import type { Vane, Vanes } from "./arrows";
import { Cast } from "./cast";
import { writeLine } from "./fixed";
import type { Motion } from "./motion";
import type { Paint } from "./paint";
import type { Line } from "./strokes";

/** Lengths below are in sizes of the scene. */
const HEAD_LENGTH = 0.075;
const HEAD_WIDTH = 0.05;
const ARC_RADIUS = 0.22;
const ARC_LEAST = Math.PI / 2;
const ARC_MOST = (7 * Math.PI) / 4;
const ARC_PIECES = 32;
/** Length of an arrow whose arc is the longest, in diagonals of the scene. */
export const ARC_FULL = 0.2;
const WEIGHT = 1.1;

/** Where a head ends, which way it points, and how long it is. */
interface Tip {
  point: Vector3;
  direction: Vector3;
  length: number;
}

abstract class Shaft implements Line {
  readonly owner: string;
  readonly weight = WEIGHT;
  readonly dashed = false;
  abstract readonly pieces: number;

  constructor(
    readonly vane: Vane,
    protected readonly size: number,
    protected readonly height: number,
  ) {
    this.owner = vane.owner;
  }

  color(paint: Paint): Color {
    return paint.of(this.vane.role);
  }

  isSeen(): boolean {
    return this.vane.is_seen;
  }

  abstract write(motion: Motion, into: Float32Array, from: number): void;
  abstract tip(): Tip;
}

class Straight extends Shaft {
  readonly pieces = 1;

  write(_: Motion, into: Float32Array, from: number): void {
    const { tail, direction, length } = this.vane;
    // The stroke ends inside the head, not in its point, where it would be wider than it.
    const reach = [0, length - 0.8 * this.tip().length];
    const point = new Vector3();
    writeLine(2, into, from, this.height, (i) => point.copy(tail).addScaledVector(direction, reach[i]!));
  }

  tip(): Tip {
    const { tail, direction, length } = this.vane;
    return {
      point: tail.clone().addScaledVector(direction, length),
      direction,
      length: Math.min(HEAD_LENGTH * this.size, 0.6 * length),
    };
  }
}

class Arc extends Shaft {
  readonly pieces = ARC_PIECES;

  /** Args: full: length of the arrow that has the longest arc [m]. */
  constructor(
    vane: Vane,
    size: number,
    height: number,
    private readonly full: number,
  ) {
    super(vane, size, height);
  }

  write(_: Motion, into: Float32Array, from: number): void {
    const point = new Vector3();
    const end = this.sweep() - (0.8 * this.tip().length) / this.radius;
    writeLine(ARC_PIECES + 1, into, from, this.height, (i) => this.at((end * i) / ARC_PIECES, point));
  }

  tip(): Tip {
    const sweep = this.sweep();
    const length = Math.min(HEAD_LENGTH * this.size, 0.5 * sweep * this.radius);
    const point = this.at(sweep, new Vector3());
    // The head lies along the chord of its own length, so that it looks bent like the arc.
    const direction = point.clone().sub(this.at(sweep - length / this.radius, new Vector3())).normalize();
    return { point, direction, length };
  }

  private get radius(): number {
    return ARC_RADIUS * this.size;
  }

  /** Positive angle of the arc; it grows with the length of the arrow it stands for. */
  private sweep(): number {
    return ARC_LEAST + Math.min(1, this.vane.length / this.full) * (ARC_MOST - ARC_LEAST);
  }

  /** Point of the arc an angle after its begin; it is open below, whichever way it turns. */
  private at(angle: number, into: Vector3): Vector3 {
    const sense = this.vane.direction.z < 0 ? -1 : 1;
    const phi = Math.PI / 2 + sense * (angle - this.sweep() / 2);
    return into.set(Math.cos(phi), Math.sin(phi), 0).multiplyScalar(this.radius).add(this.vane.tail);
  }
}

export class FlatArrows {
  readonly cast: Cast;
  readonly lines: Shaft[];
  private readonly head: BufferGeometry;

  constructor(
    vanes: Vanes,
    size: number,
    private readonly height: number,
  ) {
    this.lines = [
      ...vanes.straight.map((vane) => new Straight(vane, size, height)),
      ...vanes.torques.map((vane) => new Arc(vane, size, height, ARC_FULL * vanes.diagonal || 1)),
    ];
    const corners = [new Vector3(0, 0, 0), new Vector3(-1, 0.5, 0), new Vector3(-1, -0.5, 0)];
    this.head = new BufferGeometry().setFromPoints(corners).setIndex([0, 1, 2]);
    this.head.computeVertexNormals();
    this.cast = new Cast([{ geometry: this.head, copies: this.lines.length }], new MeshBasicMaterial());
  }

  show(paint: Paint): void {
    const pose = new Matrix4();
    this.cast.clear();
    for (const line of this.lines) {
      if (!line.isSeen()) continue;
      const { point, direction, length } = line.tip();
      const width = (length * HEAD_WIDTH) / HEAD_LENGTH;
      const along = new Vector3(direction.x, direction.y, 0).multiplyScalar(length);
      const across = new Vector3(-direction.y, direction.x, 0).multiplyScalar(width);
      pose.makeBasis(along, across, new Vector3(0, 0, 1)).setPosition(point.x, point.y, this.height);
      this.cast.put(this.head, pose, line.color(paint));
    }
    this.cast.done();
  }

  dispose(): void {
    this.cast.dispose();
  }
}
