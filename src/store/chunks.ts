/** SQLite takes 32,766 parameters a statement at most; Postgres 65,535. */
const maxParameters = 32_000;

/** Cuts rows into pieces that one statement can take, by the number of parameters a row needs. */
export function* chunks<T>(rows: readonly T[], parametersPerRow = 1): Generator<readonly T[]> {
  const size = Math.max(1, Math.floor(maxParameters / parametersPerRow));
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size);
}
