import { type Selectable, sql } from 'kysely';
import { type FetchPicture, imagePathOf } from '../../records/design.ts';
import { longestKey } from '../../records/fieldForm.ts';
import { otherKeyOf, type RecordType, type SearchRecord } from '../../records/record.ts';
import { indexRecords } from '../find/searchWordsTable.ts';
import type { RecordsTable } from '../schema/snapshotTables.ts';
import { allOf, bulks, type Db, firstOf, putRows, type Store, type Trx } from '../store.ts';

/** A record as stored, in its normal form (dockets without entries), and when we first saw the record. */
export type StoredRecord = Readonly<{ id: number; record: SearchRecord; firstSeenAt: string; changedAt: string }>;

export async function loadRecords(db: Db, ids: readonly number[]): Promise<Map<number, StoredRecord>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('records').select(recordColumns).where('id', 'in', ids).orderBy('id').execute();
  return new Map(rows.map((row) => [row.id, storedRecord(row)]));
}

export const recordColumns = ['id', 'body', 'firstSeenAt', 'changedAt'] as const;

export function storedRecord(row: Pick<Selectable<RecordsTable>, (typeof recordColumns)[number]>): StoredRecord {
  const { body, ...known } = row;
  return { ...known, record: JSON.parse(body) as SearchRecord };
}

const readAtOnce = 1000;

export async function* everyRecord(db: Db): AsyncGenerator<StoredRecord> {
  for (let after = 0; ; ) {
    const next = db.selectFrom('records').select(recordColumns).where('id', '>', after).orderBy('id');
    const rows = await next.limit(readAtOnce).execute();
    for (const row of rows) yield storedRecord(row);
    after = rows.at(-1)?.id ?? after;
    if (rows.length < readAtOnce) return;
  }
}

export type ShownRecord = Readonly<{ record: SearchRecord; shownHash: string }>;

/** @returns the ids, in the order of `records` */
export async function insertRecords(db: Db, records: readonly ShownRecord[], now: string): Promise<number[]> {
  const ids = new Map<string, number>();
  for (const part of bulks(records, 11)) {
    const rows = await db
      .insertInto('records')
      .values(part.map((shown) => rowOf(shown, now, now)))
      .returning(['id', 'key'])
      .execute();
    for (const { id, key } of rows) ids.set(key, id);
  }
  const stored = records.flatMap(({ record }) => {
    const id = ids.get(record.key);
    return id === undefined ? [] : [{ id, record }];
  });
  await indexRecords(db, stored);
  return stored.map(({ id }) => id);
}

export async function updateRecords(
  db: Db,
  records: readonly (ShownRecord & Pick<StoredRecord, 'id' | 'firstSeenAt'>)[],
  now: string,
): Promise<void> {
  const rows = records.map(({ id, firstSeenAt, ...shown }) => ({ id, ...rowOf(shown, firstSeenAt, now) }));
  const set = ['body', 'otherKey', ...dayColumns, 'shownHash', 'changedAt'] as const;
  await putRows(db, 'records', rows, { key: ['id'], set });
  await indexRecords(db, records);
}

/** Makes other checks of these records wait, to compare with what this one stores. Locking by id avoids deadlocks. */
export async function lockRecords(trx: Trx, ids: readonly number[]): Promise<void> {
  await trx.selectFrom('records').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute();
}

function rowOf({ record, shownHash }: ShownRecord, firstSeenAt: string, changedAt: string) {
  const { type, key } = record;
  const picturesDueAt = record.type === 'design' && (record.images ?? []).length > 0 ? firstSeenAt : null;
  return { type, key, ...columnsOf(record), shownHash, firstSeenAt, changedAt, picturesDueAt };
}

/** A longer text is not a date, and may not fit into the index. */
const longestDate = 40;

const dayColumns = ['terminated', 'expires', 'registered'] as const;

function columnsOf(record: SearchRecord): Pick<RecordsTable, 'body' | 'otherKey' | (typeof dayColumns)[number]> {
  return {
    // Entries have rows of their own.
    body: JSON.stringify(record.type === 'docket' ? { ...record, entries: undefined } : record),
    otherKey: otherKeyOf(record) ?? null,
    terminated: (record.type === 'docket' && record.dateTerminated) || null,
    expires: (record.type === 'design' && record.expires?.slice(0, longestDate)) || null,
    registered: (record.type === 'design' && /^\d{4}-\d\d-\d\d$/.exec(record.registered ?? '')?.[0]) || null,
  };
}

export type KnownRecord = Readonly<{ id: number; key: string; shownHash: string; changedAt: string }>;

export type ShownKeys = Readonly<{ key: string; otherKey?: string | undefined }>;

/** Finds stored records. A design that lost or gained its ID matches by `SOURCE.IRN`, if only one record has it. */
export async function findKnown(db: Db, type: RecordType, shown: readonly ShownKeys[]) {
  if (shown.length === 0) return new Map<string, KnownRecord>();
  const keys = shown.map(({ key }) => key);
  const rows = await db
    .selectFrom('records')
    .select(knownColumns)
    .where('type', '=', type)
    .where('key', 'in', keys)
    .execute();
  const found = new Map<string, KnownRecord>(rows.map((row) => [row.key, row]));
  if (type === 'design') await findByOtherKey(db, shown, found);
  return found;
}

const knownColumns = ['id', 'key', 'shownHash', 'changedAt'] as const;

async function findByOtherKey(db: Db, shown: readonly ShownKeys[], found: Map<string, KnownRecord>): Promise<void> {
  const unknown = shown.filter(({ key, otherKey }) => otherKey !== undefined && !found.has(key));
  const missing = Map.groupBy(unknown, ({ otherKey = '' }) => otherKey);
  const rows = await db
    .selectFrom('records')
    .select([...knownColumns, 'otherKey'])
    // With another condition on the type, SQLite would read all designs by the index of types.
    .where('otherKey', 'in', [...missing.keys()])
    .execute();
  for (const [otherKey, stored] of Map.groupBy(rows, (row) => row.otherKey ?? '')) {
    const [only, otherStored] = stored;
    const [record, another] = missing.get(otherKey) ?? [];
    if (only === undefined || otherStored !== undefined || record === undefined || another !== undefined) continue;
    // Two different IDs under one registration number are two designs. They are one design only if an ID is missing.
    if (record.key !== otherKey && only.key !== otherKey) continue;
    const { id, key, shownHash, changedAt } = only;
    found.set(record.key, { id, key, shownHash, changedAt });
  }
}

export async function newestDesignId(db: Db): Promise<number | undefined> {
  const newest = db.selectFrom('records').select('id').where('type', '=', 'design').orderBy('id', 'desc').limit(1);
  return firstOf(newest, 'id');
}

type KeptPicture = Readonly<{ contentType: string; bytes: Uint8Array }>;

/** Stores a picture under its path. A picture stored earlier stays. */
export async function keepPicture(db: Db, path: string, picture: KeptPicture, keptAt: string): Promise<void> {
  const { contentType, bytes } = picture;
  await putRows(db, 'pictures', [{ path, contentType, bytes: Buffer.from(bytes), keptAt }], 'keep');
}

export async function loadPicture(db: Db, path: string): Promise<KeptPicture | undefined> {
  return db.selectFrom('pictures').select(['contentType', 'bytes']).where('path', '=', path).executeTakeFirst();
}

export async function picturesKept(db: Db, paths: readonly string[]): Promise<Set<string>> {
  return new Set(await allOf(db.selectFrom('pictures').select('path').where('path', 'in', paths), 'path'));
}

/** Returns pictures as first reported, by path, because the host and query of a picture's address change. */
export function keepingPictures(store: Store, clock: () => Date, fetchPicture: FetchPicture): FetchPicture {
  return async (url, signal) => {
    const path = imagePathOf(url);
    const kept = await loadPicture(store.db, path);
    if (kept !== undefined) return kept;
    const fetched = await fetchPicture(url, signal);
    if (path.length <= longestKey) await keepPicture(store.db, path, fetched, clock().toISOString());
    return fetched;
  };
}

export interface DueDesign {
  readonly recordId: number;
  readonly tries: number; // Failed attempts to fetch its pictures.
}

export async function notePicturesDue(db: Db, recordIds: readonly number[], now: string): Promise<void> {
  await db.updateTable('records').set({ picturesDueAt: now, picturesTries: 0 }).where('id', 'in', recordIds).execute();
}

/** Takes the design that has waited longest. No other process takes the design before `until`. */
export async function takeDueDesign(db: Db, { now, until }: { readonly now: string; readonly until: string }) {
  const due = db.selectFrom('records').where('picturesDueAt', '<=', now).orderBy('picturesDueAt').orderBy('id');
  const row = await due.select(['id', 'picturesTries', 'picturesDueAt']).limit(1).executeTakeFirst();
  if (row === undefined) return undefined;
  const records = db.updateTable('records').set({ picturesDueAt: until }).where('id', '=', row.id);
  const taken = await records.where('picturesDueAt', '=', row.picturesDueAt).executeTakeFirst();
  return taken.numUpdatedRows > 0n ? { recordId: row.id, tries: row.picturesTries } : undefined;
}

export async function postponePictures(db: Db, { recordId, tries }: DueDesign, nextAt: string | null): Promise<void> {
  const later = { picturesDueAt: nextAt, picturesTries: tries };
  await db.updateTable('records').set(later).where('id', '=', recordId).execute();
}

export async function keptPictureBytes(db: Db): Promise<number> {
  const pictures = db.selectFrom('pictures').select(sql<number>`coalesce(sum(length(bytes)), 0)`.as('bytes'));
  return (await pictures.executeTakeFirstOrThrow()).bytes;
}
