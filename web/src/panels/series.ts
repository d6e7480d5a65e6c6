// Diagrams one below the other, with one time axis.

import type { Clock } from "../clock";
import type { Columns } from "../columns";
import { isTurning } from "../angles";
import { button, make, nothing } from "../dom";
import { fileName } from "../download";
import { icon } from "../icons";
import { menu } from "../menu";
import { throttled } from "../throttle";
import type { ThemeChoice } from "../theme";
import type { Desk, Panel, PanelOf } from "./base";
import { FORMATS, save } from "./chart/files";
import { Chooser } from "./over_time/chooser";
import { Diagram } from "./over_time/diagram";

interface Card {
  element: HTMLElement;
  diagram: Diagram;
}

export function seriesPanel({ diagrams }: PanelOf<"series">, { columns, clock, theme, data }: Desk): Panel {
  return new Plots(columns, clock, theme, diagrams, fileName(data.title));
}

class Plots implements Panel {
  readonly element = make("div", { class: "plots" });
  private readonly stack = make("div", { class: "stack" });
  private readonly cards: Card[] = [];
  private range: [number, number];
  /** How many diagrams there have been. */
  private made = 0;
  private readonly readAll = throttled(() => {
    for (const { diagram } of this.cards) diagram.read();
  });

  constructor(
    private readonly columns: Columns,
    private readonly clock: Clock,
    private readonly theme: ThemeChoice,
    diagrams: string[][],
    private readonly file: string,
  ) {
    this.range = [clock.start, clock.end];
    this.element.append(this.bar(), this.stack);
    for (const names of diagrams) this.append(names);
    if (!columns.all.length) this.stack.append(nothing("The result holds no series."));
    const redraw = (): void => this.cards.forEach(({ diagram }) => diagram.draw());
    theme.listen(redraw);
    columns.angles.listen(redraw);
  }

  get is_empty(): boolean {
    return !this.cards.some(({ diagram }) => diagram.names.length);
  }

  print(): void {
    this.unprint();
    for (const { diagram } of this.cards) if (diagram.names.length) diagram.element.append(diagram.printed());
  }

  unprint(): void {
    for (const found of this.element.querySelectorAll(".printed")) found.remove();
  }

  /** Show a series in the first diagram of its unit, or in a new one. */
  plot(name: string): void {
    const unit = this.columns.unit(name);
    const fitting = this.cards.find(({ diagram }) => diagram.units.includes(unit)) ?? this.append([]);
    fitting.diagram.add(name);
    fitting.element.scrollIntoView({ block: "nearest" });
  }

  tick(): void {
    for (const { diagram } of this.cards) diagram.tick();
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
      this.columns.all.some(({ unit }) => isTurning(unit)) ? this.angleSwitches() : null,
      make(
        "div",
        { class: "group", role: "group", "aria-label": "Zoom of the time axis" },
        zoom("Zoom out", "minus", 2),
        zoom("Whole time", "whole", Infinity),
        zoom("Zoom in at the present time", "plus", 0.5),
      ),
    );
  }

  /** How angles are written, on the whole page. */
  private angleSwitches(): HTMLElement {
    const { angles } = this.columns;
    const toggle = (words: string, label: string, get: () => boolean, set: (value: boolean) => void): HTMLElement => {
      const found = button([words], { title: label, "aria-label": label, "aria-pressed": "false" }, () => {
        set(!get());
        found.setAttribute("aria-pressed", String(get()));
      });
      return found;
    };
    const degrees = toggle("deg", "Angles in degrees", () => angles.is_degrees, (value) => (angles.is_degrees = value));
    const turn = toggle("\u00b1180\u00b0", "Angles within one turn", () => angles.is_wrapped, (value) => (angles.is_wrapped = value));
    return make("div", { class: "group", role: "group", "aria-label": "Angles" }, degrees, turn);
  }

  private append(names: string[]): Card {
    const title = `diagram ${(this.made += 1)}`;
    const remove = (): void => {
      this.cards.splice(this.cards.indexOf(card), 1);
      diagram.dispose();
      card.element.remove();
    };
    const choose = button(
      [icon("plus"), "Series"],
      {
        class: "quiet choose",
        title: "Choose the series of this diagram, and what they are drawn over",
        "aria-label": `Series of ${title}`,
        "aria-expanded": "false",
      },
      () => {
        chooser.element.hidden = !chooser.element.hidden;
        choose.setAttribute("aria-expanded", String(!chooser.element.hidden));
        if (!chooser.element.hidden) chooser.open();
      },
    );
    const close = button(
      [icon("close")],
      { class: "quiet remove", title: "Remove this diagram", "aria-label": `Remove ${title}` },
      remove,
    );
    const files = FORMATS.map(([format, words]) =>
      button([words], { class: "quiet", "aria-label": `Save ${title}: ${words}` }, () => {
        saving.open = false;
        void save(format, `${this.file}-${title.replace(" ", "-")}`, diagram.sheet());
      }),
    );
    const saving = menu([icon("save"), "Save"], `Save ${title}`, files);
    saving.classList.add("save");
    const diagram: Diagram = new Diagram(
      title,
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
      [choose, saving, close],
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
