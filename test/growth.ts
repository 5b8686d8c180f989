/** Least of several runs: what else the machine does only adds to a run. */
const runs = 4;
const attempts = 4;
/** Below this a clock says more of itself, and of code that is not compiled yet, than of the work. */
const floorMs = 4;

/** Between growing with the length (4) and growing with its square (16), nearer to the first. */
export const mostGrowth = 8;

function leastMs(work: () => void): number {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run += 1) {
    const before = performance.now();
    work();
    least = Math.min(least, performance.now() - before);
  }
  return Math.max(floorMs, least);
}

/**
 * How many times longer the work takes when its input is four times as long: about 4 where time grows with the length, about 16 where
 * it grows with its square, and 1 where both are too fast to tell. Measured again where a busy machine may have spoilt it.
 */
export function growth(work: (size: number) => void, size: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < attempts && least >= mostGrowth; attempt += 1)
    least = Math.min(least, leastMs(() => work(4 * size)) / leastMs(() => work(size)));
  return least;
}
