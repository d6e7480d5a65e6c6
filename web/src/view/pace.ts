// How fast pictures follow each other while something moves.

/** Time over which the pace is judged [ms], and fewest pictures per second that are enough. */
const WINDOW = 1000;
const ENOUGH = 25;
/** A longer gap is no drawing: the page was hidden or the machine asleep [ms]. */
const ASLEEP = 2000;

export class Pace {
  private drawn_at: number | null = null;
  private gaps: number[] = [];

  /** A picture was begun at a time of the screen. */
  drew(now: number): void {
    this.drawn_at = now;
  }

  /** The screen asks for the next picture; whether those of the last second came too slowly. */
  isSlow(now: number): boolean {
    if (this.drawn_at === null) return false;
    const gap = now - this.drawn_at;
    this.drawn_at = null;
    if (gap > ASLEEP) return false;
    this.gaps.push(gap);
    const time = this.gaps.reduce((sum, one) => sum + one, 0);
    if (time < WINDOW) return false;
    // The longest gap does not count: once, something has to be compiled.
    const pace = (this.gaps.length - 1) / (time - Math.max(...this.gaps));
    this.gaps = [];
    return pace < ENOUGH / 1000;
  }
}
