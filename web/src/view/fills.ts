// Areas and solids that move with bodies.

import type { BufferGeometry, Color, Material } from "three";

import type { Drawn, Fill } from "../data";
import { Cast } from "./cast";
import type { Motion } from "./motion";
import type { Paint } from "./paint";
import { showsKind, type Shown } from "./shown";

/** Areas of one colour on one body. */
export interface Piece {
  drawn: Drawn;
  fill: Fill;
  geometry: BufferGeometry;
}

export class Fills {
  readonly cast: Cast;
  private colors: Color[] = [];
  private seen: Piece[] = [];

  constructor(
    readonly pieces: Piece[],
    material: Material,
  ) {
    this.cast = new Cast(
      pieces.map(({ geometry }) => ({ geometry, copies: 1 })),
      material,
    );
  }

  color(paint: Paint): void {
    this.colors = this.pieces.map(({ drawn, fill }) => paint.filled(paint.of(drawn.role, drawn.body), fill));
  }

  show(motion: Motion, shown: Shown): void {
    this.cast.clear();
    this.seen = [];
    this.pieces.forEach((piece, i) => {
      const { drawn, geometry } = piece;
      if (!showsKind(shown, drawn.kind) || !motion.knows(drawn.body)) return;
      this.seen.push(piece);
      this.cast.put(geometry, motion.pose(drawn.body), this.colors[i]!);
    });
    this.cast.done();
  }

  /** Owner of a triangle. */
  owner(triangle: number): string | null {
    return this.seen[this.cast.copy(triangle)]?.drawn.owner ?? null;
  }

  dispose(): void {
    this.cast.dispose();
  }
}
