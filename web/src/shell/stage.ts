// The drawing with its toolbar, and what is said where it cannot be drawn.

import type { Palette, SceneData } from "../data";
import { make, named } from "../dom";
import { download } from "../download";
import type { Theme } from "../theme";
import type { Rates } from "../view/rates";
import { View } from "../view/view";
import { toolbar } from "./toolbar";

const STEPPED = "Rows are far apart for this motion, so it is shown row by row.";

export class Stage {
  readonly element = make("div", { class: "stage" });
  readonly view: View | null;
  private readonly host = make("div", { class: "drawing" });
  private readonly message = make("p", { class: "message", role: "status" });
  private readonly chip = make("div", { class: "chip" });
  /** Sentences that hold from the beginning. */
  private readonly lasting: string[] = [];

  /** Args: neighbours: what is beside each body and element. */
  constructor(
    scene: SceneData,
    palette: Palette,
    theme: Theme,
    rates: Rates,
    private readonly neighbours: ReadonlyMap<string, string[]>,
    picked: (owner: string | null) => void,
  ) {
    if (scene.is_stepped && scene.t !== null) this.lasting.push(STEPPED);
    this.view = this.start(scene, palette, theme, rates, picked);
    if (this.view) this.equip(this.view, scene.planar);
    this.element.append(make("div", { class: "frame" }, this.host, this.chip), this.message);
    this.select(null);
    this.report();
  }

  show(time: number): void {
    this.view?.show(time);
    this.report();
  }

  select(owner: string | null): void {
    this.view?.select(owner, this.neighbours.get(owner ?? "") ?? []);
    this.chip.hidden = owner === null;
    this.chip.replaceChildren(owner === null ? "" : named(owner));
  }

  /** The drawing as a PNG file, in the reader's folder for downloads. */
  async save(name: string): Promise<void> {
    if (this.view) download(name, await this.view.picture());
  }

  /** Lay a still over the drawing, with some words, until it is thawed. */
  freeze(words: string): void {
    this.thaw();
    const still = this.view?.still();
    if (!still) return;
    still.className = "still";
    this.host.append(still, make("p", { class: "caption" }, words));
  }

  thaw(): void {
    for (const found of this.host.querySelectorAll(".still, .caption")) found.remove();
  }

  private equip(view: View, planar: boolean): void {
    const bar = toolbar(view, planar);
    new ResizeObserver(() => view.cover(bar.offsetTop + bar.offsetHeight)).observe(bar);
    this.element.append(bar);
  }

  private start(
    scene: SceneData,
    palette: Palette,
    theme: Theme,
    rates: Rates,
    picked: (owner: string | null) => void,
  ): View | null {
    try {
      return new View(this.host, scene, palette, theme, rates, picked);
    } catch (error) {
      // Everything but the drawing still works.
      const why = error instanceof Error ? error.message : String(error);
      this.lasting.push(`The drawing cannot be shown: ${why} Plots and tables are not affected.`);
      return null;
    }
  }

  private report(): void {
    const words = [...this.lasting, this.view?.message].filter(Boolean).join(" ");
    if (words !== this.message.textContent) this.message.textContent = words;
    this.message.hidden = !words;
  }
}
