import type { RecordType } from '../../records/record.ts';
import { chunks, type Db } from '../store.ts';

/** What identifies a stored record, and shows whether the service shows something else now. */
export interface KnownRecord {
  readonly id: number;
  readonly key: string;
  readonly shownHash: string;
}

/** What identifies a record that the service shows: its key and, for a design, also `SOURCE.IRN`. */
export interface ShownKeys {
  readonly key: string;
  readonly otherKey?: string | undefined;
}

/**
 * Finds which of the shown records are stored already.
 * @returns the stored records, by the key that the service shows. A design that lost or gained its ID is recognised by
 * `SOURCE.IRN`, where only one record has that.
 */
export async function findKnown(
  db: Db,
  type: RecordType,
  shown: readonly ShownKeys[],
): Promise<Map<string, KnownRecord>> {
  const found = new Map<string, KnownRecord>();
  for (const part of chunks(shown)) {
    const keys = part.map((record) => record.key);
    const rows = await db
      .selectFrom('records')
      .select(['id', 'key', 'shown_hash'])
      .where('type', '=', type)
      .where('key', 'in', keys)
      .execute();
    for (const row of rows) found.set(row.key, { id: row.id, key: row.key, shownHash: row.shown_hash });
  }
  if (type === 'design') await findByOtherKey(db, shown, found);
  return found;
}

async function findByOtherKey(db: Db, shown: readonly ShownKeys[], found: Map<string, KnownRecord>): Promise<void> {
  const missing = new Map<string, ShownKeys[]>();
  for (const record of shown) {
    const { key, otherKey } = record;
    if (otherKey === undefined || found.has(key)) continue;
    missing.set(otherKey, [...(missing.get(otherKey) ?? []), record]);
  }
  for (const part of chunks([...missing.keys()])) {
    const rows = await db
      .selectFrom('records')
      .select(['id', 'key', 'shown_hash', 'other_key'])
      // Only designs have this key. With a condition on the type as well, SQLite would read all
      // designs by the index of types.
      .where('other_key', 'in', part)
      .execute();
    for (const otherKey of part) {
      const stored = rows.filter((row) => row.other_key === otherKey);
      const [only] = stored;
      const [record, another] = missing.get(otherKey) ?? [];
      if (stored.length !== 1 || only === undefined || record === undefined || another !== undefined) continue;
      // Two different IDs under one registration number are two designs. They are one design only if an ID is missing.
      if (record.key !== otherKey && only.key !== otherKey) continue;
      found.set(record.key, { id: only.id, key: only.key, shownHash: only.shown_hash });
    }
  }
}
