// The mechanism: areas, solids and lines of everything that is drawn on bodies or between them.

import { type BufferGeometry, DoubleSide, type Material, MeshBasicMaterial, MeshLambertMaterial } from "three";
import { mergeGeometries } from "three/addons/utils/BufferGeometryUtils.js";

import type { Drawn, Fill, SceneData, Span } from "../data";
import { Fills, type Piece } from "./fills";
import { Fixed } from "./fixed";
import { shapeOf } from "./shapes";
import { showsKind } from "./shown";
import { Stretched } from "./spans";
import type { Line } from "./strokes";

/** Corners of a circle, and of one where there are so many bodies that each is small. */
const SEGMENTS = 40;
const FEW_SEGMENTS = 16;
const MANY_BODIES = 60;

export interface Figure {
  fills: Fills[];
  /** Pieces of the fills that close a volume. */
  solids: Piece[];
  lines: Line[];
  /** Height above all of it, where heights are an order of drawing. */
  top: number;
}

/**
 * Build what is drawn of a scene.
 *
 * In the plane the order of drawing is a height: each area and each line lies a step above the one before, so that
 * depth does what a painter does, in whatever order the graphics card draws.
 *
 * Args: step: between two heights [m].
 */
export function figureOf(scene: SceneData, step: number): Figure {
  const segments = scene.bodies.length > MANY_BODIES ? FEW_SEGMENTS : SEGMENTS;
  const sheets: Piece[] = [];
  const solids: Piece[] = [];
  const lines: Line[] = [];
  let top = 0;
  const above = (): number | null => (scene.planar ? (top += step) : null);

  const draw = (drawn: Drawn): void => {
    const areas = new Map<string, { fill: Fill; is_solid: boolean; parts: BufferGeometry[] }>();
    for (const primitive of drawn.primitives) {
      const { area, outline } = shapeOf(primitive, segments);
      if (area) {
        const key = `${area.fill} ${area.is_solid}`;
        if (!areas.has(key)) areas.set(key, { fill: area.fill, is_solid: area.is_solid, parts: [] });
        areas.get(key)!.parts.push(raised(area.geometry, above()));
      }
      if (outline) lines.push(fixed(drawn, outline, above()));
    }
    for (const { fill, is_solid, parts } of areas.values()) {
      (is_solid ? solids : sheets).push({ drawn, fill, geometry: mergeGeometries(parts) });
    }
  };
  const stretch = (span: Span): void => {
    const height = above();
    for (const profile of span.lines) {
      if (profile.length > 1) lines.push(new Stretched(span, profile, height));
    }
  };

  const layers = [...new Set([...scene.drawn, ...scene.spans].map(({ layer }) => layer))].sort((a, b) => a - b);
  for (const layer of layers) {
    scene.drawn.filter((drawn) => drawn.layer === layer).forEach(draw);
    scene.spans.filter((span) => span.layer === layer).forEach(stretch);
  }
  const fills = [];
  if (sheets.length > 0) fills.push(new Fills(sheets, sheetMaterial()));
  if (solids.length > 0) fills.push(new Fills(solids, new MeshLambertMaterial()));
  return { fills, solids, lines, top };
}

function fixed(drawn: Drawn, outline: ConstructorParameters<typeof Fixed>[0], height: number | null): Fixed {
  return new Fixed(outline, {
    owner: drawn.owner,
    body: drawn.body,
    height,
    color: (paint) => paint.of(drawn.role, drawn.body),
    isShown: (shown) => showsKind(shown, drawn.kind),
  });
}

/** Lay a flat area at a height. */
function raised(geometry: BufferGeometry, height: number | null): BufferGeometry {
  if (height === null) return geometry;
  const position = geometry.getAttribute("position");
  for (let i = 0; i < position.count; i++) position.setZ(i, height);
  return geometry;
}

/** Areas are symbols, not surfaces: without light, and a little behind their own outlines. */
function sheetMaterial(): Material {
  const behind = { polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 };
  return new MeshBasicMaterial({ side: DoubleSide, ...behind });
}
