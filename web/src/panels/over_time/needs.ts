// What diagrams are given.

import type { Clock } from "../../clock";
import type { Columns } from "../../columns";

export interface Needs {
  columns: Columns;
  clock: Clock;
  lines: () => readonly string[];
  /** The part of the time that all diagrams show. */
  range: () => [number, number];
  /** Called when the reader drags over a part of the time, or asks for the whole again. */
  zoomed: (low: number, high: number) => void;
  /** Called when the last series is taken out. */
  emptied: () => void;
  /** Called when the set of series has changed. */
  changed: () => void;
}

/** What a diagram is drawn by. */
export interface Plot {
  readonly element: HTMLElement;
  zoom(low: number, high: number): void;
  /** Show the present time. */
  tick(): void;
  dispose(): void;
}
