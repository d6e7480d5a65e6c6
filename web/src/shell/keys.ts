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

/** Keys of the page or of the drawing: as the list writes them, what they do, and what is done. */
interface Entry {
  written: string;
  does: string;
  /** None for keys of the drawing, which hears them itself. */
  actions: [string, Action][];
}

/** All keys but those of panels; the list and what listens are both made of these. */
function entriesOf({ clock, scene, view, unpick }: Keyed, help: () => void): Entry[] {
  const entry = (written: string, does: string, ...actions: Entry["actions"]): Entry => ({ written, does, actions });
  const of_help = entry("?", "this list", ["?", help]);
  if (!scene) return [of_help];
  const { planar } = scene;
  const stands = standsOf(planar);
  const looks = `look: ${stands.map(([, label]) => label.toLowerCase()).join(", ")}`;
  return [
    ...(clock ? ofTime(clock, entry) : []),
    entry(
      stands.length > 1 ? `1 \u2026 ${stands.length}` : "1",
      looks,
      ...stands.map(([stand], index): [string, Action] => [String(index + 1), () => view?.look(stand)]),
    ),
    entry("Esc", "pick nothing", ["Escape", unpick]),
    of_help,
    entry("\u2190 \u2192 \u2191 \u2193", `in the drawing: ${planar ? "move it" : "turn it; with Shift move it"}`),
    entry("+ -", "in the drawing: larger, smaller"),
    entry("0", "in the drawing: show all of it"),
  ];
}

function ofTime(
  clock: Clock,
  entry: (written: string, does: string, ...actions: Entry["actions"]) => Entry,
): Entry[] {
  const step = (sign: number): Action => (event) => clock.step(sign * (event.shiftKey ? STRIDE : 1));
  const back_and_on: Entry["actions"] = [
    ["ArrowLeft", step(-1)],
    ["ArrowRight", step(1)],
  ];
  const ends: Entry["actions"] = [
    ["Home", () => clock.jump(clock.start)],
    ["End", () => clock.jump(clock.end)],
  ];
  return [
    entry("Space", "play or pause", [" ", () => clock.toggle()]),
    entry("\u2190 \u2192", "one row back or on; with Shift ten", ...back_and_on),
    entry("Home End", "first or last time", ...ends),
    entry("L", "play again and again, or once", ["l", () => (clock.loop = !clock.loop)]),
  ];
}

/** own: keys of panels, with the title of each. */
export function keyList(keyed: Keyed, own: readonly (Key & { of: string })[]): HTMLDialogElement {
  const of_panels = own.map(({ written, does, of }): [string, string] => [written, `in ${clipped(of)}: ${does}`]);
  const of_page = entriesOf(keyed, () => {}).map(({ written, does }): [string, string] => [written, does]);
  const list = [...of_page, ...of_panels];
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
  const entries = entriesOf(keyed, () => help.showModal());
  const actions = new Map(entries.flatMap((entry) => entry.actions));
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
