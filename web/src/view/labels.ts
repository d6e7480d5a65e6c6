// Names over the picture. They come from a model file, so they are only ever set as text.

import { Box3, type Camera, Vector3 } from "three";

import type { Anchor, Primitive, SceneData } from "../data";
import { clipped } from "../dom";
import type { Motion } from "./motion";
import type { Paint } from "./paint";
import { showsKind, type Shown } from "./shown";

/** Longer names are cut. */
const LETTERS = 32;
/** How far the name of an element stands beside it [CSS pixels]. */
const BESIDE = 9;
const FONT = "12px system-ui, sans-serif";

/** Pixels of a point of ground in a picture. */
export function pixels(point: Vector3, camera: Camera, width: number, height: number): [number, number] {
  const { x, y } = point.clone().project(camera);
  return [((1 + x) * width) / 2, ((1 - y) * height) / 2];
}

interface Label {
  owner: string;
  kind: string;
  role: string;
  /** It stands in the middle of these. */
  at: Anchor[];
  element: HTMLElement;
  /** Measured once it has one; nothing about it changes with time. */
  size: [number, number] | null;
  /** Its left upper corner, where it is seen. */
  place: [number, number] | null;
}

export class Labels {
  readonly element = document.createElement("div");
  private readonly labels: Label[] = [];
  private paint: Paint | null = null;
  private selected: string | null = null;

  constructor(private readonly scene: SceneData) {
    Object.assign(this.element.style, { position: "absolute", inset: "0", overflow: "hidden", pointerEvents: "none" });
    // Elements before bodies: where two overlap, the first one stays.
    const drawn = [...scene.drawn].sort((a, b) => Number(a.kind === "body") - Number(b.kind === "body"));
    for (const { owner, kind, role, body, primitives } of drawn) {
      if (kind !== "ground") this.add(owner, kind, role, [{ body, p: middle(primitives), turn: [1, 0, 0, 0] }]);
    }
    for (const { owner, kind, role, start, end } of scene.spans) this.add(owner, kind, role, [start, end]);
  }

  color(paint: Paint, selected: string | null): void {
    this.paint = paint;
    this.selected = selected;
    const paper = paint.paper.getStyle();
    for (const { element, role, at } of this.labels) {
      // In space a name stands before a solid of the same colour.
      const is_colored = role === "body" && this.scene.planar;
      element.style.color = (is_colored ? paint.of(role, at[0]!.body) : paint.ink).getStyle();
      // A rim of paper keeps letters readable over lines.
      const around = [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => `${x}px ${y}px 2px ${paper}`));
      element.style.textShadow = around.join(", ");
    }
  }

  show(motion: Motion, shown: Shown, camera: Camera, width: number, height: number): void {
    this.element.style.display = shown.names || this.selected !== null ? "block" : "none";
    const taken: [number, number, number, number][] = [];
    const isFirst = ({ owner }: Label): number => Number(owner !== this.selected);
    for (const label of [...this.labels].sort((a, b) => isFirst(a) - isFirst(b))) {
      const is_wanted = (shown.names && showsKind(shown, label.kind)) || label.owner === this.selected;
      const at = is_wanted ? middleNow(label.at, motion) : null;
      // Behind the camera, points have a place in the picture too.
      const is_ahead = at !== null && Math.abs(at.clone().project(camera).z) <= 1;
      const point = is_ahead ? pixels(at, camera, width, height) : null;
      label.place = null;
      if (point) {
        label.element.style.display = "block";
        const [w, h] = sizeOf(label);
        const is_body = label.kind === "body";
        const x = Math.round(is_body ? point[0] - w / 2 : point[0] + BESIDE);
        const y = Math.round(is_body ? point[1] - h / 2 : point[1] - BESIDE - h);
        if (!taken.some(([u, v, uw, vh]) => x < u + uw && u < x + w && y < v + vh && v < y + h)) {
          taken.push([x, y, w, h]);
          label.place = [x, y];
          label.element.style.transform = `translate(${x}px, ${y}px)`;
        }
      }
      if (!label.place) label.element.style.display = "none";
    }
  }

  /** Write the names that are seen into a picture. */
  draw(canvas: CanvasRenderingContext2D): void {
    canvas.font = FONT;
    canvas.textBaseline = "top";
    canvas.lineJoin = "round";
    canvas.lineWidth = 3;
    canvas.strokeStyle = this.paint?.paper.getStyle() ?? "";
    for (const { element, place } of this.labels) {
      if (!place) continue;
      canvas.fillStyle = element.style.color;
      canvas.strokeText(element.textContent ?? "", ...place);
      canvas.fillText(element.textContent ?? "", ...place);
    }
  }

  private add(owner: string, kind: string, role: string, at: Anchor[]): void {
    if (this.labels.some((label) => label.owner === owner)) return;
    const element = document.createElement("span");
    element.textContent = clipped(owner, LETTERS);
    element.className = "view-name";
    Object.assign(element.style, { position: "absolute", left: "0", top: "0", whiteSpace: "nowrap", font: FONT });
    this.element.append(element);
    this.labels.push({ owner, kind, role, at, element, size: null, place: null });
  }
}

function sizeOf(label: Label): [number, number] {
  if (label.size) return label.size;
  const size: [number, number] = [label.element.offsetWidth, label.element.offsetHeight];
  // While the page is hidden nothing has a size.
  if (size[0] > 0) label.size = size;
  return size;
}

function middleNow(anchors: Anchor[], motion: Motion): Vector3 | null {
  const sum = new Vector3();
  for (const anchor of anchors) {
    if (!motion.knows(anchor.body)) return null;
    sum.add(motion.point(anchor, new Vector3()));
  }
  return sum.divideScalar(anchors.length);
}

function middle(primitives: Primitive[]): [number, number, number] {
  const box = new Box3();
  for (const primitive of primitives) {
    if (primitive.form === "path") for (const point of primitive.points) box.expandByPoint(new Vector3(...point));
    else if (primitive.form === "round") {
      box.expandByPoint(new Vector3(...primitive.start)).expandByPoint(new Vector3(...primitive.end));
    } else box.expandByPoint(new Vector3(...primitive.center));
  }
  return box.getCenter(new Vector3()).toArray();
}
