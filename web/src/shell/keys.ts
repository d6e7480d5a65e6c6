// The keyboard, and the list of its keys.

import type { Clock } from "../clock";
import { button, make } from "../dom";
import { standsOf } from "./toolbar";
import type { View } from "../view/view";

/** Rows that an arrow key passes over with Shift. */
const STRIDE = 10;

function listOf(planar: boolean): [string, string][] {
  const stands = standsOf(planar).map(([, label]) => label.toLowerCase());
  return [
    ["Space", "play or pause"],
    ["\u2190 \u2192", "one row back or on; with Shift ten"],
    ["Home End", "first or last time"],
    ["L", "play again and again, or once"],
    [stands.length > 1 ? `1 \u2026 ${stands.length}` : "1", `look: ${stands.join(", ")}`],
    ["Esc", "pick nothing"],
    ["?", "this list"],
    ["\u2190 \u2192 \u2191 \u2193", `in the drawing: ${planar ? "move it" : "turn it; with Shift move it"}`],
    ["+ -", "in the drawing: larger, smaller"],
  ];
}

export function keyList(planar: boolean): HTMLDialogElement {
  const rows = listOf(planar).map(([key, does]) =>
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

export interface Keyed {
  clock: Clock;
  view: View | null;
  planar: boolean;
  help: HTMLDialogElement;
  unpick: () => void;
}

export function listenToKeys({ clock, view, planar, help, unpick }: Keyed): void {
  const actions: Record<string, (event: KeyboardEvent) => void> = {
    " ": () => clock.toggle(),
    ArrowLeft: (event) => clock.step(event.shiftKey ? -STRIDE : -1),
    ArrowRight: (event) => clock.step(event.shiftKey ? STRIDE : 1),
    Home: () => clock.jump(clock.start),
    End: () => clock.jump(clock.end),
    l: () => (clock.loop = !clock.loop),
    Escape: unpick,
    "?": () => help.showModal(),
  };
  standsOf(planar).forEach(([stand], index) => (actions[String(index + 1)] = () => view?.look(stand)));
  leaveAfterClicks();
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || help.open) return;
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
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
