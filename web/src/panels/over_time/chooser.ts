// The list of all series, of which the reader ticks those a diagram shows.

import type { Column, Columns } from "../../columns";
import { clipped, make, named, nothing } from "../../dom";
import { bracketed, unitWords } from "../../numbers";
import type { Diagram } from "./diagram";

/** Rows that are listed at once; the filter finds the others. */
const MOST = 250;

export class Chooser {
  readonly element: HTMLElement;
  private readonly filter: HTMLInputElement;
  private readonly over: HTMLSelectElement;
  private readonly list = make("div", { class: "choices" });

  constructor(
    private readonly columns: Columns,
    private readonly diagram: Diagram,
  ) {
    this.filter = make("input", {
      type: "search",
      placeholder: "Filter, e.g. reaction",
      "aria-label": `Filter the series of ${diagram.title}`,
      spellcheck: "false",
    });
    this.over = make("select", { "aria-label": `Horizontal axis of ${diagram.title}` });
    const axis = make("label", { class: "axis" }, "over", this.over);
    this.element = make("div", { class: "chooser" }, axis, this.filter, this.list);
    this.filter.addEventListener("input", () => this.fill());
    this.over.addEventListener("change", () => {
      diagram.over = this.over.value || null;
    });
  }

  open(): void {
    if (!this.over.childElementCount) this.offer();
    this.over.value = this.diagram.over ?? "";
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
    const groups = new Map<string, Column[]>();
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
    const shown = units.map((unit) => bracketed(this.columns.angles.unit(unit))).join(", ");
    if (shown) this.list.append(nothing(`Listed are series in ${shown}, as this diagram shows.`));
    this.list.scrollTop = place;
    for (const box of this.list.querySelectorAll("input")) if (box.value === focused) box.focus();
  }

  /** The time and all series, by which a diagram can be drawn. */
  private offer(): void {
    const option = (name: string): HTMLElement => make("option", { value: name, title: name }, clipped(name, 50));
    this.over.append(make("option", { value: "" }, "time t"), ...this.columns.all.map(({ name }) => option(name)));
  }

  /** Name of the series whose box has the focus; null where the filter or something else has it. */
  private focused(): string | null {
    const { activeElement } = document;
    return activeElement instanceof HTMLInputElement && this.list.contains(activeElement) ? activeElement.value : null;
  }

  private group(owner: string, members: Column[]): HTMLElement {
    const title = owner ? named(owner) : make("span", {}, "whole mechanism");
    return make(
      "fieldset",
      {},
      make("legend", {}, title),
      ...members.map((series) => {
        const box = make("input", {
          type: "checkbox",
          value: series.name,
          "aria-label": `${clipped(series.name)} ${unitWords(this.columns.angles.unit(series.unit))}`,
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
          make("span", { class: "unit" }, bracketed(this.columns.angles.unit(series.unit))),
        );
      }),
    );
  }
}
