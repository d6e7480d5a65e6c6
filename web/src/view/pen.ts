// Straight pieces of one width on the screen.
//
// The lines of three.js are instances, one for each piece, and software renderers are slow with thousands of instances.
// So the same material is given plain triangles, which are drawn in one go.

import { BufferAttribute, BufferGeometry, DynamicDrawUsage, Mesh, Vector3, Vector4 } from "three";
import { LineMaterial } from "three/addons/lines/LineMaterial.js";

/** Corners of a piece in the words of the material: side, and before its start or behind its end. */
const CORNERS = [-1, 2, 0, 1, 2, 0, -1, -1, 0, 1, -1, 0];
const TRIANGLES = [0, 2, 1, 2, 3, 1];

export class Pen {
  readonly mesh: Mesh<BufferGeometry, LineMaterial>;
  /** Both ends of each piece, in ground. */
  readonly ends: Float32Array;
  private readonly starts: BufferAttribute;
  private readonly stops: BufferAttribute;
  private readonly colors: BufferAttribute;
  private readonly ways: [BufferAttribute, BufferAttribute] | null = null;

  /** Args: room: how many pieces there can be. width: [CSS pixels]. dash: [m], 0 for none. */
  constructor(room: number, width: number, dash = 0) {
    this.ends = new Float32Array(6 * room);
    const geometry = new BufferGeometry();
    const repeated = (values: number[], step: number): number[] =>
      Array.from({ length: room }, (_, i) => values.map((value) => value + i * step)).flat();
    geometry.setIndex(repeated(TRIANGLES, 4));
    geometry.setAttribute("position", new BufferAttribute(new Float32Array(repeated(CORNERS, 0)), 3));
    // Zero is the body of a line, away from its round caps: ends are square.
    geometry.setAttribute("uv", new BufferAttribute(new Float32Array(8 * room), 2));
    const moving = (width_of: number): BufferAttribute =>
      new BufferAttribute(new Float32Array(4 * width_of * room), width_of).setUsage(DynamicDrawUsage);
    geometry.setAttribute("instanceStart", (this.starts = moving(3)));
    geometry.setAttribute("instanceEnd", (this.stops = moving(3)));
    geometry.setAttribute("instanceColorStart", (this.colors = moving(3)));
    geometry.setAttribute("instanceColorEnd", this.colors);
    if (dash > 0) {
      this.ways = [moving(1), moving(1)];
      geometry.setAttribute("instanceDistanceStart", this.ways[0]);
      geometry.setAttribute("instanceDistanceEnd", this.ways[1]);
    }
    const material = new LineMaterial({ linewidth: width, vertexColors: true });
    if (dash > 0) Object.assign(material, { dashed: true, dashSize: dash, gapSize: 0.7 * dash });
    this.mesh = new Mesh(geometry, material);
    this.mesh.frustumCulled = false;
    const viewport = new Vector4();
    this.mesh.onBeforeRender = (renderer) => {
      renderer.getViewport(viewport);
      material.resolution.set(viewport.z, viewport.w);
    };
  }

  /** Take over the first pieces of `ends`. */
  moved(pieces: number): void {
    const [starts, stops] = [this.starts.array, this.stops.array];
    for (let i = 0; i < pieces; i++) {
      for (let corner = 0; corner < 4; corner++) {
        for (let axis = 0; axis < 3; axis++) {
          starts[12 * i + 3 * corner + axis] = this.ends[6 * i + axis]!;
          stops[12 * i + 3 * corner + axis] = this.ends[6 * i + 3 + axis]!;
        }
      }
    }
    upload(this.starts, 12 * pieces);
    upload(this.stops, 12 * pieces);
    this.mesh.geometry.setDrawRange(0, 6 * pieces);
    this.mesh.visible = pieces > 0;
    if (this.ways) this.measure(pieces, this.ways);
  }

  /** Give a colour to pieces from the first to before the last. */
  color(first: number, last: number, { r, g, b }: { r: number; g: number; b: number }): void {
    for (let corner = 4 * first; corner < 4 * last; corner++) this.colors.setXYZ(corner, r, g, b);
    this.colors.clearUpdateRanges();
    this.colors.needsUpdate = true;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }

  /** Dashes run on from piece to piece. */
  private measure(pieces: number, [starts, stops]: [BufferAttribute, BufferAttribute]): void {
    const [start, end] = [new Vector3(), new Vector3()];
    let length = 0;
    for (let i = 0; i < pieces; i++) {
      starts.array.fill(length, 4 * i, 4 * i + 4);
      length += start.fromArray(this.ends, 6 * i).distanceTo(end.fromArray(this.ends, 6 * i + 3));
      stops.array.fill(length, 4 * i, 4 * i + 4);
    }
    starts.needsUpdate = true;
    stops.needsUpdate = true;
  }
}

/** Send the first numbers of an attribute to the graphics card at the next drawing. */
export function upload(attribute: BufferAttribute, numbers: number): void {
  attribute.clearUpdateRanges();
  attribute.addUpdateRange(0, numbers);
  attribute.needsUpdate = true;
}
