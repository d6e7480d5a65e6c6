// Tables of words.

import { make, type Child } from "../dom";

export function table(head: Child[][], rows: Child[][][]): HTMLElement {
  const cells = (tag: "th" | "td", row: Child[][]): HTMLElement[] =>
    row.map((content) => make(tag, tag === "th" ? { scope: "col" } : {}, ...content));
  return make(
    "div",
    { class: "wide", tabindex: "0", role: "group", "aria-label": "Table" },
    make(
      "table",
      {},
      head.length ? make("thead", {}, make("tr", {}, ...cells("th", head))) : null,
      make("tbody", {}, ...rows.map((row) => make("tr", {}, ...cells("td", row)))),
    ),
  );
}

/** Facts by name. */
export function facts(pairs: [string, string][]): HTMLElement {
  const rows = pairs.map(([name, value]) => make("tr", {}, make("th", { scope: "row" }, name), make("td", {}, value)));
  return make("table", { class: "facts" }, make("tbody", {}, ...rows));
}
