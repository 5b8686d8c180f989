import { chunks, type Db, inParts, isAny, putRows } from '../store.ts';
import { counts, heldNow } from './foundByQueries.ts';

export async function loadMembers(db: Db, queryId: string) {
  const rows = await selectMembers(db, queryId)
    .leftJoin('checks', 'checks.id', 'memberships.gone_check')
    .select(['memberships.record_id as recordId', 'records.key', 'shown_hash as shownHash', 'missed'])
    .select(['gone_check', 'ended_at as goneAt'])
    .orderBy('memberships.record_id')
    .execute();
  return rows.map(({ gone_check, ...row }) => ({ ...row, gone: gone_check !== null }));
}

function selectMembers(db: Db, queryId: string) {
  return db
    .selectFrom('memberships')
    .innerJoin('records', 'records.id', 'memberships.record_id')
    .where('memberships.query_id', '=', queryId);
}

/** `missed`: consecutive complete checks without the record. `shownHash`: of what any query last showed. */
export type Member = Readonly<Awaited<ReturnType<typeof loadMembers>>[number]>;

export type ShownHashes = ReadonlyMap<string, string>;

export async function loadShownHashes(db: Db, queryId: string): Promise<ShownHashes> {
  const rows = await selectMembers(db, queryId).select(['key', 'shown_hash']).execute();
  return new Map(rows.map((row) => [row.key, row.shown_hash]));
}

export async function loadMemberKeys(db: Db, queryId: string): Promise<string[]> {
  const rows = await selectMembers(db, queryId).select('key').where('gone_check', 'is', null).execute();
  return rows.map((row) => row.key);
}

export async function insertMembers(
  db: Db,
  queryId: string,
  members: readonly { recordId: number }[],
  checkId: number,
): Promise<void> {
  const rows = members.map((member) => ({
    query_id: queryId,
    record_id: member.recordId,
    found_check: checkId,
    missed: 0,
    gone_check: null,
  }));
  await putRows(db, 'memberships', rows);
}

export async function deleteMembers(db: Db, queryId: string, recordIds: readonly number[]): Promise<void> {
  for (const part of chunks(recordIds)) {
    for (const table of ['left_out', 'memberships'] as const)
      await db.deleteFrom(table).where('query_id', '=', queryId).where('record_id', 'in', part).execute();
  }
}

export async function noteAbsence(
  db: Db,
  queryId: string,
  recordIds: readonly number[],
  { missed, goneCheck }: { missed: number; goneCheck: number | null },
): Promise<void> {
  const members = db.updateTable('memberships').set({ missed, gone_check: goneCheck }).where('query_id', '=', queryId);
  for (const part of chunks(recordIds)) await members.where('record_id', 'in', part).execute();
}

/** Returns the queries that hold these records now (not gone). */
export async function loadMemberships(db: Db, recordIds: readonly number[]) {
  const shown = db.selectFrom('memberships').where('gone_check', 'is', null).orderBy('record_id').orderBy('query_id');
  const pairs = shown.select(['record_id as recordId', 'query_id as queryId']);
  return inParts(recordIds, (part) => pairs.where('record_id', 'in', part).execute());
}

/** Returns those of these records that are gone for a watch. */
export async function goneForSome(db: Db, recordIds: readonly number[]): Promise<ReadonlySet<number>> {
  const gone = db.selectFrom('memberships').select('record_id').where('gone_check', 'is not', null);
  const ofWatches = gone.innerJoin('watch_queries', 'watch_queries.query_id', 'memberships.query_id');
  const rows = await inParts(recordIds, (part) => ofWatches.where('record_id', 'in', part).execute());
  return new Set(rows.map((row) => row.record_id));
}

export async function soleRecords(db: Db, watchIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await inParts(watchIds, (part) =>
    heldNow(db)
      .select((eb) => ['watch_id', eb.fn.min('record_id').as('id')])
      .where('watch_id', 'in', part)
      .where(counts)
      .groupBy('watch_id')
      .having((eb) => eb.fn.count('record_id').distinct(), '=', 1)
      .execute(),
  );
  return new Map(rows.map((row) => [row.watch_id, row.id]));
}

/** Returns docket key → query ids. */
export async function queriesFinding(db: Db, docketKeys: readonly string[]): Promise<Map<string, string[]>> {
  if (docketKeys.length === 0) return new Map();
  const rows = await db
    .selectFrom('records')
    .innerJoin('memberships', 'memberships.record_id', 'records.id')
    .select(['records.key', 'query_id'])
    .where('type', '=', 'docket')
    .where('records.key', 'in', docketKeys)
    .where('gone_check', 'is', null)
    .execute();
  const groups = Map.groupBy(rows, (row) => row.key);
  return new Map([...groups].map(([key, some]) => [key, some.map((row) => row.query_id)]));
}

export async function isWatched(db: Db, recordId: number): Promise<boolean> {
  return isAny(heldNow(db).where('record_id', '=', recordId));
}
