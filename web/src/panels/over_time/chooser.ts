// The list of all series, of which the reader ticks those a diagram shows.

import type { Columns } from "../../columns";
import type { Series } from "../../data";
import { clipped, make, named, nothing } from "../../dom";
import { bracketed, unitWords } from "../../numbers";
import type { Diagram } from "./diagram";

/** Rows that are listed at once; the filter finds the others. */
const MOST = 250;

export class Chooser {
  readonly element: HTMLElement;
  private readonly filter = make("input", {
    type: "search",
    placeholder: "Filter, e.g. reaction",
    "aria-label": "Filter the series",
    spellcheck: "false",
  });
  private readonly list = make("div", { class: "choices" });

  constructor(
    private readonly columns: Columns,
    private readonly diagram: Diagram,
  ) {
    this.element = make("div", { class: "chooser" }, this.filter, this.list);
    this.filter.addEventListener("input", () => this.fill());
  }

  open(): void {
    this.fill();
    this.filter.focus();
  }

  /** Tick and list what fits the diagram as it is now; the place in the list is kept. */
  fill(): void {
    const words = this.filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const units = this.diagram.units;
    const fitting = this.columns.all.filter(
      (series) =>
        (!units.length || units.includes(series.unit)) &&
        words.every((word) => series.name.toLowerCase().includes(word)),
    );
    const groups = new Map<string, Series[]>();
    for (const series of fitting.slice(0, MOST)) {
      const group = groups.get(series.owner);
      if (group) group.push(series);
      else groups.set(series.owner, [series]);
    }
    const place = this.list.scrollTop;
    const focused = this.focused();
    this.list.replaceChildren(...[...groups].map(([owner, members]) => this.group(owner, members)));
    if (!fitting.length) this.list.append(nothing("No series has this in its name."));
    if (fitting.length > MOST) this.list.append(nothing(`${fitting.length - MOST} more: narrow the filter.`));
    const shown = units.map(bracketed).join(", ");
    if (shown) this.list.append(nothing(`Listed are series in ${shown}, as this diagram shows.`));
    this.list.scrollTop = place;
    for (const box of this.list.querySelectorAll("input")) if (box.value === focused) box.focus();
  }

  /** Name of the series whose box has the focus; null where the filter or something else has it. */
  private focused(): string | null {
    const { activeElement } = document;
    return activeElement instanceof HTMLInputElement && this.list.contains(activeElement) ? activeElement.value : null;
  }

  private group(owner: string, members: Series[]): HTMLElement {
    const title = owner ? named(owner) : make("span", {}, "whole mechanism");
    return make(
      "fieldset",
      {},
      make("legend", {}, title),
      ...members.map((series) => {
        const box = make("input", {
          type: "checkbox",
          value: series.name,
          "aria-label": `${clipped(series.name)} ${unitWords(series.unit)}`,
        });
        box.checked = this.diagram.names.includes(series.name);
        box.addEventListener("change", () => {
          if (box.checked) this.diagram.add(series.name);
          else this.diagram.remove(series.name);
        });
        return make(
          "label",
          {},
          box,
          named(series.name),
          make("span", { class: "unit" }, bracketed(series.unit)),
        );
      }),
    );
  }
}
