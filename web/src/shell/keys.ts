// The keyboard, and the list of its keys.

import type { Clock } from "../clock";
import type { SceneData } from "../data";
import { button, clipped, make } from "../dom";
import type { Key } from "../panels/base";
import { standsOf } from "./toolbar";
import type { View } from "../view/view";

/** Rows that an arrow key passes over with Shift. */
const STRIDE = 10;

type Action = (event: KeyboardEvent) => void;

export interface Keyed {
  /** null where rows follow no time. */
  clock: Clock | null;
  scene: SceneData | null;
  view: View | null;
  unpick: () => void;
  /** Keys of the panel that is open; they go before those of the page. */
  own: () => readonly Key[];
}

/** Rows of the list: keys and what they do. */
function listOf({ clock, scene }: Keyed): [string, string][] {
  const of_time: [string, string][] = [
    ["Space", "play or pause"],
    ["\u2190 \u2192", "one row back or on; with Shift ten"],
    ["Home End", "first or last time"],
    ["L", "play again and again, or once"],
  ];
  const help: [string, string] = ["?", "this list"];
  if (!scene) return [help];
  const { planar } = scene;
  const stands = standsOf(planar).map(([, label]) => label.toLowerCase());
  return [
    ...(clock ? of_time : []),
    [stands.length > 1 ? `1 \u2026 ${stands.length}` : "1", `look: ${stands.join(", ")}`],
    ["Esc", "pick nothing"],
    help,
    ["\u2190 \u2192 \u2191 \u2193", `in the drawing: ${planar ? "move it" : "turn it; with Shift move it"}`],
    ["+ -", "in the drawing: larger, smaller"],
  ];
}

/** own: keys of panels, with the title of each. */
export function keyList(keyed: Keyed, own: readonly (Key & { of: string })[]): HTMLDialogElement {
  const of_panels = own.map(({ written, does, of }): [string, string] => [written, `in ${clipped(of)}: ${does}`]);
  const list = [...listOf(keyed), ...of_panels];
  const rows = list.map(([key, does]) =>
    make("tr", {}, make("th", { scope: "row" }, make("kbd", {}, key)), make("td", {}, does)),
  );
  const dialog = make(
    "dialog",
    { "aria-label": "Keys" },
    make("h2", {}, "Keys"),
    make("table", {}, make("tbody", {}, ...rows)),
    button(["Close"], {}, () => dialog.close()),
  );
  dialog.addEventListener("click", (event) => {
    // The dialog itself is hit only beside what it holds.
    if (event.target === dialog) dialog.close();
  });
  return dialog;
}

export function listenToKeys(keyed: Keyed, help: HTMLDialogElement): void {
  const actions = actionsOf(keyed, help);
  leaveAfterClicks();
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || help.open) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const action = keyed.own().find((one) => one.key === key)?.press ?? actions.get(key);
    if (!action || isTaken(event)) return;
    event.preventDefault();
    action(event);
  });
}

function actionsOf({ clock, scene, view, unpick }: Keyed, help: HTMLDialogElement): Map<string, Action> {
  const actions = new Map<string, Action>([["?", () => help.showModal()]]);
  if (scene) {
    actions.set("Escape", unpick);
    standsOf(scene.planar).forEach(([stand], index) => actions.set(String(index + 1), () => view?.look(stand)));
  }
  if (clock) {
    actions.set(" ", () => clock.toggle());
    actions.set("ArrowLeft", (event) => clock.step(event.shiftKey ? -STRIDE : -1));
    actions.set("ArrowRight", (event) => clock.step(event.shiftKey ? STRIDE : 1));
    actions.set("Home", () => clock.jump(clock.start));
    actions.set("End", () => clock.jump(clock.end));
    actions.set("l", () => (clock.loop = !clock.loop));
  }
  return actions;
}

/** What the pointer has pressed must not take the next Space for itself; what was reached by Tab does. */
function leaveAfterClicks(): void {
  const leave = ({ detail, target }: MouseEvent): void => {
    // A press of a key counts no clicks.
    if (detail === 0 || !(target instanceof Element)) return;
    const control = target.closest<HTMLElement>("button, summary");
    if (control === document.activeElement) control?.blur();
  };
  // Before the button acts, so that a dialog does not give the focus back to it.
  document.addEventListener("click", leave, { capture: true });
}

/** Whether the focused element needs the key for itself. */
function isTaken({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  if (target instanceof HTMLInputElement) {
    // The keys of the time slider are the keys of the page.
    if (target.type === "range") return !target.classList.contains("time");
    return target.type !== "checkbox" || key === " ";
  }
  if (key === " ") {
    // The button of a dialog that has just closed may still have the focus.
    const control = target.closest("button, summary");
    return control !== null && control.getClientRects().length > 0;
  }
  // A wide formula or table is scrolled by the arrows.
  const isSideways = key === "ArrowLeft" || key === "ArrowRight";
  return (
    isSideways &&
    target.scrollWidth > target.clientWidth &&
    target.tabIndex >= 0 &&
    target.matches(".wide, .formula, pre")
  );
}
