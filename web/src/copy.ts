// Copying text, also where the browser keeps the clipboard to itself.

import { button } from "./dom";
import { icon } from "./icons";

/** Milliseconds for which a button says how it went. */
const ANSWER = 1600;

/**
 * A button that copies text.
 *
 * @param name what it is called where there are several with the same words.
 * @param shown element that shows the same text, selected where the clipboard is refused; a field is made if null.
 */
export function copier(
  label: string,
  text: () => string,
  shown: HTMLElement | null,
  name: string = label,
): HTMLButtonElement {
  const words = document.createElement("span");
  const found = button([icon("copy"), words], { class: "quiet" }, () => {
    void copied(text(), shown ?? found).then((done) => {
      const answer = done ? "Copied" : "Selected: press Ctrl+C";
      say(answer, answer);
      setTimeout(() => say(label, name), ANSWER);
    });
  });
  const say = (seen: string, heard: string): void => {
    words.textContent = seen;
    found.setAttribute("aria-label", heard);
  };
  say(label, name);
  return found;
}

async function copied(text: string, shown: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Refused, or no clipboard at all, as in a frame without the right to it.
    if (shown instanceof HTMLButtonElement) selectField(text, shown);
    else getSelection()?.selectAllChildren(shown);
    return false;
  }
}

/** A field beside a button, with the text selected, until it is left. */
function selectField(text: string, beside: HTMLElement): void {
  const field = document.createElement("textarea");
  field.className = "copied";
  field.readOnly = true;
  field.value = text;
  beside.after(field);
  field.addEventListener("blur", () => field.remove());
  field.select();
}
