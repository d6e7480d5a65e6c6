// Light or dark: as the system asks for, until the reader chooses.

import type { Palette } from "./data";

export type Theme = "light" | "dark";
type Listener = (theme: Theme) => void;

const KEY = "sarrus-theme";

export class ThemeChoice {
  private now: Theme;
  private readonly listeners: Listener[] = [];

  constructor(private readonly palette: Palette) {
    const system = matchMedia("(prefers-color-scheme: dark)");
    this.now = remembered() ?? (system.matches ? "dark" : "light");
    this.paint();
    system.addEventListener("change", () => {
      if (!remembered()) this.show(system.matches ? "dark" : "light");
    });
  }

  get theme(): Theme {
    return this.now;
  }

  /** Colours of the lines in diagrams. */
  get lines(): string[] {
    return this.now === "dark" ? this.palette.bodies_on_dark : this.palette.bodies;
  }

  listen(listener: Listener): void {
    this.listeners.push(listener);
  }

  toggle(): void {
    this.show(this.now === "dark" ? "light" : "dark");
    remember(this.now);
  }

  show(theme: Theme): void {
    if (theme === this.now) return;
    this.now = theme;
    this.paint();
    for (const listener of this.listeners) listener(theme);
  }

  private paint(): void {
    const root = document.documentElement;
    root.dataset["theme"] = this.now;
    for (const [role, color] of Object.entries(this.palette[this.now])) {
      if (typeof color === "string") root.style.setProperty(`--${role}`, color);
    }
  }
}

// A frame without an origin of its own has no storage, and says so by an exception.

function remembered(): Theme | null {
  try {
    const found = localStorage.getItem(KEY);
    return found === "light" || found === "dark" ? found : null;
  } catch {
    return null;
  }
}

function remember(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Then the choice lasts as long as the page.
  }
}
