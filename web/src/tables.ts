// Tables of words and numbers.

import type { Table } from "./data";
import { clipped, make, nothing, type Child } from "./dom";
import { figures } from "./numbers";

/** Longer words are broken into lines. */
const LONG = /\S{22}/;

export function table(
  head: Child[][],
  rows: Child[][][],
  isNumber: (column: number) => boolean = () => false,
  label: string = "Table",
): HTMLElement {
  const cells = (tag: "th" | "td", row: Child[][]): HTMLElement[] =>
    row.map((content, column) =>
      make(
        tag,
        { ...(tag === "th" && { scope: "col" }), ...(isNumber(column) && { class: "number" }) },
        ...content,
      ),
    );
  return make(
    "div",
    { class: "wide", tabindex: "0", role: "group", "aria-label": label },
    make(
      "table",
      {},
      head.length ? make("thead", {}, make("tr", {}, ...cells("th", head))) : null,
      make("tbody", {}, ...rows.map((row) => make("tr", {}, ...cells("td", row)))),
    ),
  );
}

/** A table of data under its title; columns in which all are numbers stand right. */
export function titled({ title, head, rows }: Table): HTMLElement[] {
  const heading = title ? [make("h2", {}, title)] : [];
  if (!rows.length) return [...heading, nothing("None.")];
  // What is infinite comes as a word.
  const isNumber = (column: number): boolean =>
    rows.every(({ [column]: value }) => typeof value !== "string" || value.endsWith("\u221e"));
  const cell = (value: string | number | null): Child =>
    typeof value === "string" ? make("bdi", { class: LONG.test(value) && "long" }, value) : figures(value ?? NaN);
  return [
    ...heading,
    table(
      head.map((words) => [words]),
      rows.map((row) => row.map((value) => [cell(value)])),
      isNumber,
      title ? `Table: ${clipped(title)}` : "Table",
    ),
  ];
}

/** Facts by name. */
export function facts(pairs: [string, string][]): HTMLElement {
  const rows = pairs.map(([name, value]) => make("tr", {}, make("th", { scope: "row" }, name), make("td", {}, value)));
  return make("table", { class: "facts" }, make("tbody", {}, ...rows));
}
