// Elements of the page. Text goes in as text alone: what a model calls its parts never becomes markup.

export type Child = Node | string | null;
type Settings = Record<string, string | boolean>;

/** Longest name that is shown whole. */
const NAME_LENGTH = 80;
/** Longest end of a name that is shown whole where the rest is cut. */
const END_LENGTH = 16;
/** Longest name that fits on a line of a phone. */
const SHORT = 24;

/** An element with attributes (true: without a value, false: absent) and children. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  settings: Settings = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(settings)) {
    if (value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children) if (child !== null) element.append(child);
  return element;
}

export function button(content: Child[], settings: Settings, pressed: () => void): HTMLButtonElement {
  const element = make("button", { type: "button", ...settings }, ...content);
  element.addEventListener("click", pressed);
  return element;
}

/** A name that fits on a line; three dots stand for the rest. */
export function clipped(name: string, length: number = NAME_LENGTH): string {
  const letters = Array.from(name.slice(0, 2 * length + 2));
  return letters.length > length ? `${letters.slice(0, length - 1).join("")}\u2026` : name;
}

/** A name of the model, which keeps its own direction of writing; the whole of it is its title. */
export function named(name: string, ...classes: string[]): HTMLElement {
  return make("bdi", { class: ["name", ...classes].join(" "), title: name }, clipped(name));
}

/** The same where it may be cut: all is then seen of its end, as of ".reaction.x". */
export function ended(name: string): HTMLElement {
  const end = name.indexOf(".", Math.max(1, name.length - END_LENGTH));
  if (end < 0 || name.length <= SHORT) return named(name);
  const parts = [clipped(name.slice(0, end)), name.slice(end)].map((text) => make("span", {}, text));
  return make("bdi", { class: "name ended", title: name }, ...parts);
}

/** Words for what there is none of. */
export function nothing(text: string): HTMLElement {
  return make("p", { class: "nothing" }, text);
}
