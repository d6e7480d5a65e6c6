// Why the result can be trusted, and what the page leaves out.

import { make, named } from "../dom";
import { icon } from "../icons";
import { facts } from "../tables";
import type { Desk, Panel, PanelOf } from "./base";

export function evidencePanel(evidence: PanelOf<"evidence">, { data: { status } }: Desk): Panel {
  const { not_unique, notes } = evidence;
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
  if (not_unique.length) {
    element.append(
      make("h2", {}, "Not unique"),
      make("p", {}, "These series are one choice of many that fit the same motion:"),
      make("ul", {}, ...not_unique.map((name) => make("li", {}, named(name)))),
    );
  }
  if (notes.length) {
    element.append(make("h2", {}, "About this page"), ...notes.map((note) => make("p", {}, note)));
  }
  return { element };
}
