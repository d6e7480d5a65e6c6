// What stands behind a tab.

export interface Panel {
  readonly title: string;
  readonly element: HTMLElement;
  /** What the tab warns of: how many things, and the same in words. */
  readonly warning?: { count: number; words: string };
  /** Called each time the tab is opened. */
  opened?(): void;
  /** Called while the tab is open whenever the time changes, and when the tab is opened. */
  tick?(): void;
}
