// On paper: light colours, all panels one after the other, and a still of the drawing, because browsers print nothing of
// WebGL.

import type { Clock } from "../clock";
import type { ReportData } from "../data";
import { seconds } from "../numbers";
import type { ThemeChoice } from "../theme";
import type { Stage } from "./stage";
import type { Tabs } from "./tabs";

export interface Printed {
  data: ReportData;
  /** null where rows follow no time. */
  clock: Clock | null;
  theme: ThemeChoice;
  stage: Stage | null;
  tabs: Tabs;
}

export function listenToPrinting(page: Printed): void {
  const { theme, stage, tabs } = page;
  let before = theme.theme;
  addEventListener("beforeprint", () => {
    before = theme.theme;
    theme.show("light");
    stage?.freeze(captionOf(page));
    tabs.print(factsOf(page.data));
  });
  addEventListener("afterprint", () => {
    stage?.thaw();
    tabs.unprint();
    theme.show(before);
  });
}

/** The time of the still. */
function captionOf({ clock }: Printed): string {
  return clock ? `t = ${seconds(clock.time, clock.length)} s` : "";
}

/** What a sheet of paper must say of itself. */
function factsOf({ title, heading, status, version }: ReportData): string {
  const now = new Date();
  const two = (number: number): string => String(number).padStart(2, "0");
  const date = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  const printed = `printed ${date} ${two(now.getHours())}:${two(now.getMinutes())}`;
  return [title, heading, status.word, version && `written by ${version}`, printed].filter(Boolean).join(" \u00b7 ");
}
