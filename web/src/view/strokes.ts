// Lines of constant width on the screen, a draw call for each width.

import { type Color, Group } from "three";

import type { Motion } from "./motion";
import type { Paint } from "./paint";
import { Pen } from "./pen";
import type { Shown } from "./shown";

/** Width of a line of weight 1 [CSS pixels]. */
const NORMAL_WIDTH = 2;
/** How much wider the line behind a selected one is [CSS pixels]. */
const HALO = 5;

export interface Line {
  readonly owner: string;
  readonly weight: number;
  readonly dashed: boolean;
  /** How many straight pieces it has. */
  readonly pieces: number;
  color(paint: Paint): Color;
  isSeen(motion: Motion, shown: Shown): boolean;
  /** Write both ends of each piece, in ground, six numbers a piece. */
  write(motion: Motion, into: Float32Array, from: number): void;
}

/** Lines that share a width. */
class Bundle {
  readonly pen: Pen;
  private seen: Line[] = [];
  private is_colored = false;

  constructor(
    readonly lines: Line[],
    width: number,
    dash: number,
    private readonly tone: (line: Line) => Color,
  ) {
    this.pen = new Pen(
      lines.reduce((sum, line) => sum + line.pieces, 0),
      width,
      dash,
    );
  }

  show(motion: Motion, shown: Shown): void {
    const seen = this.lines.filter((line) => line.isSeen(motion, shown));
    const is_same = seen.length === this.seen.length && seen.every((line, i) => line === this.seen[i]);
    this.seen = seen;
    let piece = 0;
    for (const line of seen) {
      line.write(motion, this.pen.ends, 6 * piece);
      piece += line.pieces;
    }
    this.pen.moved(piece);
    if (!is_same || !this.is_colored) this.color();
  }

  /** Colours are taken anew at the next drawing. */
  recolor(): void {
    this.is_colored = false;
  }

  /** Each piece that is seen: its owner, and where its six numbers begin in `pen.ends`. */
  *parts(): Generator<[string, number]> {
    let piece = 0;
    for (const line of this.seen) {
      for (const end = piece + line.pieces; piece < end; piece++) yield [line.owner, 6 * piece];
    }
  }

  private color(): void {
    let piece = 0;
    for (const line of this.seen) {
      this.pen.color(piece, piece + line.pieces, this.tone(line));
      piece += line.pieces;
    }
    this.is_colored = true;
  }
}

export class Strokes {
  readonly group = new Group();
  private readonly bundles: Bundle[] = [];
  private halos: Bundle[] = [];
  private paint: Paint;

  /** Args: dash: length of a dash [m]. */
  constructor(
    private readonly lines: Line[],
    private readonly dash: number,
    paint: Paint,
  ) {
    this.paint = paint;
    this.bundles = this.bundled(lines, 0, (line) => line.color(this.paint));
    for (const { pen } of this.bundles) this.group.add(pen.mesh);
  }

  /** Put a halo behind the lines of one owner. */
  color(paint: Paint, selected: string | null): void {
    this.paint = paint;
    for (const bundle of this.bundles) bundle.recolor();
    for (const { pen } of this.halos) {
      this.group.remove(pen.mesh);
      pen.dispose();
    }
    const lines = selected === null ? [] : this.lines.filter((line) => line.owner === selected && !line.dashed);
    this.halos = this.bundled(lines, HALO, () => this.paint.selected);
    for (const { pen } of this.halos) {
      // Behind its own line, before everything below it.
      pen.mesh.material.polygonOffset = true;
      pen.mesh.material.polygonOffsetUnits = 16;
      this.group.add(pen.mesh);
    }
  }

  show(motion: Motion, shown: Shown): void {
    for (const bundle of [...this.bundles, ...this.halos]) bundle.show(motion, shown);
  }

  /** Every piece that is seen: its owner, the numbers of its bundle and where its own six begin. */
  *parts(): Generator<[string, Float32Array, number]> {
    for (const bundle of this.bundles) {
      for (const [owner, at] of bundle.parts()) yield [owner, bundle.pen.ends, at];
    }
  }

  dispose(): void {
    for (const { pen } of [...this.bundles, ...this.halos]) pen.dispose();
  }

  private bundled(lines: Line[], wider: number, tone: (line: Line) => Color): Bundle[] {
    const alike = new Map<string, Line[]>();
    for (const line of lines) {
      const key = `${line.weight} ${line.dashed}`;
      const some = alike.get(key);
      if (some) some.push(line);
      else alike.set(key, [line]);
    }
    return [...alike.values()].map((some) => {
      const { weight, dashed } = some[0]!;
      return new Bundle(some, NORMAL_WIDTH * weight + wider, dashed ? this.dash : 0, tone);
    });
  }
}
