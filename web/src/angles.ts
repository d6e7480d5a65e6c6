// In what angles are shown: as the program computes them, in radians and over as many turns as there are, or otherwise.

const DEGREES = 180 / Math.PI;
const TURN = 2 * Math.PI;

export class AngleChoice {
  private degrees = false;
  private wrapped = false;
  private readonly listeners: (() => void)[] = [];

  get is_degrees(): boolean {
    return this.degrees;
  }

  set is_degrees(value: boolean) {
    this.degrees = value;
    this.tell();
  }

  /** Whether angles are put into one turn, from -180 to 180 degrees. */
  get is_wrapped(): boolean {
    return this.wrapped;
  }

  set is_wrapped(value: boolean) {
    this.wrapped = value;
    this.tell();
  }

  listen(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** A unit as it is shown: "rad/s" may become "deg/s". */
  unit(unit: string): string {
    return this.degrees && isTurning(unit) ? unit.replace("rad", "deg") : unit;
  }

  /** A value as it is shown. */
  value(value: number, unit: string): number {
    if (!isTurning(unit)) return value;
    const angle = this.wrapped && unit === "rad" ? value - TURN * Math.round(value / TURN) : value;
    return this.degrees ? DEGREES * angle : angle;
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}

/** Whether a quantity is an angle, an angular velocity or an angular acceleration. */
export function isTurning(unit: string): boolean {
  return unit === "rad" || unit === "rad/s" || unit === "rad/s^2";
}
