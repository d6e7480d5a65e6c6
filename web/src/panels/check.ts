// What was found about the mechanism before it was moved.

import type { ReportData } from "../data";
import { make, nothing } from "../dom";
import { icon, type Icon } from "../icons";
import type { Panel } from "./base";
import { facts } from "./table";

const ICONS: Record<string, Icon> = { error: "bad", warning: "bad", note: "note" };
const WORDS: Record<string, string> = { error: "Error", warning: "Warning", note: "Note" };

export function checkPanel({ check }: ReportData): Panel {
  const element = make("div", { class: "prose" });
  if ("failure" in check) {
    element.append(make("p", { class: "finding error" }, icon("bad"), make("span", {}, check.failure)));
    return { title: "Check", element };
  }
  element.append(make("h2", {}, "Mechanism"), facts(check.facts), make("h2", {}, "Findings"));
  if (!check.findings.length) element.append(nothing("Nothing to remark."));
  for (const { severity, text } of check.findings) {
    const word = make("strong", {}, `${WORDS[severity] ?? severity}: `);
    element.append(
      make("p", { class: `finding ${severity}` }, icon(ICONS[severity] ?? "note"), make("span", {}, word, text)),
    );
  }
  return { title: "Check", element };
}
