const longestSeconds = 3600;

/**
 * When a check that failed for a passing reason is made again: `baseSeconds` after the first failure, doubled with each further
 * one, an hour at most.
 * @param failures in a row, from 1
 */
export function recheckAt(failures: number, baseSeconds: number, now: Date): Date {
  const seconds = Math.min(baseSeconds * 2 ** Math.min(failures - 1, 30), longestSeconds);
  return new Date(now.getTime() + seconds * 1000);
}
