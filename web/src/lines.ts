// How lines in a diagram differ: by colour and by dashes, so that they are told apart without colours too. Six colours
// and five dashes make thirty different lines.

const DASHES: readonly (readonly number[])[] = [[], [7, 3], [2, 3], [9, 3, 2, 3], [14, 4]];

export interface Look {
  color: string;
  dash: readonly number[];
}

/** What a line says of itself; what it does not say goes by its place. */
export interface OwnLook {
  color?: number | null | undefined;
  is_dashed?: boolean | null | undefined;
}

export function lookOf(colors: readonly string[], index: number, own: OwnLook = {}): Look {
  const place = own.color ?? index;
  const dashes = own.is_dashed == null ? place % DASHES.length : own.is_dashed ? 1 : 0;
  return { color: colors[place % colors.length] ?? "#888888", dash: DASHES[dashes] ?? [] };
}
