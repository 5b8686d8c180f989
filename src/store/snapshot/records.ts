import { otherKeyOf } from '../../records/design.ts';
import type { RecordType, SearchRecord } from '../../records/record.ts';
import { chunks, type Db } from '../store.ts';
import type { RecordsTable } from '../tables.ts';
import { bodyLike } from './bodyLike.ts';

/** What identifies a stored record and shows whether the service shows something else now. */
export interface KnownRecord {
  readonly id: number;
  readonly key: string;
  readonly shownHash: string;
}

/** By what a shown record may be known: its key, and of a design `SOURCE.IRN`. */
export interface ShownKeys {
  readonly key: string;
  readonly otherKey?: string | undefined;
}

/**
 * The stored records that the shown ones are, by the key shown. A design that lost or gained its ID is recognised by
 * `SOURCE.IRN`, where that names one record only.
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
      .where('type', '=', 'design')
      .where('other_key', 'in', part)
      .execute();
    for (const otherKey of part) {
      const stored = rows.filter((row) => row.other_key === otherKey);
      const [only] = stored;
      const [record, another] = missing.get(otherKey) ?? [];
      if (stored.length !== 1 || only === undefined || record === undefined || another !== undefined) continue;
      // Two full IDs under one registration number are two designs; only a missing ID makes them one.
      if (record.key !== otherKey && only.key !== otherKey) continue;
      found.set(record.key, { id: only.id, key: only.key, shownHash: only.shown_hash });
    }
  }
}

/** The ids of the records that people call so: by key, case number or registration number. Reads the whole table. */
export async function findRecordsCalled(db: Db, name: string): Promise<number[]> {
  const inBody = (field: string) => `%"${field}":${JSON.stringify(name).replace(/[\\%_]/g, '\\$&')}%`;
  const rows = await db
    .selectFrom('records')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('key', '=', name),
        eb('other_key', '=', name),
        bodyLike(db, inBody('docketNumber')),
        bodyLike(db, inBody('registrationNumber')),
      ]),
    )
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

/** A record's normal form as stored (dockets without their entries) and since when we know it. */
export interface StoredRecord {
  readonly id: number;
  readonly record: SearchRecord;
  readonly firstSeenAt: string;
  readonly changedAt: string;
}

export async function loadRecords(db: Db, ids: readonly number[]): Promise<Map<number, StoredRecord>> {
  const loaded = new Map<number, StoredRecord>();
  for (const part of chunks(ids)) {
    const rows = await db
      .selectFrom('records')
      .select(['id', 'body', 'first_seen_at', 'changed_at'])
      .where('id', 'in', part)
      .orderBy('id')
      .execute();
    for (const row of rows) {
      loaded.set(row.id, {
        id: row.id,
        record: JSON.parse(row.body) as SearchRecord,
        firstSeenAt: row.first_seen_at,
        changedAt: row.changed_at,
      });
    }
  }
  return loaded;
}

const readAtOnce = 1000;

/** Every stored record, in the order in which they were first seen. */
export async function* everyRecord(db: Db): AsyncGenerator<{ readonly id: number; readonly record: SearchRecord }> {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('records')
      .select(['id', 'body'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(readAtOnce)
      .execute();
    for (const row of rows) yield { id: row.id, record: JSON.parse(row.body) as SearchRecord };
    after = rows.at(-1)?.id ?? after;
    if (rows.length < readAtOnce) return;
  }
}

/** Stores a record seen for the first time. @param changedAt when it last changed, where that was later. @returns its id. */
export async function insertRecord(
  db: Db,
  record: SearchRecord,
  shownHash: string,
  now: string,
  changedAt = now,
): Promise<number> {
  const { type, key } = record;
  const row = await db
    .insertInto('records')
    .values({ type, key, ...columnsOf(record), shown_hash: shownHash, first_seen_at: now, changed_at: changedAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function updateRecord(
  db: Db,
  id: number,
  record: SearchRecord,
  shownHash: string,
  now: string,
): Promise<void> {
  await db
    .updateTable('records')
    .set({ ...columnsOf(record), shown_hash: shownHash, changed_at: now })
    .where('id', '=', id)
    .execute();
}

function columnsOf(record: SearchRecord): Pick<RecordsTable, 'body' | 'other_key' | 'terminated' | 'expires'> {
  return {
    // Entries are rows of their own.
    body: JSON.stringify(record.type === 'docket' ? { ...record, entries: undefined } : record),
    other_key: record.type === 'design' ? (otherKeyOf(record) ?? null) : null,
    terminated: (record.type === 'docket' && record.dateTerminated) || null,
    expires: (record.type === 'design' && record.expires) || null,
  };
}
