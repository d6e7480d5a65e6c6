// Colours by role, for one theme.

import { Color, SRGBColorSpace } from "three";

import type { Fill, Palette } from "../data";
import type { Theme } from "../theme";

/** How much of its own colour a pale area has. */
const TINT = 0.22;

/** Least contrast of words with what is behind them (WCAG 2.2, level AA), and steps towards it. */
const READABLE = 4.5;
const STEPS = 20;

/** Contrast of two colours by WCAG 2.2, 1 to 21. */
function contrast(a: Color, b: Color): number {
  // Parts of a colour are kept linear here, as the luminance wants them.
  const [low, high] = [a, b].map(({ r, g, b }) => 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05).sort((x, y) => x - y);
  return high! / low!;
}

/** A colour between two, mixed as they look on the screen. */
function mixed(from: Color, to: Color, share: number): Color {
  const a = from.getRGB({ r: 0, g: 0, b: 0 }, SRGBColorSpace);
  const b = to.getRGB({ r: 0, g: 0, b: 0 }, SRGBColorSpace);
  return new Color().setRGB(
    a.r + share * (b.r - a.r),
    a.g + share * (b.g - a.g),
    a.b + share * (b.b - a.b),
    SRGBColorSpace,
  );
}

export class Paint {
  readonly paper: Color;
  readonly ink: Color;
  readonly selected: Color;
  private readonly colors: Record<string, string | undefined>;
  private readonly bodies: string[];

  constructor(palette: Palette, theme: Theme) {
    this.colors = theme === "dark" ? palette.dark : palette.light;
    this.bodies = theme === "dark" ? palette.bodies_on_dark : palette.bodies;
    this.paper = this.of("paper");
    this.ink = this.of("ink");
    this.selected = this.of("selected");
  }

  /** Colour of a role; that of a body goes by its number. */
  of(role: string, body = -1): Color {
    if (role === "body") {
      return body < 0 ? this.of("ground") : new Color(this.bodies[body % this.bodies.length]);
    }
    return new Color(this.colors[role] ?? this.colors["ink"]);
  }

  /** Colour of the area inside a line of a colour. */
  filled(color: Color, fill: Fill): Color {
    if (fill === "paper") return this.paper;
    return fill === "tint" ? this.pale(color, TINT) : color;
  }

  /** A colour mixed with the paper; a share of 1 leaves it as it is. */
  pale(color: Color, share: number): Color {
    return mixed(this.paper, color, share);
  }

  /** Colour of words on a body: its own, mixed with ink until it can be read on paper and on every pale area. */
  words(role: string, body = -1): Color {
    const backs = [this.paper, ...this.bodies.map((color) => this.pale(new Color(color), TINT))];
    const own = this.of(role, body);
    for (let step = 0; step < STEPS; step++) {
      const color = mixed(own, this.ink, step / STEPS);
      if (backs.every((back) => contrast(color, back) >= READABLE)) return color;
    }
    return this.ink;
  }

  /** Colours of the axes x, y, z of a frame. */
  axis(number: number): Color {
    return new Color(this.bodies[[1, 2, 0][number] ?? 0]);
  }
}
