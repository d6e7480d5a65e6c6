// Names over the picture. They come from a model file, so they are only ever set as text.

import { Box3, type Camera, Vector3 } from "three";

import type { Anchor, Primitive, SceneData } from "../data";
import { clipped } from "../dom";
import type { Center } from "./centers";
import { grow } from "./cloud";
import type { Motion } from "./motion";
import type { Paint } from "./paint";
import { Places, type Box } from "./places";
import { showsKind, type Shown } from "./shown";

/** Longer names are cut, and those of more than a part of the picture. */
const LETTERS = 32;
const WIDEST = 0.45;
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
  body: number;
  /** Where it belongs now; null where that is not known. */
  at: (motion: Motion) => Vector3 | null;
  /** Other points of a body, on which its name may stand as well. */
  along: Anchor[];
  element: HTMLElement;
  /** Measured once it has one; nothing about it changes with time. */
  size: [number, number] | null;
  /** Its left upper corner, where it is seen. */
  place: [number, number] | null;
  /** Which of the places about its point it had last. */
  last: number;
}

/** What a picture of names is made for. */
export interface Sight {
  motion: Motion;
  shown: Shown;
  camera: Camera;
  width: number;
  height: number;
  /** Parts of the picture that other words take. */
  taken: Box[];
  /** Whether something else is before a point of an owner. */
  isBehind: (owner: string, point: Vector3) => boolean;
}

export class Labels {
  readonly element = document.createElement("div");
  private readonly labels: Label[] = [];
  private paint: Paint | null = null;
  private selected: string | null = null;
  private pointed: string | null = null;
  private width = 0;

  constructor(
    private readonly scene: SceneData,
    centers: Center[],
  ) {
    Object.assign(this.element.style, { position: "absolute", inset: "0", overflow: "hidden", pointerEvents: "none" });
    // Elements before bodies: where two overlap, the first one stays.
    const drawn = [...scene.drawn].sort((a, b) => Number(a.kind === "body") - Number(b.kind === "body"));
    for (const { owner, kind, role, body, primitives } of drawn) {
      const at: Anchor = { body, p: middle(primitives), turn: [1, 0, 0, 0] };
      const along = kind === "body" ? pointsAlong(primitives).map((p): Anchor => ({ ...at, p })) : [];
      if (kind !== "ground") this.add(owner, kind, role, body, (motion) => middleNow([at], motion), along);
    }
    for (const { owner, kind, role, start, end } of scene.spans) {
      this.add(owner, kind, role, start.body, (motion) => middleNow([start, end], motion));
    }
    for (const center of centers) {
      const body = scene.bodies.indexOf(center.owner);
      this.add(center.owner, "center", "body", body, (motion) => center.at(motion)?.clone() ?? null);
    }
  }

  color(paint: Paint, selected: string | null): void {
    this.paint = paint;
    this.selected = selected;
    const paper = paint.paper.getStyle();
    for (const { element, role, body } of this.labels) {
      // In space a name stands before a solid of the same colour.
      const is_colored = role === "body" && this.scene.planar;
      element.style.color = (is_colored ? paint.words(role, body) : paint.ink).getStyle();
      // A rim of paper keeps letters readable over lines.
      const around = [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => `${x}px ${y}px 2px ${paper}`));
      element.style.textShadow = around.join(", ");
    }
  }

  /** Show the name of what the pointer is at; whether that changes something. */
  point(owner: string | null): boolean {
    const is_new = owner !== this.pointed;
    this.pointed = owner;
    return is_new;
  }

  show(sight: Sight): void {
    const { motion, shown, camera, width, height } = sight;
    this.fit(width);
    const isMeant = ({ owner }: Label): boolean => owner === this.selected || owner === this.pointed;
    const wanted: [Label, [number, number]][] = [];
    for (const label of [...this.labels].sort((a, b) => Number(isMeant(b)) - Number(isMeant(a)))) {
      label.place = null;
      const is_meant = isMeant(label) && label.kind !== "center";
      const at = (shown.names && showsKind(shown, label.kind)) || is_meant ? label.at(motion) : null;
      if (at && this.scene.planar) at.z = 0;
      // Behind the camera, points have a place in the picture too.
      const is_ahead = at !== null && Math.abs(at.clone().project(camera).z) <= 1;
      if (is_ahead && (is_meant || !sight.isBehind(label.owner, at))) wanted.push([label, pixels(at, camera, width, height)]);
      else label.element.style.display = "none";
    }
    const points = wanted.filter(([{ kind }]) => kind !== "body").map(([, point]) => point);
    const places = new Places(width, height, sight.taken, points);
    const pixelsOf = (anchor: Anchor): [number, number] =>
      pixels(motion.point(anchor, new Vector3()), camera, width, height);
    for (const [label, point] of wanted) {
      label.element.style.display = "block";
      const on = label.kind === "body" ? [point, ...label.along.map(pixelsOf)] : [];
      const found = places.find(point, sizeOf(label), on, label.last, isMeant(label));
      if (!found) {
        label.element.style.display = "none";
        continue;
      }
      label.last = found.number;
      label.place = found.place;
      label.element.style.transform = `translate(${found.place[0]}px, ${found.place[1]}px)`;
    }
    this.element.style.display = wanted.length ? "block" : "none";
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

  /** Names may be as wide as a part of the picture. */
  private fit(width: number): void {
    if (width === this.width) return;
    this.width = width;
    for (const label of this.labels) {
      label.element.style.maxWidth = `${Math.round(WIDEST * width)}px`;
      label.size = null;
    }
  }

  private add(owner: string, kind: string, role: string, body: number, at: Label["at"], along: Anchor[] = []): void {
    if (this.labels.some((label) => label.owner === owner && (label.kind === "center") === (kind === "center"))) return;
    const element = document.createElement("span");
    element.textContent = kind === "center" ? `I(${clipped(owner, LETTERS)})` : clipped(owner, LETTERS);
    element.className = "view-name";
    Object.assign(element.style, { position: "absolute", left: "0", top: "0", font: FONT, display: "none" });
    Object.assign(element.style, { whiteSpace: "nowrap", overflow: "hidden", textOverflow: "ellipsis" });
    this.element.append(element);
    this.labels.push({ owner, kind, role, body, at, along, element, size: null, place: null, last: 0 });
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

function boxOf(primitives: Primitive[]): Box3 {
  const box = new Box3();
  for (const primitive of primitives) grow(box, primitive);
  return box;
}

function middle(primitives: Primitive[]): [number, number, number] {
  return boxOf(primitives).getCenter(new Vector3()).toArray();
}

/** Points at a quarter and three quarters of the longest side. */
function pointsAlong(primitives: Primitive[]): [number, number, number][] {
  const box = boxOf(primitives);
  const sides = box.getSize(new Vector3()).toArray();
  const axis = sides.indexOf(Math.max(...sides));
  return [-0.25, 0.25].map((part) => {
    const point = box.getCenter(new Vector3());
    return point.setComponent(axis, point.getComponent(axis) + part * sides[axis]!).toArray();
  });
}
