// The mechanism on a canvas, at any time of its result.

import { DirectionalLight, HemisphereLight, type Object3D, Scene, Vector3 } from "three";

import type { Palette, SceneData, Vector } from "../data";
import type { Theme } from "../theme";
import { ArrowScale } from "./arrow_scale";
import { Vanes } from "./arrows";
import { Canvas } from "./canvas";
import { centersOf } from "./centers";
import { cloudOf } from "./cloud";
import { Corner, SIDE } from "./corner";
import { Dots } from "./dots";
import { figureOf, type Figure } from "./figure";
import type { Fills } from "./fills";
import { FlatArrows } from "./flat_arrows";
import { framesOf } from "./frames";
import { Grid } from "./grid";
import { Labels, pixels } from "./labels";
import { Motion } from "./motion";
import { Pace } from "./pace";
import type { Box } from "./places";
import { Paint } from "./paint";
import { Picking } from "./picking";
import type { Rates } from "./rates";
import { rimsOf } from "./rims";
import { EDGE, ScaleBar } from "./scale_bar";
import { shownAtFirst, type Shown } from "./shown";
import { SolidArrows } from "./solid_arrows";
import { FlatEye, RoundEye, type Stand } from "./stand";
import { Strokes } from "./strokes";
import { Traces } from "./traces";

export type { Shown, Stand };

/** Between two heights in the plane, and length of a dash, in sizes of the scene. */
const STEP = 0.001;
const DASH = 0.045;
/** Height of the words over the scale bar, with the bar [CSS pixels]. */
const BAR = 26;
/** How far before its point something hides a name, in sizes of the scene. */
const BEFORE = 0.15;

export class View {
  readonly shown: Shown;
  private readonly root = document.createElement("div");
  private readonly canvas: Canvas;
  private readonly world = new Scene();
  private readonly motion: Motion;
  private readonly figure: Figure;
  private readonly vanes: Vanes;
  private readonly arrows: FlatArrows | SolidArrows;
  private readonly strokes: Strokes;
  private readonly traces: Traces;
  private readonly dots: Dots;
  private readonly grid = new Grid();
  /** In space axes, in the plane a length. */
  private readonly corner: Corner | null;
  private readonly bar: ScaleBar | null;
  private readonly key: ArrowScale;
  private readonly labels: Labels;
  private readonly eye: FlatEye | RoundEye;
  private readonly picking: Picking;
  private readonly pace = new Pace();
  private readonly sizes: ResizeObserver;
  private paint: Paint;
  private selected: string | null = null;
  /** What is selected and what is beside it. */
  private picked: ReadonlySet<string> = new Set();
  private rims: Fills | null = null;
  private width = 1;
  private height = 1;
  private covered = 0;
  /** Whether objects are not yet where the time shown wants them. */
  private is_stale = true;
  /** Whether the picture is not that of the objects. */
  private is_dirty = true;
  private asked: number | null = null;

  /** Throws where there is no WebGL, before anything is put into the host. */
  constructor(
    private readonly host: HTMLElement,
    private readonly scene: SceneData,
    private readonly palette: Palette,
    theme: Theme,
    rates: Rates,
    picked: (owner: string | null) => void,
  ) {
    const keys = `Arrow keys ${scene.planar ? "shift" : "turn"} it, plus and minus zoom, 0 shows all of it.`;
    const label = `Drawing of the mechanism ${scene.name}. ${keys}`;
    this.canvas = new Canvas(this.root, label, () => this.redraw());
    this.shown = shownAtFirst(scene);
    this.paint = new Paint(palette, theme);
    this.motion = new Motion(scene);
    const height = (over: number): number | null => (scene.planar ? this.figure.top + over * STEP * scene.size : null);
    this.figure = figureOf(scene, STEP * scene.size);
    this.vanes = new Vanes(scene, rates);
    const flat = scene.planar ? new FlatArrows(this.vanes, scene.size, height(4)!) : null;
    this.arrows = flat ?? new SolidArrows(this.vanes, scene.size);
    const centers = scene.planar ? centersOf(scene, rates, height(5)!) : [];
    const lines = [...this.figure.lines, ...framesOf(scene, height(2)), ...(flat?.lines ?? []), ...centers];
    this.strokes = new Strokes(lines, DASH * scene.size, this.paint);
    // In the plane traces lie on the paper, below everything that has a height.
    // Between poses that follow no time nothing runs through a curve.
    const traced = scene.marks.filter(({ is_traced }) => is_traced && scene.t !== null);
    this.traces = new Traces(traced, this.motion, scene.planar ? 0 : null);
    this.dots = new Dots(scene.marks, scene.size, height(3));
    this.corner = scene.planar ? null : new Corner();
    this.bar = scene.planar ? new ScaleBar() : null;
    this.key = new ArrowScale(this.vanes, scene.planar, scene.planar ? [EDGE, EDGE + BAR] : [SIDE, EDGE]);
    this.labels = new Labels(scene, centers);

    this.lay();
    this.eye = scene.planar
      ? new FlatEye(scene, this.root, height(20)!)
      : new RoundEye(scene, this.root, cloudOf(scene, this.motion));
    this.fill();
    this.picking = new Picking(
      this.root,
      this.figure.fills,
      this.strokes,
      this.eye.camera,
      () => this.refresh(),
      picked,
      (owner) => {
        if (this.labels.point(owner)) this.redraw();
      },
    );
    this.sizes = new ResizeObserver(() => this.resize());
    this.listen();
    this.color();
    this.resize();
  }

  /** "" or a sentence: that detail is left out. */
  get message(): string {
    return this.canvas.message;
  }

  /** Move everything to a time [s] and draw; between rows positions go straight and turns evenly. */
  show(time: number): void {
    this.motion.move(time);
    this.change();
  }

  /** Put bodies beside their poses, or back: shift [m] and turn [rad] of each, bodies x 6. */
  displace(offset: Float32Array | null): void {
    this.motion.displace(offset);
    this.change();
  }

  set(shown: Partial<Shown>): void {
    Object.assign(this.shown, shown);
    this.change();
  }

  /** Keep the mechanism clear of what lies over the top of the drawing, so many pixels high. */
  cover(pixels: number): void {
    this.covered = pixels;
    this.resize();
  }

  /** Frame the whole mechanism; in the plane there is only one side to see it from. */
  look(stand: Stand): void {
    this.eye.look(stand);
    this.redraw();
  }

  recolor(theme: Theme): void {
    this.paint = new Paint(this.palette, theme);
    this.color();
  }

  /** Highlight a body or an element. Args: beside: what it is joined to. */
  select(owner: string | null, beside: readonly string[] = []): void {
    if (owner === this.selected) return;
    this.selected = owner;
    this.picked = new Set(owner === null ? [] : [owner, ...beside]);
    this.color();
  }

  /** Whether the scene has arrows of a kind, or instant centres, to be switched on. */
  offers(part: keyof Shown): boolean {
    const has = (quantity: string): boolean =>
      this.vanes.groups.some((group) => group.quantity === quantity && group.vanes.length > 0);
    if (part === "velocities") return has("velocity");
    if (part === "accelerations") return has("acceleration");
    return part !== "centers" || (this.scene.planar && has("velocity"));
  }

  /** CSS pixels in the host of a point of a body, or of "ground", at the time shown. */
  project(body: string, p: Vector): [number, number] {
    const number = this.scene.bodies.indexOf(body);
    const point = new Vector3(...p).applyMatrix4(this.motion.pose(number));
    return pixels(point, this.eye.camera, this.width, this.height);
  }

  /** A PNG of what is seen. */
  async picture(): Promise<Blob> {
    const still = this.still();
    return new Promise((resolve, reject) => {
      still.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture could not be made."))), "image/png");
    });
  }

  /** A copy of what is seen. */
  still(): HTMLCanvasElement {
    this.draw();
    const ratio = this.canvas.renderer.getPixelRatio();
    const copy = document.createElement("canvas");
    copy.width = Math.round(this.width * ratio);
    copy.height = Math.round(this.height * ratio);
    const pen = copy.getContext("2d");
    // In the same turn as the drawing: later the canvas may be empty.
    pen?.drawImage(this.canvas.element, 0, 0, copy.width, copy.height);
    pen?.scale(ratio, ratio);
    if (pen) {
      this.labels.draw(pen);
      this.bar?.draw(pen, this.height);
      this.key.draw(pen, this.height);
    }
    return copy;
  }

  dispose(): void {
    if (this.asked !== null) cancelAnimationFrame(this.asked);
    this.sizes.disconnect();
    this.picking.dispose();
    this.eye.dispose();
    const parts = [...this.fills(), this.arrows, this.strokes, this.traces, this.dots, this.grid];
    for (const part of parts) part.dispose();
    this.corner?.dispose();
    this.canvas.dispose();
    this.root.remove();
  }

  /** Put the elements into the host. */
  private lay(): void {
    if (getComputedStyle(this.host).position === "static") this.host.style.position = "relative";
    Object.assign(this.root.style, { position: "absolute", inset: "0", overflow: "hidden" });
    this.root.className = "view";
    this.root.append(this.labels.element);
    if (this.bar) this.root.append(this.bar.element);
    this.root.append(this.key.element);
    this.host.append(this.root);
  }

  /** Put the objects into the world. */
  private fill(): void {
    const casts = [...this.figure.fills.map(({ cast }) => cast), this.arrows.cast, this.dots.cast];
    const objects: Object3D[] = [this.grid.lines, ...casts.map(({ mesh }) => mesh)];
    objects.push(this.strokes.group, this.traces.group);
    if (!this.scene.planar) {
      objects.push(...this.lights());
      this.grid.ground(this.scene);
    }
    this.world.add(...objects);
  }

  /** The key light stands beside the viewer, so that what is looked at is never in the dark. */
  private lights(): Object3D[] {
    const sky = new HemisphereLight("#ffffff", "#b8bcc4", 2.4);
    sky.position.copy(this.eye.camera.up);
    const key = new DirectionalLight("#ffffff", 1.6);
    key.position.set(-0.6, 0.9, 1);
    key.target.position.set(0, 0, 0);
    this.eye.camera.add(key, key.target);
    return [sky, this.eye.camera];
  }

  private listen(): void {
    this.sizes.observe(this.host);
    this.eye.controls.addEventListener("change", () => {
      this.eye.moved();
      this.redraw();
    });
    this.root.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !this.eye.press(event.key, event.shiftKey)) return;
      event.preventDefault();
      event.stopPropagation();
      this.redraw();
    });
  }

  private resize(): void {
    this.width = Math.max(this.host.clientWidth, 1);
    this.height = Math.max(this.host.clientHeight, 1);
    this.canvas.resize(this.width, this.height);
    this.eye.resize(this.width, this.height, this.covered);
    this.redraw();
  }

  private color(): void {
    const { paint, selected } = this;
    this.world.background = paint.paper;
    for (const part of [this.strokes, this.labels]) part.color(paint, selected);
    this.rim();
    for (const part of [...this.fills(), this.traces, this.grid]) part.color(paint);
    this.corner?.color(paint);
    this.bar?.color(paint);
    this.key.color(paint);
    this.change();
  }

  /** Put a rim around the solids of what is selected. */
  private rim(): void {
    if (this.rims) {
      this.world.remove(this.rims.cast.mesh);
      this.rims.dispose();
    }
    this.rims = rimsOf(this.figure.solids, this.selected, this.scene.size);
    if (this.rims) this.world.add(this.rims.cast.mesh);
  }

  private fills(): Fills[] {
    return this.rims ? [...this.figure.fills, this.rims] : this.figure.fills;
  }

  private change(): void {
    this.is_stale = true;
    this.redraw();
  }

  private redraw(): void {
    this.is_dirty = true;
    this.ask();
  }

  private ask(): void {
    this.asked ??= requestAnimationFrame((now) => this.turn(now));
  }

  /** Draw if something has changed; one turn more measures how long it took. */
  private turn(now: number): void {
    this.asked = null;
    if (this.pace.isSlow(now)) {
      this.canvas.reduce();
      this.is_dirty = true;
    }
    if (!this.is_dirty) return;
    this.draw();
    this.pace.drew(now);
    this.ask();
  }

  private refresh(): void {
    if (!this.is_stale) return;
    this.is_stale = false;
    const { motion, shown } = this;
    this.vanes.move(motion, shown, this.picked);
    for (const fills of this.fills()) fills.show(motion, shown);
    this.strokes.show(motion, shown);
    this.arrows.show(this.paint);
    this.traces.show(motion, shown.traces);
    this.dots.show(motion, shown, this.paint);
    this.grid.lines.visible = shown.grid;
  }

  private draw(): void {
    this.is_dirty = false;
    const { renderer } = this.canvas;
    this.refresh();
    const { camera } = this.eye;
    if (this.eye instanceof FlatEye && this.shown.grid) this.grid.cover(this.eye);
    renderer.render(this.world, camera);
    this.corner?.draw(renderer, camera, this.width, this.height);
    this.bar?.show(camera.zoom, this.width);
    this.key.show(this.metre, this.shown, this.picked);
    this.name();
  }

  /** CSS pixels of a metre, in space at the middle of what is looked at. */
  private get metre(): number {
    if (this.eye instanceof FlatEye) return this.eye.camera.zoom;
    const { camera, controls } = this.eye;
    const distance = camera.position.distanceTo(controls.target);
    return this.height / (2 * distance * Math.tan((camera.fov * Math.PI) / 360));
  }

  /** Put the names beside what they name. */
  private name(): void {
    const { width, height, motion, shown } = this;
    const [wide, high] = this.key.size;
    const foot = EDGE + (this.bar ? BAR : SIDE);
    const corner: Box = [0, height - Math.max(foot, foot + high - (this.bar ? 0 : SIDE)), Math.max(SIDE, SIDE + wide), height];
    this.labels.show({
      motion,
      shown,
      camera: this.eye.camera,
      width,
      height,
      taken: [corner],
      isBehind: (owner, point) => !this.scene.planar && this.picking.isBehind(owner, point, BEFORE * this.scene.size),
    });
  }
}
