// A rim around the solids of what is selected; lines and flat areas have a halo, see strokes.ts.

import { BackSide, BufferGeometry, MeshBasicMaterial, Vector3 } from "three";
import { mergeVertices } from "three/addons/utils/BufferGeometryUtils.js";

import { Fills, type Piece } from "./fills";

/** How far a rim stands out, in sizes of the scene. */
const THICKNESS = 0.025;

/** Larger copies of the solids of an owner, seen from inside, so that only their edge shows; null without any. */
export function rimsOf(solids: Piece[], owner: string | null, size: number): Fills | null {
  const pieces = solids
    .filter(({ drawn }) => drawn.owner === owner)
    .map((piece): Piece => ({
      ...piece,
      drawn: { ...piece.drawn, role: "selected" },
      geometry: swollen(piece.geometry, THICKNESS * size),
    }));
  return pieces.length > 0 ? new Fills(pieces, new MeshBasicMaterial({ side: BackSide })) : null;
}

function swollen(geometry: BufferGeometry, thickness: number): BufferGeometry {
  // Corners that faces share get one normal, or the faces would part there.
  const bare = new BufferGeometry().setIndex(geometry.getIndex());
  bare.setAttribute("position", geometry.getAttribute("position").clone());
  const shell = mergeVertices(bare, thickness / 100);
  shell.computeVertexNormals();
  const [position, normal] = [shell.getAttribute("position"), shell.getAttribute("normal")];
  const [point, outward] = [new Vector3(), new Vector3()];
  for (let i = 0; i < position.count; i++) {
    point.fromBufferAttribute(position, i).addScaledVector(outward.fromBufferAttribute(normal, i), thickness);
    position.setXYZ(i, point.x, point.y, point.z);
  }
  return shell;
}
