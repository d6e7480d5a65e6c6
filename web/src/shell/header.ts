// The top line: what the page shows, how the run ended, and what concerns the page as a whole.

import type { ReportData } from "../data";
import { button, make, named } from "../dom";
import { icon } from "../icons";
import type { ThemeChoice } from "../theme";

export function header(data: ReportData, theme: ThemeChoice, help: () => void, save: (() => void) | null): HTMLElement {
  const { ok, word, text } = data.status;
  const change = button([], { class: "square" }, () => theme.toggle());
  const paint = (): void => {
    const words = theme.theme === "dark" ? "Light colours" : "Dark colours";
    change.replaceChildren(icon(theme.theme === "dark" ? "light" : "dark"));
    change.setAttribute("aria-label", words);
    change.title = words;
  };
  paint();
  theme.listen(paint);
  const picture = button(
    [icon("picture"), make("span", { class: "word" }, "Save picture")],
    { title: "Save the drawing as a PNG picture", "aria-label": "Save picture" },
    () => save?.(),
  );
  picture.disabled = save === null;
  return make(
    "header",
    {},
    make(
      "div",
      { class: "title" },
      make("h1", {}, named(data.title)),
      make("span", { class: "analysis" }, data.heading),
      make("span", { class: `status ${ok ? "good" : "bad"}`, title: text }, icon(ok ? "good" : "bad"), word),
    ),
    make(
      "div",
      { class: "tools" },
      data.scene ? picture : null,
      button([icon("keys")], { class: "square", title: "Keys (?)", "aria-label": "Show the list of keys" }, help),
      change,
    ),
  );
}

/** What went wrong with the run, in full; null where nothing did. */
export function trouble({ status }: ReportData): HTMLElement | null {
  return status.ok ? null : make("p", { class: "trouble", role: "alert" }, icon("bad"), make("span", {}, status.text));
}
