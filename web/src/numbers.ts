// How numbers are written.

const MOST_PLACES = 9;

/** Five figures; a dash where there is no number. */
export function figures(value: number): string {
  if (Number.isNaN(value)) return "\u2013";
  if (!Number.isFinite(value)) return value > 0 ? "\u221e" : "-\u221e";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size < 1e-3 || size >= 1e6) return value.toExponential(4);
  return value.toPrecision(size >= 1e5 ? 6 : 5);
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
  const places = length > 0 ? Math.min(Math.max(3 - Math.floor(Math.log10(length)), 1), 9) : 3;
  return time.toFixed(places);
}
