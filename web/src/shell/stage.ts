// The drawing with its toolbar, and what is said where it cannot be drawn.

import type { ReportData } from "../data";
import { make, named } from "../dom";
import type { Theme } from "../theme";
import { View } from "../view/view";
import { toolbar } from "./toolbar";

export class Stage {
  readonly element = make("div", { class: "stage" });
  readonly view: View | null;
  private readonly host = make("div", { class: "drawing" });
  private readonly message = make("p", { class: "message", role: "status" });
  private readonly chip = make("div", { class: "chip" });

  constructor(data: ReportData, theme: Theme, picked: (owner: string | null) => void) {
    this.view = this.start(data, theme, picked);
    if (this.view) this.element.append(toolbar(this.view, data.scene.planar));
    this.element.append(make("div", { class: "frame" }, this.host, this.message, this.chip));
    this.select(null);
    this.report();
  }

  show(time: number): void {
    this.view?.show(time);
    this.report();
  }

  select(owner: string | null): void {
    this.view?.select(owner);
    this.chip.hidden = owner === null;
    this.chip.replaceChildren(owner === null ? "" : named(owner));
  }

  /** The drawing as a PNG file, in the reader's folder for downloads. */
  async save(name: string): Promise<void> {
    if (!this.view) return;
    const link = make("a", { download: name });
    link.href = URL.createObjectURL(await this.view.picture());
    link.click();
    // Some browsers read it only after this turn.
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }

  private start(data: ReportData, theme: Theme, picked: (owner: string | null) => void): View | null {
    try {
      return new View(this.host, data.scene, data.palette, theme, picked);
    } catch (error) {
      // Everything but the drawing still works.
      const why = error instanceof Error ? error.message : String(error);
      this.message.textContent = `The drawing cannot be shown: ${why} Plots and tables are not affected.`;
      return null;
    }
  }

  private report(): void {
    if (this.view && this.view.message !== this.message.textContent) this.message.textContent = this.view.message;
    this.message.hidden = !this.message.textContent;
  }
}
