// Where the picture is looked at from, and how the user moves there.

import { MOUSE, OrthographicCamera, PerspectiveCamera, TOUCH, Vector3 } from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";

import type { SceneData } from "../data";

export type Stand = "reset" | "front" | "top" | "right" | "oblique";

/** Part of the picture that is left free around the mechanism. */
const MARGIN = 0.1;
/** Most of the picture that is left to what lies over it at the top. */
const MOST_COVERED = 0.3;
const FIELD_OF_VIEW = 32;
/** Of one press of a key: angle [rad], way [CSS pixels], factor. */
const KEY_TURN = Math.PI / 24;
const KEY_WAY = 40;
const KEY_ZOOM = 1.15;

/** A camera and what moves it. */
export abstract class Eye {
  abstract readonly camera: OrthographicCamera | PerspectiveCamera;
  abstract readonly controls: OrbitControls;
  /** What was framed last; null after a move by hand. A new size of the picture frames it again. */
  protected stand: Stand | null = "reset";
  protected readonly center: Vector3;
  protected readonly corners: Vector3[];
  protected width = 1;
  protected height = 1;
  /** Pixels at the top under what lies over the picture there. */
  protected strip = 0;

  constructor(protected readonly scene: SceneData) {
    const [low, high] = [new Vector3(...scene.low), new Vector3(...scene.high)];
    this.center = low.clone().add(high).multiplyScalar(0.5);
    this.corners = Array.from({ length: 8 }, (_, i) => {
      return new Vector3(i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z).sub(this.center);
    });
  }

  /** Args: covered: pixels at the top that something else lies over. */
  resize(width: number, height: number, covered: number): void {
    this.width = Math.max(width, 1);
    this.height = Math.max(height, 1);
    this.strip = Math.min(covered, MOST_COVERED * this.height);
    this.shape();
    if (this.stand) this.look(this.stand);
  }

  /** Frame the whole mechanism. */
  look(stand: Stand): void {
    this.frame(stand);
    this.controls.update();
    this.camera.updateMatrixWorld();
    this.stand = stand;
  }

  /** Move by a key; whether it was one that moves. */
  press(key: string, is_shifted: boolean): boolean {
    const { controls } = this;
    const arrows: Record<string, [number, number]> = {
      ArrowLeft: [1, 0],
      ArrowRight: [-1, 0],
      ArrowUp: [0, 1],
      ArrowDown: [0, -1],
    };
    const arrow = arrows[key];
    if (arrow && controls.enableRotate && !is_shifted) {
      controls.rotateLeft(arrow[0] * KEY_TURN);
      controls.rotateUp(arrow[1] * KEY_TURN);
    } else if (arrow) controls.pan(arrow[0] * KEY_WAY, arrow[1] * KEY_WAY);
    else if (key === "+" || key === "=") controls.dollyIn(1 / KEY_ZOOM);
    else if (key === "-") controls.dollyOut(1 / KEY_ZOOM);
    else if (key === "0") this.look("reset");
    else return false;
    return true;
  }

  /** The camera has moved. */
  moved(): void {
    this.stand = null;
  }

  dispose(): void {
    this.controls.dispose();
  }

  protected abstract shape(): void;
  protected abstract frame(stand: Stand): void;
}

/** Straight onto the plane x, y; only shifted and zoomed. */
export class FlatEye extends Eye {
  readonly camera = new OrthographicCamera();
  readonly controls: OrbitControls;

  /** Args: top: height above everything [m]. */
  constructor(
    scene: SceneData,
    element: HTMLElement,
    private readonly top: number,
  ) {
    super(scene);
    // The mechanism is turned only where gravity is along an axis; otherwise x stays to the right.
    const [x, y] = scene.up;
    this.camera.up.set(Math.abs(x) > 0.999 ? Math.sign(x) : 0, Math.abs(x) > 0.999 ? 0 : y < -0.999 ? -1 : 1, 0);
    this.camera.near = 0;
    this.camera.far = 2 * top + scene.size;
    this.controls = new OrbitControls(this.camera, element);
    this.controls.enableRotate = false;
    this.controls.zoomToCursor = true;
    this.controls.mouseButtons = { LEFT: MOUSE.PAN, MIDDLE: MOUSE.DOLLY, RIGHT: MOUSE.PAN };
    this.controls.touches = { ONE: TOUCH.PAN, TWO: TOUCH.DOLLY_PAN };
  }

  /** The sides are in pixels, so that the zoom is pixels per metre. */
  protected shape(): void {
    const [w, h] = [this.width / 2, this.height / 2];
    Object.assign(this.camera, { left: -w, right: w, top: h, bottom: -h });
    this.camera.updateProjectionMatrix();
  }

  protected frame(): void {
    const { camera, controls } = this;
    const is_upright = camera.up.x === 0;
    const across = Math.max(...this.corners.map((corner) => Math.abs(is_upright ? corner.x : corner.y)));
    const upwards = Math.max(...this.corners.map((corner) => Math.abs(is_upright ? corner.y : corner.x)));
    const room = 1 - 2 * MARGIN;
    const least = this.scene.size / 4;
    const { strip } = this;
    const zoom = Math.min(
      (room * this.width) / 2 / Math.max(across, least),
      (room * (this.height - strip)) / 2 / Math.max(upwards, least),
    );
    controls.target.set(this.center.x, this.center.y, 0).addScaledVector(camera.up, strip / 2 / zoom);
    camera.position.set(controls.target.x, controls.target.y, this.top);
    controls.minZoom = zoom / 30;
    controls.maxZoom = zoom * 300;
    camera.zoom = zoom;
    camera.updateProjectionMatrix();
  }
}

/** Round a mechanism in space. */
export class RoundEye extends Eye {
  readonly camera = new PerspectiveCamera(FIELD_OF_VIEW);
  readonly controls: OrbitControls;
  private readonly reach: number;

  /** Args: points: that are all to be seen. */
  constructor(
    scene: SceneData,
    element: HTMLElement,
    private readonly points: Vector3[],
  ) {
    super(scene);
    if (!points.length) points.push(...this.corners.map((corner) => corner.clone().add(this.center)));
    this.reach = Math.max(this.corners[0]!.length(), scene.size / 2);
    this.camera.up.set(...scene.up).normalize();
    this.controls = new OrbitControls(this.camera, element);
    this.controls.minDistance = 0.02 * this.reach;
    this.controls.maxDistance = 100 * this.reach;
  }

  override moved(): void {
    super.moved();
    this.clip();
  }

  /** The middle of the picture is below what covers its top; it is turned about all the same. */
  protected shape(): void {
    const { width, height } = this;
    this.camera.aspect = width / height;
    this.camera.setViewOffset(width, height, 0, -this.strip / 2, width, height);
  }

  protected frame(stand: Stand): void {
    const { camera, controls } = this;
    const from = this.direction(stand);
    const right = new Vector3().crossVectors(camera.up, from).normalize();
    const over = new Vector3().crossVectors(from, right);
    const whole = Math.tan((FIELD_OF_VIEW * Math.PI) / 360) * (1 - MARGIN);
    const across = reachOf(this.points, right, from, whole * camera.aspect);
    const along = reachOf(this.points, over, from, whole * (1 - this.strip / this.height));
    const middle = this.center.dot(from);
    const distance = Math.max(across.height - middle, along.height - middle, this.scene.size);
    controls.target.copy(right).multiplyScalar(across.middle).addScaledVector(over, along.middle);
    controls.target.addScaledVector(from, middle);
    camera.position.copy(controls.target).addScaledVector(from, distance);
    this.clip();
  }

  /** Unit vector from the mechanism to the camera. */
  private direction(stand: Stand): Vector3 {
    const { up } = this.camera;
    const aside = Math.abs(up.x) < 0.9 ? new Vector3(1, 0, 0) : new Vector3(0, 1, 0);
    const right = aside.addScaledVector(up, -aside.dot(up)).normalize();
    const front = new Vector3().crossVectors(right, up);
    if (stand === "front") return front;
    if (stand === "right") return right;
    // From straight above it would not be known which way is up in the picture.
    if (stand === "top") return up.clone().addScaledVector(front, 1e-4).normalize();
    return front.addScaledVector(right, 0.7).addScaledVector(up, 0.55).normalize();
  }

  private clip(): void {
    const { camera } = this;
    const distance = camera.position.distanceTo(this.center);
    camera.near = Math.max(distance - 4 * this.reach, 0.01 * camera.position.distanceTo(this.controls.target));
    camera.far = distance + 8 * this.reach;
    camera.updateProjectionMatrix();
  }
}

/**
 * Where a camera stands that sees all points between two sides of its pyramid, as near as it can.
 *
 * It looks against `from`, at the height d along it and at c across. A point at x across and z along it is inside if
 * |x - c| <= s (d - z), so that d >= (max(s z + x) - c) / s and d >= (max(s z - x) + c) / s.
 *
 * Args: slope: s, half the width that is seen at a unit distance.
 */
function reachOf(points: Vector3[], across: Vector3, from: Vector3, slope: number): { middle: number; height: number } {
  let [right, left] = [-Infinity, -Infinity];
  for (const point of points) {
    const [x, z] = [point.dot(across), slope * point.dot(from)];
    right = Math.max(right, z + x);
    left = Math.max(left, z - x);
  }
  return { middle: (right - left) / 2, height: (right + left) / (2 * slope) };
}
