// Shapes about a pose, such as modes: one is chosen, and swings in the drawing while the tab is open. Where an answer says
// what closes its joints, they stay closed.

import { singles, type SceneData, type Shape } from "../data";
import { button, make, nothing } from "../dom";
import { icon } from "../icons";
import type { View } from "../view/view";
import type { Desk, Key, Panel, PanelOf } from "./base";
import { choices } from "./choices";

/** Seconds that a swing takes, whatever its frequency; and the way out and back of what does not swing. */
const PERIOD = 1.8;
const SLOWLY = 4;
/** How far a shape without a size of its own reaches at first, in sizes of the scene: the largest shift, with turns seen
 * at that size. */
const REACH = 0.2;
/** The slider of the size runs over powers of two; further up joints would be seen to come apart. */
const HALVINGS = 3;
const DOUBLINGS = 1;

export function shapesPanel(data: PanelOf<"shapes">, { data: { scene }, view }: Desk): Panel {
  const { title, shapes } = data;
  if (!shapes.length) return { element: nothing("There are none.") };
  if (!scene || !view) return { element: listed(title, shapes) };
  return new Swinging(data, scene, view);
}

/** Where nothing can be drawn, words alone. */
function listed(title: string, shapes: Shape[]): HTMLElement {
  const items = shapes.map(({ name, text }) => make("li", {}, `${name}: ${text}`));
  return make("div", { class: "prose" }, make("h2", {}, title), make("ul", {}, ...items));
}

class Swinging implements Panel {
  readonly element: HTMLElement;
  readonly keys: Key[];
  private readonly offset: Float32Array;
  private readonly swing = button([], {}, () => this.toggle());
  private real: Float32Array = new Float32Array();
  private imaginary: Float32Array = new Float32Array();
  /** phases x bodies x 6 */
  private closing: Float32Array | null = null;
  private does_swing = true;
  /** Factor that makes the shape reach as far as it should. */
  private scale = 0;
  private size = 1;
  /** Of the swing [rad]; at 0 the real part is seen, or where it does not swing, the farthest. */
  private phase = 0;
  private is_swinging = !matchMedia("(prefers-reduced-motion: reduce)").matches;
  private is_open = false;
  private frame: number | null = null;
  private last = 0;

  private readonly shapes: Shape[];

  constructor(
    { title, shapes, note }: PanelOf<"shapes">,
    private readonly scene: SceneData,
    private readonly view: View,
  ) {
    this.shapes = shapes;
    this.offset = new Float32Array(6 * scene.bodies.length);
    this.keys = [{ key: " ", written: "Space", does: "swing or stand still", press: () => this.toggle() }];
    const list = choices(title, shapes, (index) => this.choose(index));
    const said = note ? make("p", { class: "note" }, note) : null;
    const bar = make("div", { class: "bar" }, this.swing, this.slider());
    this.element = make("div", { class: "shapes" }, bar, list, said);
    this.choose(0);
    this.say();
  }

  opened(): void {
    this.is_open = true;
    this.go();
  }

  closed(): void {
    this.is_open = false;
    this.halt();
    this.view.displace(null);
  }

  private choose(index: number): void {
    const shape = this.shapes[index]!;
    this.real = singles(shape.real);
    this.imaginary = singles(shape.imaginary);
    this.closing = shape.closing ? singles(shape.closing) : null;
    this.does_swing = shape.is_swinging;
    const reach = reachOf(this.real, this.imaginary, this.scene.size);
    this.scale = this.closing ? 1 : reach > 0 ? (REACH * this.scene.size) / reach : 0;
    this.phase = 0;
    if (this.is_open) this.go();
  }

  private toggle(): void {
    this.is_swinging = !this.is_swinging;
    this.say();
    this.go();
  }

  private say(): void {
    const words = this.is_swinging ? "Stand still" : "Swing";
    this.swing.replaceChildren(icon(this.is_swinging ? "pause" : "play"), words);
    this.swing.title = `${words} (Space)`;
  }

  private slider(): HTMLElement {
    const slider = make("input", {
      type: "range",
      min: String(-HALVINGS),
      max: String(DOUBLINGS),
      step: "0.25",
      value: "0",
      "aria-label": "Size of the swing",
    });
    slider.addEventListener("input", () => {
      this.size = 2 ** Number(slider.value);
      this.show();
    });
    return make("label", { class: "size" }, "Size", slider);
  }

  /** Show it, and go on swinging if it is. */
  private go(): void {
    this.halt();
    this.show();
    if (!this.is_swinging) return;
    this.last = performance.now();
    this.frame = requestAnimationFrame(this.advance);
  }

  private halt(): void {
    if (this.frame !== null) cancelAnimationFrame(this.frame);
    this.frame = null;
  }

  private readonly advance = (wall: number): void => {
    const period = this.does_swing ? PERIOD : SLOWLY;
    this.phase += (2 * Math.PI * Math.max(wall - this.last, 0)) / (1000 * period);
    this.last = wall;
    this.show();
    this.frame = requestAnimationFrame(this.advance);
  };

  private show(): void {
    // Out and back: the same poses, of the quarter of a swing that lies between the farthest one and rest.
    const phase = this.does_swing ? this.phase : Math.acos((1 + Math.cos(this.phase)) / 2);
    const size = this.scale * this.size;
    const [a, b] = [size * Math.cos(phase), size * Math.sin(phase)];
    this.offset.forEach((_, i) => (this.offset[i] = a * (this.real[i] ?? 0) - b * (this.imaginary[i] ?? 0)));
    if (this.closing) this.close(this.closing, phase, size ** 2);
    this.view.displace(this.offset);
  }

  /** Add what closes joints, between the two phases at which it is known. What they lack grows with the square of the size. */
  private close(closing: Float32Array, phase: number, square: number): void {
    const wide = this.offset.length;
    const phases = closing.length / wide;
    const at = (((phase / (2 * Math.PI)) % 1) + 1) * phases;
    const [here, next] = [wide * (Math.floor(at) % phases), wide * (Math.ceil(at) % phases)];
    const part = at % 1;
    for (let i = 0; i < wide; i++)
      this.offset[i]! += square * ((1 - part) * (closing[here + i] ?? 0) + part * (closing[next + i] ?? 0));
  }
}

/** The farthest that a body goes in a swing: its shift, and its turn seen at a distance. */
function reachOf(real: Float32Array, imaginary: Float32Array, distance: number): number {
  const length = (at: number): number =>
    Math.hypot(...[at, at + 1, at + 2].flatMap((i) => [real[i] ?? 0, imaginary[i] ?? 0]));
  let found = 0;
  for (let at = 0; at < real.length; at += 6) found = Math.max(found, length(at) + distance * length(at + 3));
  return Number.isFinite(found) ? found : 0;
}
