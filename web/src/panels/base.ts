// The contract of the shelf: what a panel is given, and what it may do.

import type { Clock } from "../clock";
import type { Columns } from "../columns";
import type { PanelData, ReportData } from "../data";
import type { ThemeChoice } from "../theme";
import type { View } from "../view/view";

/** What stands behind a tab. */
export interface Panel {
  readonly element: HTMLElement;
  /** What the tab warns of: how many things, and the same in words. */
  readonly warning?: { count: number; words: string };
  /** Keys that are its own while its tab is open. */
  readonly keys?: readonly Key[];
  /** Called each time the tab is opened. */
  opened?(): void;
  /** Called when another tab is opened instead. */
  closed?(): void;
  /** Called while the tab is open whenever the time changes, and when the tab is opened. */
  tick?(): void;
  /** Show a body or an element that was picked; null: nothing is. A pick in the drawing opens the first such panel. */
  picked?(owner: string | null): void;
  /** Whether there is nothing in it now, so that it is not printed. */
  readonly is_empty?: boolean;
  /** Called before all panels are printed: what is not there yet is made at once. */
  print?(): void;
  /** Called after that. */
  unprint?(): void;
  /** Draw a series; the first such panel is opened for it. */
  plot?(name: string): void;
}

export interface Key {
  /** As `KeyboardEvent.key` has it, and as the list of keys writes it. */
  key: string;
  written: string;
  does: string;
  press: () => void;
}

/** What the page offers to its panels. */
export interface Desk {
  readonly data: ReportData;
  /** Empty where the answer has no series. */
  readonly columns: Columns;
  /** Says which row is shown, also where rows follow no time. */
  readonly clock: Clock;
  readonly theme: ThemeChoice;
  /** null where there is no scene, or no WebGL. */
  readonly view: View | null;
  /** Pick a body or an element, in the drawing and in all panels. */
  pick(owner: string | null): void;
  /** Whether some panel draws series; ask when it is needed, not before all panels are there. */
  canPlot(): boolean;
  plot(name: string): void;
}

/** The data of panels of one kind. */
export type PanelOf<Kind extends PanelData["kind"]> = Extract<PanelData, { kind: Kind }>;

export type Renderer<Kind extends PanelData["kind"]> = (data: PanelOf<Kind>, desk: Desk) => Panel;
