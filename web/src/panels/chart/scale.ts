// From numbers to places along an axis, and the numbers that are written there.

import type { Axis } from "../../data";
import { raised, ticks } from "../../numbers";

/** Differences below this part of the largest number are rounding. */
const ROUNDING = 1e-9;
/** How far an axis of one number goes to both sides, in parts of it. */
const FLAT = 0.1;
/** Steps between ticks of angles [deg]. */
const DEGREES = [1, 5, 15, 30, 45, 90, 180, 360, 720];
const MINOR = [2, 3, 4, 5, 6, 7, 8, 9];
/** Decades that have lines in between. */
const FEW = 5;

export interface Scale {
  low: number;
  high: number;
  ticks: number[];
  words: string[];
  /** Fainter lines of a logarithmic axis. */
  minor: number[];
  /** 0 at the low end, 1 at the high end; NaN where there is no place. */
  place(value: number): number;
}

/** The least and the largest number that an axis can show, with some room at both ends; two where there are none. */
export function rangeOf(
  values: Iterable<number>,
  is_log: boolean,
  room: number,
  rounding: number = ROUNDING,
): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (!Number.isFinite(value) || (is_log && value <= 0)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (low > high) return is_log ? [0.1, 10] : [-1, 1];
  if (is_log) {
    const wide = Math.max((high / low) ** room, high / low > 1 + ROUNDING ? 1 : 2);
    return [low / wide, high * wide];
  }
  const largest = Math.max(Math.abs(low), Math.abs(high));
  if (high - low <= rounding * largest) return largest ? [low - FLAT * largest, high + FLAT * largest] : [-1, 1];
  return [low - room * (high - low), high + room * (high - low)];
}

/** count: about how many ticks there is room for. */
export function scaleOf({ is_log, unit }: Axis, [low, high]: [number, number], count: number): Scale {
  if (is_log) return logarithmic(low, high, count);
  const found = multiples(low, high, stepOf((high - low) / Math.max(count, 1), unit));
  return {
    low,
    high,
    ticks: found,
    words: ticks(found),
    minor: [],
    place: (value) => (value - low) / (high - low),
  };
}

function logarithmic(low: number, high: number, count: number): Scale {
  const [first, last] = [Math.log10(low), Math.log10(high)];
  const place = (value: number): number => (value > 0 ? (Math.log10(value) - first) / (last - first) : NaN);
  const isInside = (value: number): boolean => value >= low * (1 - ROUNDING) && value <= high * (1 + ROUNDING);
  const powers = multiples(first, last, Math.max(1, Math.ceil((last - first) / Math.max(count, 1))));
  const decades = powers.map((power) => 10 ** Math.round(power));
  if (decades.length >= 2) {
    const all = multiples(Math.floor(first), Math.ceil(last), 1);
    const minor = last - first <= FEW ? all.flatMap((power) => MINOR.map((k) => k * 10 ** power)) : [];
    return { low, high, ticks: decades, words: powers.map(powerWords), minor: minor.filter(isInside), place };
  }
  // Less than two decades: 1, 2, 5 where these are enough, else equal steps.
  const few = [-1, 0, 1]
    .flatMap((more) => [1, 2, 5].map((k) => k * 10 ** (Math.floor(first) + more)))
    .filter(isInside);
  const found = few.length >= 2 ? few : multiples(low, high, stepOf((high - low) / Math.max(count, 1), ""));
  const words = found.map((value) => String(Number(value.toPrecision(6))));
  return { low, high, ticks: found, words, minor: [], place };
}

/** A round number that is not below a step. */
function stepOf(step: number, unit: string): number {
  const degrees = unit === "deg" ? DEGREES.find((one) => one >= step && step > 0.5) : undefined;
  if (degrees) return degrees;
  const power = 10 ** Math.floor(Math.log10(step));
  return power * ([1, 2, 2.5, 5].find((k) => k * power >= step * (1 - ROUNDING)) ?? 10);
}

function multiples(low: number, high: number, step: number): number[] {
  const [first, last] = [Math.ceil(low / step - ROUNDING), Math.floor(high / step + ROUNDING)];
  return Array.from({ length: Math.max(last - first + 1, 0) }, (_, k) => (first + k) * step);
}

function powerWords(power: number): string {
  const whole = Math.round(power);
  return Math.abs(whole) <= 3 ? String(Number((10 ** whole).toPrecision(1))) : `10${raised(String(whole))}`;
}
