// The whole page: its parts, and what each tells the others.

import { Clock } from "./clock";
import { Columns } from "./columns";
import type { ReportData } from "./data";
import { make } from "./dom";
import { checkPanel } from "./panels/check";
import { Details } from "./panels/details";
import { equationsPanel } from "./panels/equations";
import { evidencePanel } from "./panels/evidence";
import { modelPanel } from "./panels/model";
import { Plots } from "./panels/plots";
import { seconds } from "./numbers";
import { header, trouble } from "./shell/header";
import { keyList, listenToKeys } from "./shell/keys";
import { listenToPrinting } from "./shell/print";
import { Stage } from "./shell/stage";
import { Tabs } from "./shell/tabs";
import { timeline } from "./shell/timeline";
import { ThemeChoice } from "./theme";
import type { View } from "./view/view";

/** What scripts and tests reach as `window.sarrus`. */
export interface Door {
  readonly data: ReportData;
  readonly clock: Clock;
  /** null where there is no WebGL, and so no drawing. */
  readonly view: View | null;
  /** The time that is shown [s]. */
  time(): number;
  /** Stop, and show a time [s]. */
  jump(time: number): void;
}

export function showPage(data: ReportData, body: HTMLElement): Door {
  const theme = new ThemeChoice(data.palette);
  const columns = new Columns(data);
  const clock = new Clock(columns.t, data.scene.is_stepped);
  const pick = (owner: string | null): void => {
    stage.select(owner);
    details.show(owner);
  };
  const stage = new Stage(data, theme.theme, (owner) => {
    pick(owner);
    if (owner !== null) tabs.show(details);
  });
  const plots = new Plots(columns, clock, theme, data.plots);
  const details = new Details(data, columns, clock, pick, (name) => {
    tabs.show(plots);
    plots.add(name);
  });
  const tabs = new Tabs([
    plots,
    details,
    modelPanel(data),
    checkPanel(data),
    equationsPanel(data),
    evidencePanel(data),
  ]);
  const keys = keyList(data.scene.planar);
  const save = (): void => void stage.save(pictureName(data.title, clock));
  body.append(
    header(data, theme, () => keys.showModal(), stage.view && save),
    make("main", {}, make("div", { class: "left" }, trouble(data), stage.element, timeline(clock)), tabs.element),
    keys,
  );
  tabs.open(0);
  theme.listen((now) => stage.view?.recolor(now));
  clock.listen((time) => {
    stage.show(time);
    tabs.tick();
  });
  listenToKeys({ clock, view: stage.view, planar: data.scene.planar, help: keys, unpick: () => pick(null) });
  listenToPrinting(theme, stage);
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) clock.play();
  return {
    data,
    clock,
    view: stage.view,
    time: () => clock.time,
    jump: (time) => {
      clock.pause();
      clock.jump(time);
    },
  };
}

function pictureName(title: string, clock: Clock): string {
  const name = title.replace(/[^\p{L}\p{N}_-]+/gu, "-").slice(0, 60) || "mechanism";
  return `${name}-${seconds(clock.time, clock.length)}s.png`;
}
