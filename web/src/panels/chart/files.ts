// A diagram as a file: a picture, or a table of its numbers.

import { download } from "../../download";
import { Plan, type Inks, type Plotted } from "./plan";
import { paint, pictureOf, svg } from "./svg";

/** Of a picture [CSS pixels], and how many of its own it has for one of these. */
const SIZE = { width: 720, height: 400 };
const TALL = { width: 720, height: 720 };
const SHARP = 2;

export type Format = "svg" | "png" | "csv";
export const FORMATS: [Format, string][] = [
  ["svg", "Picture, SVG"],
  ["png", "Picture, PNG"],
  ["csv", "Numbers, CSV"],
];

/** What is written: the diagram, its table, and the colours. */
export interface Sheet {
  plotted: Plotted;
  inks: Inks;
  columns: Table;
}

/** Headings, and as many numbers under each. */
export type Table = readonly { heading: string; values: ArrayLike<number> }[];

/** Args: name: of the file, without its ending. */
export async function save(format: Format, name: string, sheet: Sheet): Promise<void> {
  const plan = (): Plan => new Plan(sheet.plotted, sheet.plotted.is_equal ? TALL : SIZE, sheet.inks, true);
  if (format === "csv") download(`${name}.csv`, new Blob([csvOf(sheet.columns)], { type: "text/csv" }));
  else if (format === "svg") download(`${name}.svg`, new Blob([svgText(plan(), sheet.inks)], { type: "image/svg+xml" }));
  else download(`${name}.png`, await png(plan(), sheet.inks));
}

function svgText(plan: Plan, { paper }: Inks): string {
  const picture = pictureOf(plan);
  picture.prepend(svg("rect", { ...plan.size, fill: paper }));
  return new XMLSerializer().serializeToString(picture);
}

function png(plan: Plan, { paper }: Inks): Promise<Blob> {
  const { width, height } = plan.size;
  const canvas = document.createElement("canvas");
  canvas.width = SHARP * width;
  canvas.height = SHARP * height;
  const pen = canvas.getContext("2d")!;
  pen.scale(SHARP, SHARP);
  pen.fillStyle = paper;
  pen.fillRect(0, 0, width, height);
  paint(plan, pen);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture could not be made."))), "image/png");
  });
}

/** As the program itself writes it: headings in quotes, lines that end with CR LF. */
export function csvOf(columns: Table): string {
  const rows = Math.max(0, ...columns.map(({ values }) => values.length));
  const head = columns.map(({ heading }) => `"${safe(heading)}"`);
  // A shorter column ends in empty cells.
  const cell = (values: ArrayLike<number>, row: number): string =>
    row < values.length ? figure(values[row] ?? NaN, values) : "";
  const body = Array.from({ length: rows }, (_, row) => columns.map(({ values }) => cell(values, row)));
  return [head, ...body].map((line) => `${line.join(",")}\r\n`).join("");
}

/** A heading that no spreadsheet takes for a formula. */
function safe(text: string): string {
  return (/^[=+\-@]/.test(text) ? "'" : "") + text.replace(/"/g, '""');
}

/** As few figures as give the same number again. */
function figure(value: number, values: ArrayLike<number>): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
  if (!(values instanceof Float32Array)) return String(value);
  for (let digits = 1; digits < 9; digits++) {
    const text = value.toPrecision(digits);
    if (Math.fround(Number(text)) === value) return String(Number(text));
  }
  return String(Number(value.toPrecision(9)));
}
