// Round numbers.

/** The largest of 1, 2, 5, 10, 20... that is not above a number. */
export function roundDown(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most));
  return ([5, 2].find((digit) => digit * power <= most * (1 + 1e-9)) ?? 1) * power;
}

/** The smallest of 1, 2, 5, 10, 20... that is not below a number. */
export function roundUp(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5].find((digit) => digit * power >= least * (1 - 1e-9)) ?? 10) * power;
}
