/** Short enough for a statement to stay prepared (see dialect.ts): what is built for tens of thousands takes longer, and megabytes. */
const maxParameters = 500;

/** Cuts rows into pieces that one statement can take, by the number of parameters a row needs. */
export function* chunks<T>(rows: readonly T[], parametersPerRow = 1): Generator<readonly T[]> {
  const size = Math.max(1, Math.floor(maxParameters / parametersPerRow));
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size);
}
