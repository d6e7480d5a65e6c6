// Clicks and the pointer over the picture: what lies there.

import { type Camera, Raycaster, Vector2, Vector3 } from "three";

import type { Fills } from "./fills";
import type { Strokes } from "./strokes";

/** A press that moves farther turns or shifts the picture instead [CSS pixels]. */
const STILL = 5;
/** How far beside a line it is still hit [CSS pixels]. */
const BESIDE = 5;

interface Found {
  owner: string | null;
  /** 1 is the farthest that is seen. */
  depth: number;
}

const NOTHING: Found = { owner: null, depth: Infinity };

export class Picking {
  private readonly ray = new Raycaster();
  private readonly stop = new AbortController();
  private pressed: Vector2 | null = null;
  private hover: number | null = null;

  constructor(
    private readonly element: HTMLElement,
    private readonly fills: Fills[],
    private readonly strokes: Strokes,
    private readonly camera: Camera,
    /** Brings everything to the time shown. */
    private readonly refresh: () => void,
    picked: (owner: string | null) => void,
    /** Told what the pointer is at. */
    private readonly pointed: (owner: string | null) => void,
  ) {
    const options = { signal: this.stop.signal };
    element.addEventListener("pointerdown", (event) => this.press(event), options);
    element.addEventListener("pointermove", (event) => this.pass(event), options);
    element.addEventListener("pointerleave", () => this.pointed(null), options);
    element.addEventListener(
      "pointerup",
      (event) => {
        if (this.isClick(event)) picked(this.at(event));
      },
      options,
    );
  }

  dispose(): void {
    this.stop.abort();
    if (this.hover !== null) cancelAnimationFrame(this.hover);
  }

  /** Whether a solid of another owner is before a point, by more than a distance [m]. */
  isBehind(owner: string, point: Vector3, distance: number): boolean {
    const place = point.clone().project(this.camera);
    this.ray.setFromCamera(new Vector2(place.x, place.y), this.camera);
    const reach = this.ray.ray.origin.distanceTo(point) - distance;
    return this.fills.some((fills) =>
      this.ray.intersectObject(fills.cast.mesh).some((hit) => hit.distance < reach && fills.owner(hit.faceIndex ?? -1) !== owner),
    );
  }

  private press(event: PointerEvent): void {
    this.pressed = event.isPrimary && event.button === 0 ? new Vector2(event.clientX, event.clientY) : null;
  }

  private isClick(event: PointerEvent): boolean {
    const start = this.pressed;
    this.pressed = null;
    return start !== null && start.distanceTo(new Vector2(event.clientX, event.clientY)) < STILL;
  }

  /** Show by the pointer whether there is something to pick; not while the picture is being moved. */
  private pass(event: PointerEvent): void {
    if (event.buttons !== 0 || event.pointerType !== "mouse" || this.hover !== null) return;
    this.hover = requestAnimationFrame(() => {
      this.hover = null;
      const owner = this.at(event);
      this.element.style.cursor = owner === null ? "" : "pointer";
      this.pointed(owner);
    });
  }

  /** Owner of the foremost thing at the pointer. */
  private at(event: PointerEvent): string | null {
    this.refresh();
    const { left, top, width, height } = this.element.getBoundingClientRect();
    const place = new Vector2(event.clientX - left, event.clientY - top);
    const area = this.areaAt(new Vector2((2 * place.x) / width - 1, 1 - (2 * place.y) / height));
    const line = this.lineAt(place, width, height);
    return (line.depth <= area.depth ? line : area).owner;
  }

  private areaAt(place: Vector2): Found {
    let found = NOTHING;
    this.ray.setFromCamera(place, this.camera);
    for (const fills of this.fills) {
      const hit = this.ray.intersectObject(fills.cast.mesh)[0];
      if (!hit) continue;
      const depth = hit.point.project(this.camera).z;
      if (depth < found.depth) found = { owner: fills.owner(hit.faceIndex ?? -1), depth };
    }
    return found;
  }

  private lineAt(place: Vector2, width: number, height: number): Found {
    let found = NOTHING;
    const [start, end] = [new Vector3(), new Vector3()];
    const pixels = (point: Vector3): Vector3 => {
      point.project(this.camera);
      return point.set(((1 + point.x) * width) / 2, ((1 - point.y) * height) / 2, point.z);
    };
    for (const [owner, ends, from] of this.strokes.parts()) {
      // Axes of frames belong to nobody.
      if (owner === "") continue;
      pixels(start.fromArray(ends, from));
      pixels(end.fromArray(ends, from + 3));
      const nearest = start.lerp(end, nearestShare(place, start, end));
      const is_hit = Math.hypot(nearest.x - place.x, nearest.y - place.y) < BESIDE && Math.abs(nearest.z) <= 1;
      if (is_hit && nearest.z <= found.depth) found = { owner, depth: nearest.z };
    }
    return found;
  }
}

/** Part of the way from start to end, 0 to 1, at which a line is nearest to a place of the picture. */
function nearestShare(place: Vector2, start: Vector3, end: Vector3): number {
  const [u, v] = [end.x - start.x, end.y - start.y];
  const square = u * u + v * v;
  const along = (place.x - start.x) * u + (place.y - start.y) * v;
  return square > 0 ? Math.min(Math.max(along / square, 0), 1) : 0;
}
