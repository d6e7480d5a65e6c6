// Tabs by the pattern of WAI-ARIA: one of them is reached by Tab, the arrows lead to the others.

import { make } from "../dom";
import type { Panel } from "../panels/base";

export class Tabs {
  readonly element = make("section", { class: "tabs", "aria-label": "Results" });
  private readonly list = make("div", { role: "tablist", "aria-label": "Results" });
  private readonly tabs: HTMLButtonElement[];
  private readonly pages: HTMLElement[];
  private current = 0;

  constructor(private readonly panels: readonly Panel[]) {
    this.tabs = panels.map(({ title, warning }, index) => {
      const tab = make(
        "button",
        {
          type: "button",
          role: "tab",
          id: `tab-${title}`,
          "aria-controls": `panel-${title}`,
          "aria-label": warning ? `${title}: ${warning.words}` : false,
          title: warning?.words ?? false,
        },
        warning ? `${title} (${warning.count})` : title,
      );
      tab.addEventListener("click", () => this.open(index));
      return tab;
    });
    this.pages = panels.map(({ title, element }) =>
      make(
        "div",
        { role: "tabpanel", id: `panel-${title}`, "aria-labelledby": `tab-${title}`, tabindex: "0" },
        element,
      ),
    );
    this.list.append(...this.tabs);
    this.list.addEventListener("keydown", (event) => this.press(event));
    this.element.append(this.list, ...this.pages);
  }

  open(index: number): void {
    this.current = index;
    this.tabs.forEach((tab, i) => {
      tab.setAttribute("aria-selected", String(i === index));
      tab.tabIndex = i === index ? 0 : -1;
    });
    this.pages.forEach((page, i) => (page.hidden = i !== index));
    this.panels[index]?.opened?.();
    this.tick();
  }

  show(panel: Panel): void {
    const index = this.panels.indexOf(panel);
    if (index >= 0) this.open(index);
  }

  tick(): void {
    this.panels[this.current]?.tick?.();
  }

  private press(event: KeyboardEvent): void {
    const last = this.tabs.length - 1;
    const steps: Record<string, number> = {
      ArrowRight: this.current === last ? 0 : this.current + 1,
      ArrowLeft: this.current === 0 ? last : this.current - 1,
      Home: 0,
      End: last,
    };
    const index = steps[event.key];
    if (index === undefined) return;
    this.open(index);
    this.tabs[index]?.focus();
    event.preventDefault();
  }
}
