// Copies of geometries, each at its own place, in one draw call.
//
// Vertices are moved on the processor: some ten thousand are little work, and a software renderer takes long for
// each draw call and each instance, whatever its size.

import { BufferAttribute, BufferGeometry, DynamicDrawUsage, Matrix3, Mesh } from "three";
import type { Color, Material, Matrix4, TypedArray } from "three";

import { upload } from "./pen";

/** How many copies there can be of a geometry. */
export interface Stock {
  geometry: BufferGeometry;
  copies: number;
}

export class Cast {
  readonly mesh: Mesh;
  private readonly positions: BufferAttribute;
  private readonly normals: BufferAttribute;
  private readonly colors: BufferAttribute;
  private readonly index: BufferAttribute;
  private readonly turn = new Matrix3();
  private vertices = 0;
  private corners = 0;
  /** Corner before which each copy ends. */
  private ends: number[] = [];

  constructor(stocks: Stock[], material: Material) {
    const room = (size: (geometry: BufferGeometry) => number): number =>
      stocks.reduce((sum, { geometry, copies }) => sum + copies * size(geometry), 0);
    const vertices = room((geometry) => geometry.getAttribute("position").count);
    const moving = (): BufferAttribute =>
      new BufferAttribute(new Float32Array(3 * vertices), 3).setUsage(DynamicDrawUsage);
    this.positions = moving();
    this.normals = moving();
    this.colors = moving();
    const corners = room((geometry) => geometry.getIndex()!.count);
    this.index = new BufferAttribute(new Uint32Array(corners), 1).setUsage(DynamicDrawUsage);
    const geometry = new BufferGeometry().setIndex(this.index);
    geometry.setAttribute("position", this.positions);
    geometry.setAttribute("normal", this.normals);
    geometry.setAttribute("color", this.colors);
    material.vertexColors = true;
    this.mesh = new Mesh(geometry, material);
    this.mesh.frustumCulled = false;
  }

  /** Forget all copies. */
  clear(): void {
    this.vertices = 0;
    this.corners = 0;
    this.ends = [];
  }

  /** Put a copy, in front of those before at the same depth. */
  put(geometry: BufferGeometry, pose: Matrix4, color: Color): void {
    const [position, normal] = [geometry.getAttribute("position").array, geometry.getAttribute("normal").array];
    place(position, pose.elements, 4, this.positions.array, 3 * this.vertices);
    place(normal, this.turn.getNormalMatrix(pose).elements, 3, this.normals.array, 3 * this.vertices);
    const colors = this.colors.array;
    for (let i = 0, to = 3 * this.vertices; i < position.length; i += 3, to += 3) {
      colors[to] = color.r;
      colors[to + 1] = color.g;
      colors[to + 2] = color.b;
    }
    const index = geometry.getIndex()!.array;
    for (let i = 0; i < index.length; i++) this.index.array[this.corners + i] = this.vertices + index[i]!;
    this.vertices += position.length / 3;
    this.corners += index.length;
    this.ends.push(this.corners);
  }

  /** All copies are put. */
  done(): void {
    for (const attribute of [this.positions, this.normals, this.colors]) upload(attribute, 3 * this.vertices);
    upload(this.index, this.corners);
    this.mesh.geometry.setDrawRange(0, this.corners);
    this.mesh.visible = this.corners > 0;
    // A click looks at this first; it is found when there is one.
    this.mesh.geometry.boundingSphere = null;
  }

  /** Number of the copy that a triangle belongs to. */
  copy(triangle: number): number {
    return this.ends.findIndex((end) => 3 * triangle < end);
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    (this.mesh.material as Material).dispose();
  }
}

/** Move points by the columns of a matrix of three or four rows; only that of four shifts them. */
function place(from: TypedArray, m: number[], rows: number, into: TypedArray, at: number): void {
  const [a, b, c] = [0, rows, 2 * rows];
  const is_shifted = rows === 4;
  for (let i = 0; i < from.length; i += 3) {
    const [x, y, z] = [from[i]!, from[i + 1]!, from[i + 2]!];
    for (let k = 0; k < 3; k++) {
      into[at + i + k] = m[a + k]! * x + m[b + k]! * y + m[c + k]! * z + (is_shifted ? m[12 + k]! : 0);
    }
  }
}
