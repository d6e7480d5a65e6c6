// Why the result can be trusted, and what the page leaves out.

import type { ReportData } from "../data";
import { make, named } from "../dom";
import { icon } from "../icons";
import type { Panel } from "./base";
import { facts } from "./table";

export function evidencePanel({ status, evidence, notes }: ReportData): Panel {
  const element = make(
    "div",
    { class: "prose" },
    make(
      "p",
      { class: `finding ${status.ok ? "good" : "error"}` },
      icon(status.ok ? "good" : "bad"),
      make("span", {}, status.text),
    ),
    facts(evidence.facts),
  );
  if (evidence.not_unique.length) {
    element.append(
      make("h2", {}, "Not unique"),
      make("p", {}, "These series are one choice of many that fit the same motion:"),
      make("ul", {}, ...evidence.not_unique.map((name) => make("li", {}, named(name)))),
    );
  }
  if (notes.length) {
    element.append(make("h2", {}, "About this page"), ...notes.map((note) => make("p", {}, note)));
  }
  return { title: "Evidence", element };
}
