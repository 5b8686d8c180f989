/**
 * How far the rows of a table were read, by their ids. Ids are assigned before a transaction commits, so an id that is
 * missing below the newest may still appear. It is looked for until an hour has passed: no transaction takes that long,
 * and one that was rolled back leaves such gaps too.
 */
export interface IdMark {
  readonly newest: number;
  /** Id → when it was first found missing, in milliseconds. */
  readonly missing: ReadonlyMap<number, number>;
}

const lookedForMs = 3_600_000;
/** How many missing ids are looked for, newest first, and how many rows may be uncommitted when reading begins. */
export const missingAtMost = 1000;

/**
 * The mark where reading begins.
 * @param tail the newest `missingAtMost` ids of the table
 */
export function beginAt(tail: readonly number[], now: Date): IdMark {
  const newest = Math.max(0, ...tail);
  return markAfter({ newest: Math.max(0, newest - missingAtMost), missing: new Map() }, tail, now);
}

/** The mark after these ids were read too. */
export function markAfter(before: IdMark, read: readonly number[], now: Date): IdMark {
  const seen = new Set(read);
  const newest = Math.max(before.newest, ...read);
  const since = now.getTime();
  const missing = new Map([...before.missing].filter(([id, at]) => !seen.has(id) && since - at < lookedForMs));
  for (let id = Math.max(before.newest, newest - missingAtMost) + 1; id < newest; id += 1) {
    if (!seen.has(id)) missing.set(id, since);
  }
  return { newest, missing: new Map([...missing].slice(-missingAtMost)) };
}
