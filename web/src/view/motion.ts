// Where every body is at a time.

import { Matrix4, Quaternion, Vector3 } from "three";

import { doubles, singles, type Anchor, type SceneData } from "../data";

const ONE = new Vector3(1, 1, 1);
const Z = new Vector3(0, 0, 1);

export class Motion {
  readonly t: Float64Array;
  /** Row at or before the time, and how far it is to the next one, 0 to 1. */
  row = 0;
  fraction = 0;
  private readonly poses: Float32Array;
  private readonly bodies: number;
  private readonly width: number;
  private readonly places: Matrix4[];
  private readonly known: boolean[];
  private readonly ground = new Matrix4();
  private readonly position = new Vector3();
  private readonly turn = new Quaternion();
  private readonly next_position = new Vector3();
  private readonly next_turn = new Quaternion();

  constructor(scene: SceneData) {
    this.t = doubles(scene.t);
    this.poses = singles(scene.poses);
    this.bodies = scene.bodies.length;
    this.width = scene.planar ? 3 : 7;
    this.places = scene.bodies.map(() => new Matrix4());
    this.known = scene.bodies.map(() => false);
    this.move(this.t[0] ?? 0);
  }

  /** Go to a time; before the first row and after the last one everything stands still. */
  move(time: number): void {
    const last = this.t.length - 1;
    let low = 0;
    let high = Math.max(last, 0);
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.t[middle]! <= time) low = middle;
      else high = middle - 1;
    }
    this.row = low;
    const step = low < last ? this.t[low + 1]! - this.t[low]! : 0;
    this.fraction = step > 0 ? Math.min(Math.max((time - this.t[low]!) / step, 0), 1) : 0;
    for (let body = 0; body < this.bodies; body++) this.place(body);
  }

  /** Pose of a body in ground now; -1 is ground. */
  pose(body: number): Matrix4 {
    return this.places[body] ?? this.ground;
  }

  /** Whether the pose of a body is known now: not where the result has no number. */
  knows(body: number): boolean {
    return this.known[body] ?? true;
  }

  /** Position of an anchor in ground now. */
  point(anchor: Anchor, into: Vector3): Vector3 {
    return into.set(...anchor.p).applyMatrix4(this.pose(anchor.body));
  }

  /** Position of an anchor in ground at a row; not finite where it is not known. */
  pointAt(row: number, anchor: Anchor, into: Vector3): Vector3 {
    into.set(...anchor.p);
    if (anchor.body < 0) return into;
    this.read(row, anchor.body, this.position, this.turn);
    return into.applyQuaternion(this.turn).add(this.position);
  }

  /** Three numbers of each row, between the rows of now. */
  between(values: Float32Array, into: Vector3): Vector3 {
    into.fromArray(values, 3 * this.row);
    if (this.fraction === 0) return into;
    return into.lerp(this.next_position.fromArray(values, 3 * this.row + 3), this.fraction);
  }

  private place(body: number): void {
    const { position, turn } = this;
    this.read(this.row, body, position, turn);
    // Without a fraction the next row is not touched, so that its unknown numbers cannot spread into this one.
    if (this.fraction > 0) {
      this.read(this.row + 1, body, this.next_position, this.next_turn);
      position.lerp(this.next_position, this.fraction);
      turn.slerp(this.next_turn, this.fraction);
    }
    const sum = position.x + position.y + position.z + turn.x + turn.y + turn.z + turn.w;
    this.known[body] = Number.isFinite(sum);
    if (this.known[body]) this.places[body]!.compose(position, turn, ONE);
  }

  private read(row: number, body: number, position: Vector3, turn: Quaternion): void {
    const from = (row * this.bodies + body) * this.width;
    const at = (i: number): number => this.poses[from + i] ?? NaN;
    if (this.width === 3) {
      position.set(at(0), at(1), 0);
      turn.setFromAxisAngle(Z, at(2));
    } else {
      position.set(at(0), at(1), at(2));
      turn.set(at(4), at(5), at(6), at(3));
    }
  }
}
