// What was found about the mechanism before it was moved.

import type { Finding } from "../data";
import { make, nothing } from "../dom";
import { icon, type Icon } from "../icons";
import { facts } from "../tables";
import type { Panel, PanelOf } from "./base";

const ICONS: Record<string, Icon> = { error: "bad", warning: "bad", note: "note" };
const WORDS: Record<string, string> = { error: "Error", warning: "Warning", note: "Note" };

export function checkPanel(check: PanelOf<"check">): Panel {
  const element = make("div", { class: "prose" });
  if ("failure" in check) {
    element.append(make("p", { class: "finding error" }, icon("bad"), make("span", {}, check.failure)));
    return { element, warning: { count: 1, words: "it could not be made" } };
  }
  element.append(make("h2", {}, "Mechanism"), facts(check.facts), make("h2", {}, "Findings"));
  if (!check.findings.length) element.append(nothing("Nothing to remark."));
  for (const { severity, text } of check.findings) {
    const word = make("strong", {}, `${WORDS[severity] ?? severity}: `);
    element.append(
      make("p", { class: `finding ${severity}` }, icon(ICONS[severity] ?? "note"), make("span", {}, word, text)),
    );
  }
  const warning = warningOf(check.findings);
  return { element, ...(warning && { warning }) };
}

/** Errors and warnings; null where there are but notes. */
function warningOf(findings: Finding[]): Panel["warning"] | null {
  const counted = (["error", "warning"] as const)
    .map((severity) => ({ severity, count: findings.filter((finding) => finding.severity === severity).length }))
    .filter(({ count }) => count > 0);
  if (!counted.length) return null;
  return {
    count: counted.reduce((sum, { count }) => sum + count, 0),
    words: counted.map(({ severity, count }) => `${count} ${severity}${count > 1 ? "s" : ""}`).join(", "),
  };
}
