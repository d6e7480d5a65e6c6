// Diagrams one below the other, with one time axis.

import type { Clock } from "../clock";
import type { Columns } from "../columns";
import { button, make, nothing } from "../dom";
import { icon } from "../icons";
import { throttled } from "../throttle";
import type { ThemeChoice } from "../theme";
import type { Desk, Panel, PanelOf } from "./base";
import { Chooser } from "./over_time/chooser";
import { Diagram } from "./over_time/diagram";

interface Card {
  element: HTMLElement;
  diagram: Diagram;
}

export function seriesPanel({ diagrams }: PanelOf<"series">, { columns, clock, theme }: Desk): Panel {
  return new Plots(columns, clock, theme, diagrams);
}

class Plots implements Panel {
  readonly element = make("div", { class: "plots" });
  private readonly stack = make("div", { class: "stack" });
  private readonly cards: Card[] = [];
  private range: [number, number];
  private readonly readAll = throttled(() => {
    for (const { diagram } of this.cards) diagram.read();
  });

  constructor(
    private readonly columns: Columns,
    private readonly clock: Clock,
    private readonly theme: ThemeChoice,
    diagrams: string[][],
  ) {
    this.range = [clock.start, clock.end];
    this.element.append(this.bar(), this.stack);
    for (const names of diagrams) this.append(names);
    if (!columns.all.length) this.stack.append(nothing("The result holds no series."));
    theme.listen(() => this.cards.forEach(({ diagram }) => diagram.draw()));
  }

  /** Show a series in the first diagram of its unit, or in a new one. */
  plot(name: string): void {
    const unit = this.columns.unit(name);
    const fitting = this.cards.find(({ diagram }) => diagram.units.includes(unit)) ?? this.append([]);
    fitting.diagram.add(name);
    fitting.element.scrollIntoView({ block: "nearest" });
  }

  tick(): void {
    for (const { diagram } of this.cards) diagram.placeLine();
    this.readAll();
  }

  private bar(): HTMLElement {
    const zoom = (label: string, name: "plus" | "minus" | "whole", factor: number): HTMLElement =>
      button([icon(name)], { "aria-label": label, title: label }, () => this.scale(factor));
    return make(
      "div",
      { class: "bar" },
      button([icon("plus"), "Diagram"], { title: "Add a diagram" }, () => {
        const { element } = this.append([]);
        element.querySelector<HTMLButtonElement>("button.choose")?.click();
        element.scrollIntoView({ block: "nearest" });
      }),
      make("span", { class: "hint" }, "Click to jump, drag to zoom"),
      make(
        "div",
        { class: "group", role: "group", "aria-label": "Zoom of the time axis" },
        zoom("Zoom out", "minus", 2),
        zoom("Whole time", "whole", Infinity),
        zoom("Zoom in at the present time", "plus", 0.5),
      ),
    );
  }

  private append(names: string[]): Card {
    const remove = (): void => {
      this.cards.splice(this.cards.indexOf(card), 1);
      diagram.dispose();
      card.element.remove();
    };
    const choose = button(
      [icon("plus"), "Series"],
      { class: "quiet choose", title: "Choose the series of this diagram", "aria-expanded": "false" },
      () => {
        chooser.element.hidden = !chooser.element.hidden;
        choose.setAttribute("aria-expanded", String(!chooser.element.hidden));
        if (!chooser.element.hidden) chooser.open();
      },
    );
    const words = "Remove this diagram";
    const close = button([icon("close")], { class: "quiet", title: words, "aria-label": words }, remove);
    const diagram: Diagram = new Diagram(
      {
        columns: this.columns,
        clock: this.clock,
        lines: () => this.theme.lines,
        range: () => this.range,
        zoomed: (low, high) => this.zoomAll(low, high, diagram),
        emptied: () => {
          if (chooser.element.hidden) remove();
        },
        changed: () => {
          if (!chooser.element.hidden) chooser.fill();
        },
      },
      names,
      [choose, close],
    );
    const chooser = new Chooser(this.columns, diagram);
    chooser.element.hidden = true;
    const card: Card = { element: make("section", { class: "card" }, diagram.element, chooser.element), diagram };
    this.cards.push(card);
    this.stack.append(card.element);
    return card;
  }

  /** Show a part of the time axis that is longer by a factor, about the present time. */
  private scale(factor: number): void {
    const { start, end, time } = this.clock;
    const length = Math.min((this.range[1] - this.range[0]) * factor, end - start);
    const low = Math.min(Math.max(time - length / 2, start), end - length);
    if (length > 0) this.zoomAll(low, low + length, null);
  }

  private zoomAll(low: number, high: number, origin: Diagram | null): void {
    if (low === this.range[0] && high === this.range[1]) return;
    this.range = [low, high];
    for (const { diagram } of this.cards) if (diagram !== origin) diagram.zoom(low, high);
  }
}
