// The one time that every part of the page shows.

import { nearestRow, rowBefore } from "./rows";

export type Listener = (time: number, playing: boolean) => void;

/** Seconds in which "fit" plays the whole run. */
const FIT = 8;
/** Runs between these lengths are played in real time at first. */
const COMFORTABLE: [number, number] = [2, 30];
/** A frame that comes later than this, in seconds, does not make the mechanism jump. */
const LONGEST_FRAME = 0.1;

export class Clock {
  readonly start: number;
  readonly end: number;
  /** Speed at which the whole run takes a few seconds. */
  readonly fit: number;
  /** It runs on between rows, also where only rows are shown. */
  private now: number;
  private rate: number;
  private loops = true;
  private frame: number | null = null;
  private last = 0;
  private readonly listeners: Listener[] = [];

  /** rows: the times of the result, not empty and never falling [s]; is_stepped: whether no others are shown. */
  constructor(
    private readonly rows: Float64Array,
    private readonly is_stepped: boolean,
  ) {
    this.start = rows[0] ?? 0;
    this.end = rows[rows.length - 1] ?? 0;
    this.now = this.start;
    this.fit = this.length > 0 ? this.length / FIT : 1;
    this.rate = this.length >= COMFORTABLE[0] && this.length <= COMFORTABLE[1] ? 1 : this.fit;
  }

  get length(): number {
    return this.end - this.start;
  }

  get time(): number {
    return this.is_stepped ? this.rows[rowBefore(this.rows, this.now)]! : this.now;
  }

  get playing(): boolean {
    return this.frame !== null;
  }

  /** Seconds of the mechanism per second of the wall. */
  get speed(): number {
    return this.rate;
  }

  set speed(value: number) {
    this.rate = value;
    this.tell();
  }

  get loop(): boolean {
    return this.loops;
  }

  set loop(value: boolean) {
    this.loops = value;
    this.tell();
  }

  listen(listener: Listener): void {
    this.listeners.push(listener);
    listener(this.time, this.playing);
  }

  jump(time: number): void {
    if (!Number.isFinite(time)) return;
    const wanted = this.is_stepped ? this.rows[nearestRow(this.rows, time)]! : time;
    this.now = Math.min(Math.max(wanted, this.start), this.end);
    this.tell();
  }

  /** Stop at the row that lies `count` rows after the present time, before it where negative. */
  step(count: number): void {
    this.halt();
    const { rows, time } = this;
    // First row after the present time, or first that is not before it.
    let next = rows.findIndex((t) => (count > 0 ? t > time : t >= time));
    if (next < 0) next = rows.length;
    const row = count > 0 ? next + count - 1 : next + count;
    this.jump(rows[Math.min(Math.max(row, 0), rows.length - 1)] ?? this.start);
  }

  play(): void {
    if (this.playing || this.length <= 0) return;
    if (this.now >= this.end) this.now = this.start;
    this.last = performance.now();
    this.frame = requestAnimationFrame(this.advance);
    this.tell();
  }

  pause(): void {
    if (!this.playing) return;
    this.halt();
    this.tell();
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  private halt(): void {
    if (this.frame !== null) cancelAnimationFrame(this.frame);
    this.frame = null;
  }

  private readonly advance = (wall: number): void => {
    const passed = Math.min(Math.max((wall - this.last) / 1000, 0), LONGEST_FRAME);
    this.last = wall;
    const next = this.now + passed * this.rate;
    const ended = next >= this.end;
    if (ended && this.loops) this.now = this.start + ((next - this.start) % this.length);
    else this.now = Math.min(next, this.end);
    this.frame = ended && !this.loops ? null : requestAnimationFrame(this.advance);
    this.tell();
  };

  private tell(): void {
    for (const listener of this.listeners) listener(this.time, this.playing);
  }
}
