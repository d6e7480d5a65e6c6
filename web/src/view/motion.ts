// Where every body is at a time.

import { Matrix4, Quaternion, Vector3 } from "three";

import { rowsOf, singles, type Anchor, type SceneData } from "../data";
import { rowBefore } from "../rows";

const ONE = new Vector3(1, 1, 1);
const Z = new Vector3(0, 0, 1);

export class Motion {
  readonly t: Float64Array;
  /** Row at or before the time, and how far it is to the next one, 0 to 1. */
  row = 0;
  fraction = 0;
  private readonly poses: Float32Array;
  /** Shift and turn of each body beside its pose, bodies x 6; null where it is none. */
  private offset: Float32Array | null = null;
  private readonly bodies: number;
  private readonly is_planar: boolean;
  private readonly places: Matrix4[];
  private readonly known: boolean[];
  private readonly ground = new Matrix4();
  private readonly position = new Vector3();
  private readonly turn = new Quaternion();
  private readonly axis = new Vector3();
  private readonly next_values = new Vector3();
  private readonly next_turn = new Quaternion();

  constructor(scene: SceneData) {
    this.t = rowsOf(scene);
    this.poses = singles(scene.poses);
    this.bodies = scene.bodies.length;
    this.is_planar = scene.planar;
    this.places = scene.bodies.map(() => new Matrix4());
    this.known = scene.bodies.map(() => false);
    this.move(this.t[0] ?? 0);
  }

  /** Go to a time; before the first row and after the last one everything stands still. */
  move(time: number): void {
    const last = this.t.length - 1;
    const row = rowBefore(this.t, time);
    this.row = row;
    const step = row < last ? this.t[row + 1]! - this.t[row]! : 0;
    this.fraction = step > 0 ? Math.min(Math.max((time - this.t[row]!) / step, 0), 1) : 0;
    for (let body = 0; body < this.bodies; body++) this.place(body);
  }

  /** Put bodies beside their poses, or back: shift of the origin [m] and turn [rad] of each, in ground components. */
  displace(offset: Float32Array | null): void {
    this.offset = offset;
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
    this.read(anchor.body, row, 0);
    return into.applyQuaternion(this.turn).add(this.position);
  }

  /** Three numbers of each row, between the rows of now. */
  between(values: Float32Array, into: Vector3): Vector3 {
    into.fromArray(values, 3 * this.row);
    if (this.fraction === 0) return into;
    return into.lerp(this.next_values.fromArray(values, 3 * this.row + 3), this.fraction);
  }

  private place(body: number): void {
    const { position, turn } = this;
    this.read(body, this.row, this.fraction);
    if (this.offset) this.shift(this.offset, 6 * body);
    const sum = position.x + position.y + position.z + turn.x + turn.y + turn.z + turn.w;
    this.known[body] = Number.isFinite(sum);
    if (this.known[body]) this.places[body]!.compose(position, turn, ONE);
  }

  private shift(offset: Float32Array, at: number): void {
    const { position, turn, axis } = this;
    position.add(axis.fromArray(offset, at));
    const angle = axis.fromArray(offset, at + 3).length();
    if (angle > 0) turn.premultiply(this.next_turn.setFromAxisAngle(axis.divideScalar(angle), angle));
  }

  /** Take position and turn of a body from a row, or from a fraction of the way to the next one. */
  private read(body: number, row: number, fraction: number): void {
    const width = this.is_planar ? 3 : 7;
    const here = width * (row * this.bodies + body);
    const next = here + width * this.bodies;
    // Without a fraction the next row is not touched, so that its unknown numbers cannot spread into this one.
    const at = (i: number): number => {
      const value = this.poses[here + i] ?? NaN;
      return fraction > 0 ? value + fraction * ((this.poses[next + i] ?? NaN) - value) : value;
    };
    if (this.is_planar) {
      this.position.set(at(0), at(1), 0);
      // The angle goes on over full turns, so that it is known which way a body turns, and how often, between two rows.
      this.turn.setFromAxisAngle(Z, at(2));
      return;
    }
    this.position.set(at(0), at(1), at(2));
    this.readTurn(here, this.turn);
    if (fraction > 0) this.turn.slerp(this.readTurn(next, this.next_turn), fraction);
  }

  private readTurn(from: number, into: Quaternion): Quaternion {
    const at = (i: number): number => this.poses[from + i] ?? NaN;
    return into.set(at(4), at(5), at(6), at(3));
  }
}
