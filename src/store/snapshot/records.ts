import { type Selectable, sql } from 'kysely';
import { otherKeyOf } from '../../records/designForm.ts';
import type { RecordType, SearchRecord } from '../../records/record.ts';
import { chunks } from '../chunks.ts';
import { prepared } from '../prepared.ts';
import type { Db } from '../store.ts';
import type { RecordsTable } from '../tables.ts';

/** What identifies a stored record and tells whether the service shows something else now. */
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
    const { rows } = await selectKnown(db, { type, keys });
    for (const row of rows) found.set(row.key, { id: row.id, key: row.key, shownHash: row.shown_hash });
  }
  if (type === 'design') await findByOtherKey(db, shown, found);
  return found;
}

const selectKnown = prepared<
  { readonly type: RecordType; readonly keys: readonly string[] },
  Pick<Selectable<RecordsTable>, 'id' | 'key' | 'shown_hash'>
>((db, value) =>
  db
    .selectFrom('records')
    .select(['id', 'key', 'shown_hash'])
    .where('type', '=', value('type'))
    .where('key', 'in', value('keys')),
);

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
        sql<boolean>`body like ${inBody('docketNumber')} escape '\\'`,
        sql<boolean>`body like ${inBody('registrationNumber')} escape '\\'`,
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
    for (const row of (await selectStored(db, { ids: part })).rows) {
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

const selectStored = prepared<
  { readonly ids: readonly number[] },
  Pick<Selectable<RecordsTable>, 'id' | 'body' | 'first_seen_at' | 'changed_at'>
>((db, value) =>
  db.selectFrom('records').select(['id', 'body', 'first_seen_at', 'changed_at']).where('id', 'in', value('ids')),
);

/** Stores a record seen for the first time. @returns its id. */
export async function insertRecord(db: Db, record: SearchRecord, shownHash: string, now: string): Promise<number> {
  const { type, key } = record;
  const { rows } = await insertOne(db, { type, key, ...valuesOf(record), shownHash, now });
  const [row] = rows;
  if (row === undefined) throw new Error('a record was stored without an id');
  return row.id;
}

export async function updateRecord(
  db: Db,
  id: number,
  record: SearchRecord,
  shownHash: string,
  now: string,
): Promise<void> {
  await updateOne(db, { id, ...valuesOf(record), shownHash, now });
}

function valuesOf(record: SearchRecord): { body: string; otherKey: string | null } {
  return {
    // Entries are rows of their own.
    body: JSON.stringify(record.type === 'docket' ? { ...record, entries: undefined } : record),
    otherKey: record.type === 'design' ? (otherKeyOf(record) ?? null) : null,
  };
}

type RecordValues = Readonly<Record<'body' | 'shownHash' | 'now', string> & { otherKey: string | null }>;

const insertOne = prepared<RecordValues & Readonly<{ type: RecordType; key: string }>, { readonly id: number }>(
  (db, value) =>
    db
      .insertInto('records')
      .values({
        type: value('type'),
        key: value('key'),
        other_key: value('otherKey'),
        body: value('body'),
        shown_hash: value('shownHash'),
        first_seen_at: value('now'),
        changed_at: value('now'),
      })
      .returning('id'),
);

const updateOne = prepared<RecordValues & { readonly id: number }>((db, value) =>
  db
    .updateTable('records')
    .set({
      body: value('body'),
      other_key: value('otherKey'),
      shown_hash: value('shownHash'),
      changed_at: value('now'),
    })
    .where('id', '=', value('id')),
);
