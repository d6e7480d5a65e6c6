// A list of which one is chosen.

import { make, named } from "../dom";

let lists = 0;

/** Radio buttons, the first of them chosen; the arrow keys lead from one to the next. */
export function choices(
  legend: string,
  items: readonly { name: string; text: string }[],
  chosen: (index: number) => void,
): HTMLElement {
  const group = `choice-${(lists += 1)}`;
  const lines = items.map(({ name, text }, index) => {
    const box = make("input", { type: "radio", name: group, value: String(index) });
    box.checked = index === 0;
    box.addEventListener("change", () => chosen(index));
    return make("label", {}, box, named(name), make("span", { class: "unit" }, text));
  });
  return make("fieldset", { class: "choices one" }, make("legend", {}, legend), ...lines);
}
