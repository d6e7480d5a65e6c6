// How lines in a diagram differ: by colour and by dashes, so that they are told apart without colours too.

const DASHES: readonly (readonly number[])[] = [[], [7, 3], [2, 3], [9, 3, 2, 3], [14, 4]];

export interface Look {
  color: string;
  dash: readonly number[];
}

export function lookOf(colors: readonly string[], index: number): Look {
  return { color: colors[index % colors.length] ?? "#888888", dash: DASHES[index % DASHES.length] ?? [] };
}
