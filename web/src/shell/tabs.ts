// Tabs by the pattern of WAI-ARIA: one of them is reached by Tab, the arrows lead to the others.

import { clipped, make } from "../dom";
import type { Panel } from "../panels/base";

/** Letters of a title on a tab. */
const LETTERS = 40;

export class Tabs {
  readonly element = make("section", { class: "tabs", "aria-label": "Results" });
  private readonly list = make("div", { role: "tablist", "aria-label": "Results" });
  private readonly tabs: HTMLButtonElement[];
  private readonly pages: HTMLElement[];
  private readonly facts = make("p", { class: "on-paper facts-line" });
  private current = -1;

  /** titles: one for each panel. */
  constructor(
    titles: readonly string[],
    private readonly panels: readonly Panel[],
  ) {
    const ids = idsOf(titles);
    this.tabs = panels.map(({ warning }, index) => {
      const title = clipped(titles[index] ?? "", LETTERS);
      const tab = make(
        "button",
        {
          type: "button",
          role: "tab",
          id: `tab-${ids[index]}`,
          "aria-controls": `panel-${ids[index]}`,
          "aria-label": warning ? `${title}: ${warning.words}` : false,
          title: warning?.words ?? false,
        },
        warning ? `${title} (${warning.count})` : title,
      );
      tab.addEventListener("click", () => this.open(index));
      return tab;
    });
    this.pages = panels.map(({ element }, index) =>
      make(
        "div",
        { role: "tabpanel", id: `panel-${ids[index]}`, "aria-labelledby": `tab-${ids[index]}`, tabindex: "0" },
        make("h2", { class: "on-paper" }, titles[index] ?? ""),
        element,
      ),
    );
    panels.forEach(({ element }, index) => {
      const first = element.querySelector("h2");
      // On paper the title of the panel stands above it.
      if (first?.textContent === titles[index]) first?.classList.add("on-screen");
    });
    this.list.append(...this.tabs);
    this.list.addEventListener("keydown", (event) => this.press(event));
    this.element.append(this.facts, this.list, ...this.pages);
  }

  /** The panel whose tab is open. */
  get panel(): Panel | undefined {
    return this.panels[this.current];
  }

  open(index: number): void {
    if (index !== this.current) this.panel?.closed?.();
    this.current = index;
    this.tabs.forEach((tab, i) => {
      tab.setAttribute("aria-selected", String(i === index));
      tab.tabIndex = i === index ? 0 : -1;
    });
    this.pages.forEach((page, i) => (page.hidden = i !== index));
    this.panel?.opened?.();
    this.tick();
  }

  /** Open the first panel that can do something; null where none can. */
  openFirst(can: (panel: Panel) => boolean): Panel | null {
    const index = this.panels.findIndex(can);
    if (index < 0) return null;
    this.open(index);
    return this.panels[index] ?? null;
  }

  tick(): void {
    this.panel?.tick?.();
  }

  /** Make all panels ready for paper. Args: facts: the first line. */
  print(facts: string): void {
    this.facts.textContent = facts;
    this.panels.forEach((panel, index) => {
      panel.print?.();
      this.pages[index]!.classList.toggle("empty", panel.is_empty ?? false);
    });
  }

  unprint(): void {
    for (const panel of this.panels) panel.unprint?.();
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

/** The titles as names of elements, none of them twice. */
function idsOf(titles: readonly string[]): string[] {
  const words = titles.map((title) => title.slice(0, LETTERS).replace(/[^\p{L}\p{N}]+/gu, "-"));
  return words.map((word, index) => (words.indexOf(word) === index ? word : `${word}-${index}`));
}
