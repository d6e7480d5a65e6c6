// Primitives as areas and lines, in the frame of their body.

import {
  BoxGeometry,
  BufferGeometry,
  CylinderGeometry,
  Float32BufferAttribute,
  Matrix4,
  Quaternion,
  RingGeometry,
  ShapeUtils,
  SphereGeometry,
  Vector2,
  Vector3,
} from "three";
import { mergeGeometries } from "three/addons/utils/BufferGeometryUtils.js";

import type { Fill, Primitive } from "../data";

export interface Outline {
  points: Vector3[];
  closed: boolean;
  weight: number;
  dashed: boolean;
}

export interface Area {
  geometry: BufferGeometry;
  fill: Fill;
  /** Whether it closes a volume, so that its inner side is never seen. */
  is_solid: boolean;
}

export interface Shape {
  area: Area | null;
  outline: Outline | null;
}

type Round = Extract<Primitive, { form: "round" }>;
type Block = Extract<Primitive, { form: "block" }>;

const Y = new Vector3(0, 1, 0);
const Z = new Vector3(0, 0, 1);

/** Areas and lines of a primitive. Args: segments: corners of a circle. */
export function shapeOf(primitive: Primitive, segments: number): Shape {
  switch (primitive.form) {
    case "path":
      return sheet(vectors(primitive.points), primitive.closed, primitive);
    case "circle": {
      const center = new Vector3(...primitive.center);
      return sheet(circle(center, primitive.radius, new Vector3(...primitive.normal), segments), true, primitive);
    }
    case "ball": {
      const center = new Vector3(...primitive.center);
      const geometry = new SphereGeometry(primitive.radius, segments, Math.ceil(segments / 2));
      return solid(geometry.translate(center.x, center.y, center.z));
    }
    case "round":
      return solid(round(primitive, segments));
    case "block":
      return solid(block(primitive));
  }
}

function solid(geometry: BufferGeometry): Shape {
  return { area: { geometry: plain(geometry), fill: "full", is_solid: true }, outline: null };
}

/** Only what every geometry has, so that all can be merged. */
function plain(geometry: BufferGeometry): BufferGeometry {
  return geometry.deleteAttribute("uv");
}

function sheet(
  points: Vector3[],
  closed: boolean,
  look: { fill: Fill; weight: number; dashed: boolean },
): Shape {
  const is_filled = closed && look.fill !== "none" && points.length > 2;
  return {
    area: is_filled ? { geometry: polygon(points), fill: look.fill, is_solid: false } : null,
    outline: look.weight > 0 && points.length > 1 ? { points, closed, weight: look.weight, dashed: look.dashed } : null,
  };
}

function vectors(points: [number, number, number][]): Vector3[] {
  return points.map((point) => new Vector3(...point));
}

function circle(center: Vector3, radius: number, normal: Vector3, segments: number): Vector3[] {
  const turn = new Quaternion().setFromUnitVectors(Z, normal.clone().normalize());
  return Array.from({ length: segments }, (_, i) => {
    const angle = (2 * Math.PI * i) / segments;
    return new Vector3(radius * Math.cos(angle), radius * Math.sin(angle), 0).applyQuaternion(turn).add(center);
  });
}

/** The area inside a closed line whose points lie in one plane. */
function polygon(points: Vector3[]): BufferGeometry {
  // Newell's normal holds also where some corners are straight or reentrant.
  const normal = new Vector3();
  points.forEach((p, i) => {
    const q = points[(i + 1) % points.length]!;
    normal.add(new Vector3((p.y - q.y) * (p.z + q.z), (p.z - q.z) * (p.x + q.x), (p.x - q.x) * (p.y + q.y)));
  });
  if (normal.lengthSq() === 0) normal.copy(Z);
  normal.normalize();
  const flat = new Quaternion().setFromUnitVectors(normal, Z);
  const contour = points.map((point) => {
    const turned = point.clone().applyQuaternion(flat);
    return new Vector2(turned.x, turned.y);
  });
  const geometry = new BufferGeometry().setFromPoints(points);
  const normals = points.flatMap(() => normal.toArray());
  geometry.setAttribute("normal", new Float32BufferAttribute(normals, 3));
  return geometry.setIndex(ShapeUtils.triangulateShape(contour, []).flat());
}

function block({ center, turn, size }: Block): BufferGeometry {
  const [w, x, y, z] = turn;
  const pose = new Matrix4().compose(new Vector3(...center), new Quaternion(x, y, z, w), new Vector3(1, 1, 1));
  return new BoxGeometry(...size).applyMatrix4(pose);
}

function round(primitive: Round, segments: number): BufferGeometry {
  const { start, end, start_radius, end_radius, hole } = primitive;
  const [p, q] = [new Vector3(...start), new Vector3(...end)];
  const axis = q.clone().sub(p);
  const length = axis.length();
  const parts: BufferGeometry[] = [new CylinderGeometry(end_radius, start_radius, length, segments, 1, hole > 0)];
  if (hole > 0) parts.push(...bore(primitive, length, segments));
  const geometry = parts.length > 1 ? mergeGeometries(parts) : parts[0]!;
  const turn = new Quaternion().setFromUnitVectors(Y, axis.normalize());
  const middle = p.add(q).multiplyScalar(0.5);
  return geometry.applyMatrix4(new Matrix4().compose(middle, turn, new Vector3(1, 1, 1)));
}

/** The wall of a hole along y, and the rings at its ends. */
function bore({ start_radius, end_radius, hole }: Round, length: number, segments: number): BufferGeometry[] {
  const wall = new CylinderGeometry(hole, hole, length, segments, 1, true);
  // It is seen from inside: triangles and normals turn around.
  wall.setIndex([...wall.getIndex()!.array].reverse());
  const normal = wall.getAttribute("normal");
  for (let i = 0; i < normal.count; i++) normal.setXYZ(i, -normal.getX(i), -normal.getY(i), -normal.getZ(i));
  const top = new RingGeometry(hole, Math.max(end_radius, hole), segments).rotateX(-Math.PI / 2);
  const bottom = new RingGeometry(hole, Math.max(start_radius, hole), segments).rotateX(Math.PI / 2);
  return [wall, top.translate(0, length / 2, 0), bottom.translate(0, -length / 2, 0)];
}
