// Above the drawing: from where it is looked at, and what is shown.

import { button, make } from "../dom";
import { icon, stroke } from "../icons";
import { menu } from "../menu";
import type { Shown, Stand, View } from "../view/view";

const STANDS: [Stand, string][] = [
  ["reset", "Reset"],
  ["front", "Front"],
  ["top", "Top"],
  ["right", "Right"],
  ["oblique", "Oblique"],
];
const PARTS: [Exclude<keyof Shown, "arrow_size">, string][] = [
  ["bodies", "Bodies"],
  ["joints", "Joints"],
  ["reactions", "Reactions"],
  ["picked_only", "\u2026 of the picked only"],
  ["applied", "Applied forces"],
  ["drivers", "Efforts of drivers"],
  ["torques", "Torques"],
  ["velocities", "Velocities"],
  ["accelerations", "Accelerations"],
  ["centers", "Instant centres"],
  ["traces", "Traces"],
  ["points", "Points"],
  ["frames", "Frames"],
  ["names", "Names"],
  ["grid", "Grid or floor"],
];
/** Parts that are arrows, with the colour they are drawn in. */
const COLORS: Partial<Record<keyof Shown, string>> = {
  reactions: "var(--reaction)",
  applied: "var(--applied)",
  drivers: "var(--driver)",
  velocities: "var(--velocity)",
  accelerations: "var(--acceleration)",
};
/** The slider of the arrows runs over powers of two. */
const DOUBLINGS = 3;

/** Where a mechanism can be looked at from, with words; in the plane there is one side alone. */
export function standsOf(planar: boolean): [Stand, string][] {
  return planar ? STANDS.slice(0, 1) : STANDS;
}

export function toolbar(view: View, planar: boolean): HTMLElement {
  return make(
    "div",
    { class: "toolbar", role: "toolbar", "aria-label": "Drawing" },
    make(
      "div",
      { class: "group", role: "group", "aria-label": "Looked at from" },
      ...standsOf(planar).map(([stand, label], index) =>
        button([label], { title: `${label} (${index + 1})` }, () => view.look(stand)),
      ),
    ),
    showMenu(view),
  );
}

function showMenu(view: View): HTMLElement {
  const boxes = PARTS.filter(([part]) => view.offers(part)).map(([part, label]) => {
    const box = make("input", { type: "checkbox", name: part });
    box.checked = view.shown[part];
    box.addEventListener("change", () => view.set({ [part]: box.checked }));
    const color = COLORS[part];
    return make("label", {}, box, label, ...(color ? [stroke(color, [])] : []));
  });
  const size = make("input", {
    type: "range",
    min: String(-DOUBLINGS),
    max: String(DOUBLINGS),
    step: "0.25",
    name: "arrow_size",
    "aria-label": "Size of the arrows",
  });
  size.value = String(Math.log2(view.shown.arrow_size));
  size.addEventListener("input", () => view.set({ arrow_size: 2 ** Number(size.value) }));
  return menu([icon("eye"), "Show"], null, [...boxes, make("label", { class: "size" }, "Arrows", size)]);
}
