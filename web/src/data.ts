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
  /** float64; null where rows follow no time: each is a pose of its own, and a panel says which is shown. */
  t: Packed | null;
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

/** Of words and numbers; null is a number that there is none of. */
export interface Table {
  title: string;
  head: string[];
  rows: (string | number | null)[][];
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

export interface Axis {
  label: string;
  unit: string;
  is_log: boolean;
}

/** A line through points in their order; x need not rise. A number that is none leaves a gap. */
export interface Curve {
  name: string;
  /** float64, as many as of y */
  x: Packed;
  y: Packed;
  /** Number of its colour and dashes, and whether it is broken instead; null: by its place. */
  color: number | null;
  is_dashed: boolean | null;
  /** Rows of the scene, one for each point: whoever reads the point sees that pose. */
  rows: number[] | null;
}

export type Sign = "cross" | "circle" | "dot" | "square";

/** Points of one meaning, as the poles of a system. */
export interface Marks {
  name: string;
  sign: Sign;
  /** float64, as many as of y */
  x: Packed;
  y: Packed;
  /** Words beside each of them; none where the list is empty. */
  labels: string[];
  /** Number of their colour; null: by their place. */
  color: number | null;
}

export interface Diagram {
  title: string;
  x: Axis;
  y: Axis;
  curves: Curve[];
  marks: Marks[];
  /** Whether both axes have one scale, as in a plane of complex numbers. */
  is_equal: boolean;
  /** What is shaded: all that is right of zero, or nothing. */
  shaded: "right" | "";
}

/** Bodies beside their pose: f (real cos(p) - imaginary sin(p)) + f^2 closing(p), at the phase p of a swing of the size f. */
export interface Shape {
  name: string;
  /** What is said of it, as its frequency and damping. */
  text: string;
  /** bodies x 6: shift of the origin [m], then turn [rad], both in ground components */
  real: Packed;
  imaginary: Packed;
  /** phases x bodies x 6, at equal steps over one turn: joints are closed by it. Without, the page chooses the size. */
  closing: Packed | null;
  /** false: it goes out to one side and back, slowly. */
  is_swinging: boolean;
}

/** A row of the scene and what is said of it. */
export interface Pose {
  name: string;
  values: Table;
}

// Panels: what stands behind a tab, by its kind. A kind has an interface here, a file and a line in panels/, and a
// function in views/page/panels on the Python side.

export interface SeriesPanel {
  kind: "series";
  title: string;
  /** Series shown at first, one list for each diagram. */
  diagrams: string[][];
}

export interface PartsPanel {
  kind: "parts";
  title: string;
  /** The elements at each body, and the bodies or joints of each element, by name. */
  neighbours: Record<string, string[]>;
}

export interface PosePanel {
  kind: "pose";
  title: string;
  /** One for each row of the scene. */
  poses: Pose[];
}

export interface ShapesPanel {
  kind: "shapes";
  title: string;
  shapes: Shape[];
  /** Said below the list. */
  note: string;
}

export interface DiagramPanel {
  kind: "diagram";
  title: string;
  diagrams: Diagram[];
}

export interface TablesPanel {
  kind: "tables";
  title: string;
  tables: Table[];
}

export interface WordsPanel {
  kind: "words";
  title: string;
  /** Its columns are kept. */
  text: string;
}

export interface ModelPanel {
  kind: "model";
  title: string;
  tables: Table[];
  text: string;
}

export interface CheckPanel {
  kind: "check";
  title: string;
  facts: [string, string][];
  findings: Finding[];
}

export interface EquationsPanel {
  kind: "equations";
  title: string;
  blocks: Block[];
  latex: string;
  /** Drawings that belong to the equations; not in files of the first versions. */
  groups?: DrawingGroup[];
}

export interface DrawingGroup {
  title: string;
  drawings: Drawing[];
  /** Sentences below them. */
  notes: string[];
}

/** A line drawing. Its colours are places in `colors`, -1 for none. */
export interface Drawing {
  /** Of the body; "" where it is of all of them. */
  name: string;
  /** What is on it, in words. */
  told: string;
  /** What it leaves out; "" where that is nothing. */
  note: string;
  width: number;
  height: number;
  shapes: DrawingShape[];
  labels: DrawingLabel[];
  paper: number;
  /** Width of the line of paper around letters. */
  halo: number;
  /** On light and on dark paper. */
  colors: [string, string][];
}

export interface DrawingShape {
  d: string;
  fill: number;
  line: number;
  width: number;
  dash: number[];
  strength: number;
}

export interface DrawingLabel {
  x: number;
  /** Of the line that letters stand on, downwards. */
  y: number;
  anchor: string;
  color: number;
  /** Text, how far it stands below the line, and its size. */
  runs: [string, number, number][];
}

export interface EvidencePanel {
  kind: "evidence";
  title: string;
  facts: [string, string][];
  not_unique: string[];
  /** Sentences about what was left out or thinned so that the file stays small. */
  notes: string[];
}

/** One that could not be made, and why. */
export interface FailedPanel<Kind extends string> {
  kind: Kind;
  title: string;
  failure: string;
}

export type PanelData =
  | SeriesPanel
  | PartsPanel
  | PosePanel
  | ShapesPanel
  | DiagramPanel
  | TablesPanel
  | WordsPanel
  | ModelPanel
  | CheckPanel
  | FailedPanel<"check">
  | EquationsPanel
  | FailedPanel<"equations">
  | EvidencePanel;

export interface ReportData {
  format: 2;
  title: string;
  /** The verb that was asked, e.g. "simulate", and what its answer is called. */
  analysis: string;
  heading: string;
  /** Program that wrote the file, e.g. "sarrus 1.0"; not in files of the first versions. */
  version?: string;
  status: { ok: boolean; word: string; text: string };
  palette: Palette;
  /** null: the page is panels alone. */
  scene: SceneData | null;
  /** Over the rows of the scene; panels share them. */
  series: Series[];
  /** What stands behind the tabs, in their order. */
  panels: PanelData[];
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

/** Time of each row [s]; where rows follow no time, their numbers. */
export function rowsOf(scene: SceneData | null): Float64Array {
  if (scene?.t != null) return doubles(scene.t);
  const width = (scene?.bodies.length ?? 0) * (scene?.planar ? 3 : 7);
  const rows = width ? singles(scene!.poses).length / width : 1;
  return Float64Array.from({ length: rows }, (_, row) => row);
}
