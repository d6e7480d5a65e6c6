// How numbers and units are written.

const MOST_PLACES = 9;
/** Runs that are shorter have times in powers of ten [s]. */
const TINY = 1e-3;
/** Signs of exponents, on the line and above it. */
const SIGNS = "-0123456789";
const RAISED = "\u207b\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079";

/** Five figures; a dash where there is no number. */
export function figures(value: number): string {
  if (Number.isNaN(value)) return "\u2013";
  if (!Number.isFinite(value)) return value > 0 ? "\u221e" : "-\u221e";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size < 1e-3 || size >= 1e6) return value.toExponential(4);
  return value.toPrecision(size >= 1e5 ? 6 : 5);
}

/** A whole number above the line. */
export function raised(power: string): string {
  return [...power].map((sign) => RAISED[SIGNS.indexOf(sign)]).join("");
}

/** A unit with its exponents raised: that of "m/s^2" stands above the line. */
export function unitWords(unit: string): string {
  return unit.replace(/\^(-?\d+)/g, (_, power: string) => raised(power));
}

/** A unit in brackets; a dash where there is none. */
export function bracketed(unit: string): string {
  return `[${unitWords(unit) || "\u2013"}]`;
}

/** Short words at the ticks of an axis, all with as many places as the step between them needs. */
export function ticks(splits: number[]): string[] {
  const step = Math.abs((splits[1] ?? 0) - (splits[0] ?? 0));
  const largest = Math.max(...splits.map(Math.abs));
  if (largest < 1e5 && (largest >= 1e-3 || largest === 0)) {
    const places = placesOf(step);
    return splits.map((value) => value.toFixed(places));
  }
  const places = placesOf(step / 10 ** Math.floor(Math.log10(largest)));
  return splits.map((value) => (value === 0 ? "0" : value.toExponential(places)));
}

/** Decimal places that a step between ticks needs: none for 5, one for 2.5, two for 0.25. */
function placesOf(step: number): number {
  for (let places = 0; places < MOST_PLACES; places++) {
    const scaled = step * 10 ** places;
    if (Math.abs(scaled - Math.round(scaled)) <= 1e-6 * scaled) return places;
  }
  return MOST_PLACES;
}

/** A time with as many places as the length of the run calls for [s]. */
export function seconds(time: number, length: number): string {
  const is_tiny = length > 0 && length < TINY && Math.abs(time) < TINY;
  if (is_tiny) return time === 0 ? "0" : time.toExponential(2);
  const places = length > 0 ? Math.min(Math.max(3 - Math.floor(Math.log10(length)), 1), 9) : 3;
  return time.toFixed(places);
}
