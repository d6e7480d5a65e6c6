// Which row of a result belongs to a time.

/** Last row that is not after a time; the first where all are. */
export function rowBefore(t: Float64Array, time: number): number {
  let low = 0;
  let high = t.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (t[middle]! <= time) low = middle;
    else high = middle;
  }
  return low;
}

/** The row whose time is nearest to a time. */
export function nearestRow(t: Float64Array, time: number): number {
  const row = rowBefore(t, time);
  return row + 1 < t.length && t[row + 1]! - time < time - t[row]! ? row + 1 : row;
}
