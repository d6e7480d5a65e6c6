// A button that opens a sheet, which closes when something else is pressed, or by Escape.

import { make, type Child } from "./dom";

/** Args: label: what the button is called where its words do not say it all. */
export function menu(words: Child[], label: string | null, content: Child[]): HTMLDetailsElement {
  const found = make(
    "details",
    { class: "menu" },
    make("summary", { "aria-label": label ?? false }, ...words),
    make("div", { class: "sheet" }, ...content),
  );
  closeOutside(found);
  return found;
}

function closeOutside(menu: HTMLDetailsElement): void {
  document.addEventListener("pointerdown", (event) => {
    if (menu.open && event.target instanceof Node && !menu.contains(event.target)) menu.open = false;
  });
  const leave = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    if (menu.contains(document.activeElement)) menu.querySelector("summary")?.focus();
    event.stopPropagation();
  };
  // Before the page, for which the same key means something else.
  document.addEventListener("keydown", leave, { capture: true });
}
