// On paper: light colours, and a still of the drawing, because browsers print nothing of WebGL.

import type { ThemeChoice } from "../theme";
import type { Stage } from "./stage";

export function listenToPrinting(theme: ThemeChoice, stage: Stage | null): void {
  let before = theme.theme;
  addEventListener("beforeprint", () => {
    before = theme.theme;
    theme.show("light");
    stage?.freeze();
  });
  addEventListener("afterprint", () => {
    stage?.thaw();
    theme.show(before);
  });
}
