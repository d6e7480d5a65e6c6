// How long things are in the plane: a bar of a round length.

import type { Paint } from "./paint";
import { roundDown } from "./round";

/** From the edges of the picture, and the height of the ends [CSS pixels]. */
export const EDGE = 20;
const TICK = 5;
/** Longest bar, in widths of a picture. */
const LONGEST = 0.22;
const FONT = "12px system-ui, sans-serif";
/** Units, what they are worth [m], and the shortest bar that has them [m]. */
const UNITS: [string, number, number][] = [
  ["km", 1e3, 1e3],
  ["m", 1, 0.1],
  ["mm", 1e-3, 1e-3],
  ["\u00b5m", 1e-6, 0],
];

export class ScaleBar {
  readonly element = document.createElement("div");
  private words = "";
  /** [CSS pixels] */
  private length = 0;

  constructor() {
    this.element.className = "scale-bar";
    Object.assign(this.element.style, {
      position: "absolute",
      left: `${EDGE}px`,
      bottom: `${EDGE}px`,
      boxSizing: "border-box",
      font: FONT,
      textAlign: "center",
      whiteSpace: "nowrap",
      pointerEvents: "none",
    });
    // The bar is drawn as the edges of a box that is as high as its ends.
    this.element.append(document.createElement("span"), document.createElement("div"));
    Object.assign(this.edges.style, { height: `${TICK}px`, border: "solid", borderWidth: "0 1.25px 1.25px" });
  }

  color(paint: Paint): void {
    this.element.style.color = paint.of("muted").getStyle();
  }

  /** Args: zoom: CSS pixels of a metre. width: of the picture. */
  show(zoom: number, width: number): void {
    const length = roundDown((LONGEST * width) / zoom);
    const [unit, worth] = UNITS.find(([, , least]) => length >= least * (1 - 1e-9))!;
    this.words = `${Number((length / worth).toPrecision(3))} ${unit}`;
    this.length = length * zoom;
    this.element.firstElementChild!.textContent = this.words;
    this.element.style.width = `${this.length}px`;
  }

  /** Put it into a picture. */
  draw(canvas: CanvasRenderingContext2D, height: number): void {
    const [left, right, foot] = [EDGE, EDGE + this.length, height - EDGE];
    canvas.strokeStyle = canvas.fillStyle = this.element.style.color;
    canvas.lineWidth = 1.25;
    canvas.beginPath();
    canvas.moveTo(left, foot - TICK);
    canvas.lineTo(left, foot);
    canvas.lineTo(right, foot);
    canvas.lineTo(right, foot - TICK);
    canvas.stroke();
    canvas.font = FONT;
    canvas.textAlign = "center";
    canvas.textBaseline = "bottom";
    canvas.fillText(this.words, (left + right) / 2, foot - TICK);
  }

  private get edges(): HTMLElement {
    return this.element.lastElementChild as HTMLElement;
  }
}
