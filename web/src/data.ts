// What a page is made from: the data that the report writer puts into the file (views/page on the Python side).
// Lengths are metres, quaternions w x y z, packed arrays base64 of little-endian numbers.

export type Vector = [number, number, number];
export type Quaternion = [number, number, number, number];

/** Base64 of float32, or of float64 where the name says so. */
export type Packed = string;

export interface Anchor {
  /** -1 is ground. */
  body: number;
  p: Vector;
  turn: Quaternion;
}

export type Fill = "none" | "paper" | "tint" | "full";

export type Primitive =
  | { form: "ball"; center: Vector; radius: number }
  | { form: "round"; start: Vector; end: Vector; start_radius: number; end_radius: number; hole: number }
  | { form: "block"; center: Vector; turn: Quaternion; size: Vector }
  | { form: "path"; points: Vector[]; closed: boolean; fill: Fill; weight: number; dashed: boolean }
  | {
      form: "circle";
      center: Vector;
      radius: number;
      normal: Vector;
      fill: Fill;
      weight: number;
      dashed: boolean;
    };

/** Primitives fixed on one body. */
export interface Drawn {
  owner: string;
  kind: string;
  role: string;
  body: number;
  layer: number;
  primitives: Primitive[];
}

/** A point (u, l, a, b) of a profile is at start + (u L + l) e + a n1 + b n2; see views/scene/base.py. */
export interface Span {
  owner: string;
  kind: string;
  role: string;
  layer: number;
  start: Anchor;
  end: Anchor;
  lines: [number, number, number, number][][];
  weight: number;
  dashed: boolean;
}

export interface Arrow {
  owner: string;
  role: "reaction" | "applied" | "driver";
  quantity: "force" | "torque";
  at: Anchor;
  /** rows x 3, ground components */
  values: Packed;
}

export interface Mark {
  name: string;
  at: Anchor;
  is_traced: boolean;
}

export interface SceneData {
  name: string;
  planar: boolean;
  up: Vector;
  size: number;
  low: Vector;
  high: Vector;
  bodies: string[];
  /** float64 */
  t: Packed;
  /** planar: rows x bodies x 3 (x, y, psi); spatial: rows x bodies x 7 (x, y, z, w, x, y, z) */
  poses: Packed;
  /** Whether rows are so far apart for this motion that nothing is shown between them. */
  is_stepped: boolean;
  drawn: Drawn[];
  spans: Span[];
  arrows: Arrow[];
  marks: Mark[];
  force_scale: number;
  torque_scale: number;
}

export type Colors = Record<string, string>;

export interface Palette {
  light: Colors & { bodies?: never };
  dark: Colors & { bodies?: never };
  bodies: string[];
  bodies_on_dark: string[];
}

/** A column of the result; components have names such as "A.reaction.x". */
export interface Series {
  name: string;
  unit: string;
  /** Body or element it belongs to: "A" of "A.reaction.x", "coupler" of "coupler.tip.y". */
  owner: string;
  values: Packed;
}

export interface Table {
  title: string;
  head: string[];
  rows: string[][];
}

/** A piece of running text: words, a name of the model, or a formula in LaTeX. */
export type Piece = { text: string } | { name: string } | { math: string };

export type Block =
  | { block: "heading"; level: number; pieces: Piece[] }
  | { block: "paragraph"; pieces: Piece[] }
  | { block: "display"; math: string }
  | { block: "table"; head: Piece[][]; rows: Piece[][][] }
  | { block: "pattern"; text: string };

export interface Finding {
  severity: "error" | "warning" | "note";
  text: string;
}

export interface ReportData {
  format: 1;
  title: string;
  /** "simulate" or "kinematics" */
  analysis: string;
  status: { ok: boolean; word: string; text: string };
  palette: Palette;
  scene: SceneData;
  series: Series[];
  /** The elements at each body, and the bodies or joints of each element, by name. */
  neighbours: Record<string, string[]>;
  /** Series shown at first, one list for each diagram. */
  plots: string[][];
  model: { tables: Table[]; text: string };
  check: { facts: [string, string][]; findings: Finding[] } | { failure: string };
  equations: { blocks: Block[]; latex: string } | { failure: string };
  evidence: { facts: [string, string][]; not_unique: string[] };
  /** Sentences about what was left out or thinned so that the file stays small. */
  notes: string[];
}

function bytes(packed: Packed): ArrayBuffer {
  const text = atob(packed);
  const found = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) found[i] = text.charCodeAt(i);
  return found.buffer;
}

export function singles(packed: Packed): Float32Array {
  return new Float32Array(bytes(packed));
}

export function doubles(packed: Packed): Float64Array {
  return new Float64Array(bytes(packed));
}
