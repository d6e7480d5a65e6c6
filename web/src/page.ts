// The whole page: its parts, and what each tells the others.

import { AngleChoice } from "./angles";
import { Clock } from "./clock";
import { Columns } from "./columns";
import type { ReportData } from "./data";
import { make } from "./dom";
import { fileName } from "./download";
import { panelOf } from "./panels";
import type { Desk, Panel } from "./panels/base";
import { seconds } from "./numbers";
import { header, trouble } from "./shell/header";
import { keyList, listenToKeys } from "./shell/keys";
import { pin } from "./shell/pinned";
import { listenToPrinting } from "./shell/print";
import { Stage } from "./shell/stage";
import { Tabs } from "./shell/tabs";
import { timeline } from "./shell/timeline";
import { ThemeChoice } from "./theme";
import { Rates } from "./view/rates";
import type { View } from "./view/view";

/** What scripts and tests reach as `window.sarrus`. */
export interface Door {
  readonly data: ReportData;
  readonly clock: Clock;
  /** null where there is no scene or no WebGL, and so no drawing. */
  readonly view: View | null;
  /** The time that is shown [s]; the number of the row where rows follow no time. */
  time(): number;
  /** Stop, and show a time [s]. */
  jump(time: number): void;
}

export function showPage(data: ReportData, body: HTMLElement): Door {
  const { scene } = data;
  const theme = new ThemeChoice(data.palette);
  const columns = new Columns(data, new AngleChoice());
  const has_time = scene !== null && scene.t !== null;
  // Between poses that follow no time there is nothing.
  const clock = new Clock(columns.t, !has_time || scene.is_stepped);
  const pick = (owner: string | null): void => {
    stage?.select(owner);
    for (const panel of panels) panel.picked?.(owner);
  };
  const picked = (owner: string | null): void => {
    pick(owner);
    if (owner !== null) tabs.openFirst((panel) => panel.picked !== undefined);
  };
  const rates = scene && new Rates(scene, columns);
  const stage = scene && new Stage(scene, data.palette, theme.theme, rates!, neighboursOf(data), picked);
  const view = stage?.view ?? null;
  const canPlot = ({ plot }: Panel): boolean => plot !== undefined;
  const desk: Desk = {
    data,
    columns,
    clock,
    theme,
    view,
    pick,
    canPlot: () => panels.some(canPlot),
    plot: (name) => tabs.openFirst(canPlot)?.plot?.(name),
  };
  const panels: Panel[] = [];
  for (const one of data.panels) panels.push(panelOf(one, desk));
  const titles = data.panels.map(({ title }) => title);
  const tabs = new Tabs(titles, panels);
  const own = panels.flatMap(({ keys }, index) => (keys ?? []).map((key) => ({ ...key, of: titles[index] ?? "" })));
  const keyed = {
    clock: has_time ? clock : null,
    scene,
    view,
    unpick: () => pick(null),
    own: () => tabs.panel?.keys ?? [],
  };
  const keys = keyList(keyed, own);
  const save = (): void => void stage?.save(pictureName(data.title, has_time ? clock : null));
  const left = stage && make("div", { class: "left" }, trouble(data), stage.element, has_time ? timeline(clock) : null);
  body.append(
    header(data, theme, () => keys.showModal(), view && save),
    left ? make("main", {}, left, tabs.element) : make("main", { class: "alone" }, trouble(data), tabs.element),
    keys,
  );
  tabs.open(0);
  theme.listen((now) => view?.recolor(now));
  clock.listen((time) => {
    stage?.show(time);
    tabs.tick();
  });
  listenToKeys(keyed, keys);
  listenToPrinting({ data, clock: has_time ? clock : null, theme, stage, tabs });
  if (left && stage) pin(left, stage.element);
  if (has_time && !matchMedia("(prefers-reduced-motion: reduce)").matches) clock.play();
  return {
    data,
    clock,
    view,
    time: () => clock.time,
    jump: (time) => {
      clock.pause();
      clock.jump(time);
    },
  };
}

/** What is beside what, as a panel of the page tells it. */
function neighboursOf({ panels }: ReportData): ReadonlyMap<string, string[]> {
  const parts = panels.find(({ kind }) => kind === "parts");
  return new Map(parts && "neighbours" in parts ? Object.entries(parts.neighbours) : []);
}

function pictureName(title: string, clock: Clock | null): string {
  const name = fileName(title);
  return clock ? `${name}-${seconds(clock.time, clock.length)}s.png` : `${name}.png`;
}
