// What was picked, and all its values at the present time.

import type { Clock } from "../clock";
import type { Column, Columns } from "../columns";
import type { ReportData, SceneData } from "../data";
import { button, clipped, make, named, nothing } from "../dom";
import { icon } from "../icons";
import { figures, unitWords } from "../numbers";
import { throttled } from "../throttle";
import type { Desk, Panel, PanelOf } from "./base";

/** Names that are offered beside a part. */
const MOST_BESIDE = 30;
const LOAD = /^\.(reaction|torque|magnitude)\b/;
const PICK = "Pick a body or an element in the drawing, or in the list above.";
const PICK_FROM_LIST = "Pick a body or an element in the list above.";
const THEN = [
  "All its values at the present time stand here, and follow the time.",
  "The loads of the joints at a body stand below its motion.",
  "A button beside each value draws it over time.",
  "Its neighbours are one click away; Esc picks nothing again.",
];

interface Part {
  name: string;
  kind: string;
}

export function partsPanel(data: PanelOf<"parts">, desk: Desk): Panel {
  return new Details(data, desk);
}

/** Bodies, then what is drawn besides, then what has series alone; by their names. */
function partsOf({ scene, series }: ReportData): Part[] {
  const kinds = new Map<string, string>(scene ? drawnKinds(scene) : []);
  for (const { owner } of series) if (!kinds.has(owner)) kinds.set(owner, "");
  return [...kinds].map(([name, kind]) => ({ name, kind }));
}

function drawnKinds({ bodies, drawn, spans, arrows }: SceneData): Map<string, string> {
  const kinds = new Map<string, string>();
  for (const body of bodies) kinds.set(body, "body");
  for (const { owner, kind } of [...drawn, ...spans]) if (!kinds.has(owner)) kinds.set(owner, kind);
  for (const { owner, role } of arrows) {
    if (!kinds.has(owner)) kinds.set(owner, role === "applied" ? "force" : "");
  }
  return kinds;
}

class Details implements Panel {
  readonly element = make("div", { class: "details" });
  private readonly select = make("select", { "aria-label": "Body or element" });
  private readonly values = make("div");
  private readonly parts: Part[];
  private readonly neighbours: Map<string, string[]>;
  private readonly columns: Columns;
  private readonly clock: Clock;
  private readings: { name: string; text: HTMLElement }[] = [];
  private readonly read = throttled(() => {
    for (const { name, text } of this.readings) text.textContent = figures(this.columns.at(name, this.clock.time));
  });

  constructor(
    { neighbours }: PanelOf<"parts">,
    private readonly desk: Desk,
  ) {
    this.columns = desk.columns;
    this.clock = desk.clock;
    this.parts = partsOf(desk.data);
    this.neighbours = new Map(Object.entries(neighbours));
    this.fillSelect();
    this.element.append(make("div", { class: "bar" }, this.select), this.values);
    this.select.addEventListener("change", () => desk.pick(this.parts[Number(this.select.value)]?.name ?? null));
    this.picked(null);
    // In other units all of it is written again.
    desk.columns.angles.listen(() => this.picked(this.parts[Number(this.select.value || NaN)]?.name ?? null));
  }

  picked(owner: string | null): void {
    const index = this.parts.findIndex(({ name }) => name === owner);
    this.select.value = index < 0 ? "" : String(index);
    const part = this.parts[index];
    this.readings = [];
    if (!part) {
      this.values.replaceChildren(this.invitation());
      return;
    }
    const title = make("h2", {}, part.name ? named(part.name) : "whole mechanism");
    if (part.kind) title.append(make("span", { class: "kind" }, part.kind));
    const tables = this.tables(part);
    this.values.replaceChildren(title, ...this.beside(part), ...(tables.length ? tables : [nothing("It has no series.")]));
    this.read();
  }

  get is_empty(): boolean {
    return !this.readings.length;
  }

  /** What a click does. */
  private invitation(): HTMLElement {
    const picture = make("div", { class: "picture", "aria-hidden": "true" }, icon("link"), icon("pointer"));
    const lines = this.desk.canPlot() ? THEN : THEN.filter((line) => !line.includes("over time"));
    return make(
      "div",
      { class: "invitation" },
      this.desk.view ? picture : null,
      nothing(this.desk.view ? PICK : PICK_FROM_LIST),
      make("ul", {}, ...lines.map((line) => make("li", {}, line))),
    );
  }

  /** Buttons for what it is joined to. */
  private beside(part: Part): HTMLElement[] {
    const names = (this.neighbours.get(part.name) ?? []).slice(0, MOST_BESIDE);
    if (!names.length) return [];
    const buttons = names.map((name) => button([named(name)], { class: "quiet" }, () => this.desk.pick(name)));
    return [make("p", { class: "beside" }, "Beside it: ", ...buttons)];
  }

  /** Its own values; for a body then the loads of the joints at it, and its points. */
  private tables(part: Part): HTMLElement[] {
    const own = this.columns.all.filter((column) => column.owner === part.name);
    if (part.kind !== "body") return own.length ? [this.table(own)] : [];
    const isOfPoint = (column: Column): boolean =>
      firstOf(column).slice(part.name.length + 1).includes(".") && column.unit.startsWith("m");
    const beside = new Set(this.neighbours.get(part.name) ?? []);
    const loads = this.columns.all.filter(
      (column) => beside.has(column.owner) && LOAD.test(firstOf(column).slice(column.owner.length)),
    );
    const sections: [string, Column[]][] = [
      ["Motion", own.filter((column) => !isOfPoint(column))],
      ["Loads of its joints, on the follower", loads],
      ["Points", own.filter(isOfPoint)],
    ];
    return sections.flatMap(([words, columns]) =>
      columns.length ? [make("h3", {}, words), this.table(columns)] : [],
    );
  }

  tick(): void {
    this.read();
  }

  private fillSelect(): void {
    this.select.append(make("option", { value: "" }, "Nothing picked"));
    const groups: [string, (part: Part) => boolean][] = [
      ["Bodies", ({ kind }) => kind === "body" || kind === "ground"],
      ["Elements", ({ kind }) => kind !== "body" && kind !== "ground" && kind !== ""],
      ["Others", ({ kind }) => kind === ""],
    ];
    for (const [label, belongs] of groups) {
      const group = make("optgroup", { label });
      this.parts.forEach((part, index) => {
        if (!belongs(part)) return;
        const words = part.name ? clipped(part.name, 50) : "whole mechanism";
        group.append(make("option", { value: String(index), title: part.name }, words));
      });
      if (group.childElementCount) this.select.append(group);
    }
  }

  private plotter(name: string): HTMLElement {
    const words = { class: "quiet", "aria-label": `Plot ${clipped(name)}` };
    return button([icon("plus"), "Plot"], words, () => this.desk.plot(name));
  }

  private table(columns: Column[]): HTMLElement {
    const can_plot = this.desk.canPlot();
    const rows = columns.map(({ name }) => {
      const text = make("td", { class: "number" });
      this.readings.push({ name, text });
      return make(
        "tr",
        {},
        make("th", { scope: "row" }, named(name)),
        text,
        make("td", { class: "unit" }, unitWords(this.columns.shownUnit(name))),
        can_plot ? make("td", { class: "action" }, this.plotter(name)) : null,
      );
    });
    return make("table", { class: "readings" }, make("tbody", {}, ...rows));
  }
}

/** The series itself, or the first component of a magnitude. */
function firstOf({ name, of }: Column): string {
  return of[0] ?? name;
}
