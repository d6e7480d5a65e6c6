// Text that changes sixty times a second cannot be read, and costs time.

const PERIOD = 100;

/** Call a function at most ten times a second; the last call always comes through. */
export function throttled(call: () => void): () => void {
  let last = -Infinity;
  let waiting = false;
  const now = (): void => {
    waiting = false;
    last = performance.now();
    call();
  };
  return () => {
    if (waiting) return;
    const rest = last + PERIOD - performance.now();
    if (rest <= 0) {
      now();
    } else {
      waiting = true;
      setTimeout(now, rest);
    }
  };
}
