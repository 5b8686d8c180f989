import { bulks, chunks, type Db } from '../store.ts';

/** A record that a query found, and how long it has been away. */
export interface Member {
  readonly recordId: number;
  readonly key: string;
  /** Complete checks in a row without it. */
  readonly missed: number;
  readonly gone: boolean;
  /** When the check ended that reported it as gone; null while it is not. */
  readonly goneAt: string | null;
  /** Whether it passes the filter of the query: whole words, courts. */
  readonly wholeWord: boolean;
  /** Hash of what the service last showed of the record, to whichever query. */
  readonly shownHash: string;
}

export async function loadMembers(db: Db, queryId: string): Promise<Member[]> {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('records', 'records.id', 'memberships.record_id')
    .leftJoin('checks', 'checks.id', 'memberships.gone_check')
    .select(['memberships.record_id', 'records.key', 'shown_hash', 'missed', 'gone_check', 'whole_word', 'ended_at'])
    .where('memberships.query_id', '=', queryId)
    .orderBy('memberships.record_id')
    .execute();
  return rows.map((row) => ({
    recordId: row.record_id,
    key: row.key,
    missed: row.missed,
    gone: row.gone_check !== null,
    goneAt: row.ended_at,
    wholeWord: row.whole_word === 1,
    shownHash: row.shown_hash,
  }));
}

/** What the service last showed, to whichever query, of the records that a query holds: their hashes by key. */
export type ShownHashes = ReadonlyMap<string, string>;

export async function loadShownHashes(db: Db, queryId: string): Promise<ShownHashes> {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('records', 'records.id', 'memberships.record_id')
    .select(['key', 'shown_hash'])
    .where('query_id', '=', queryId)
    .execute();
  return new Map(rows.map((row) => [row.key, row.shown_hash]));
}

export async function insertMembers(
  db: Db,
  queryId: string,
  members: readonly { recordId: number; wholeWord: boolean }[],
  checkId: number,
): Promise<void> {
  const rows = members.map((member) => ({
    query_id: queryId,
    record_id: member.recordId,
    found_check: checkId,
    whole_word: member.wholeWord ? 1 : 0,
    missed: 0,
    gone_check: null,
  }));
  for (const part of bulks(db, rows, 6)) await db.insertInto('memberships').values(part).execute();
}

export async function deleteMembers(db: Db, queryId: string, recordIds: readonly number[]): Promise<void> {
  for (const part of chunks(recordIds)) {
    await db.deleteFrom('memberships').where('query_id', '=', queryId).where('record_id', 'in', part).execute();
  }
}

/** Notes for how many complete checks a record has been away, and whether that makes it gone. */
export async function noteAbsence(
  db: Db,
  queryId: string,
  recordIds: readonly number[],
  absence: { missed: number; goneCheck: number | null },
): Promise<void> {
  for (const part of chunks(recordIds)) {
    await db
      .updateTable('memberships')
      .set({ missed: absence.missed, gone_check: absence.goneCheck })
      .where('query_id', '=', queryId)
      .where('record_id', 'in', part)
      .execute();
  }
}

export async function admitWholeWord(db: Db, queryId: string, recordIds: readonly number[]): Promise<void> {
  for (const part of chunks(recordIds)) {
    await db
      .updateTable('memberships')
      .set({ whole_word: 1 })
      .where('query_id', '=', queryId)
      .where('record_id', 'in', part)
      .execute();
  }
}

/** Which queries hold these records now (not gone), and whether each passes their filter. */
export async function holdersOf(
  db: Db,
  recordIds: readonly number[],
): Promise<{ recordId: number; queryId: string; wholeWord: boolean }[]> {
  const holders: { recordId: number; queryId: string; wholeWord: boolean }[] = [];
  for (const part of chunks(recordIds)) {
    const rows = await db
      .selectFrom('memberships')
      .select(['record_id', 'query_id', 'whole_word'])
      .where('record_id', 'in', part)
      .where('gone_check', 'is', null)
      .orderBy('record_id')
      .orderBy('query_id')
      .execute();
    for (const row of rows) {
      holders.push({ recordId: row.record_id, queryId: row.query_id, wholeWord: row.whole_word === 1 });
    }
  }
  return holders;
}

/** Whether a watch holds this docket, or did before it was gone. */
export async function isDocketWatched(db: Db, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('records')
    .innerJoin('memberships', 'memberships.record_id', 'records.id')
    .innerJoin('watch_queries', 'watch_queries.query_id', 'memberships.query_id')
    .select('records.id')
    .where('records.type', '=', 'docket')
    .where('records.key', '=', key)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** A watch that holds a record by one of its queries, and since when. */
export interface Holding {
  readonly recordId: number;
  readonly watchId: string;
  readonly queryId: string;
  readonly foundCheck: number | null;
  /** When the check ended that found it. */
  readonly foundAt: string | null;
  readonly baselineAt: string | null;
  readonly wholeWord: boolean;
  readonly missed: number;
  readonly goneCheck: number | null;
}

/** The watches that hold a record, those for which it is gone included, by watch. */
export function watchesHolding(db: Db, recordId: number): Promise<Holding[]> {
  return holdingsOf(db, [recordId]);
}

/** The watches that hold these records, those for which they are gone included, by watch. */
export async function holdingsOf(db: Db, recordIds: readonly number[]): Promise<Holding[]> {
  const holdings: Holding[] = [];
  for (const part of chunks(recordIds)) {
    const rows = await db
      .selectFrom('memberships')
      .innerJoin('watch_queries', 'watch_queries.query_id', 'memberships.query_id')
      .leftJoin('checks', 'checks.id', 'memberships.found_check')
      .select(['record_id', 'watch_id', 'memberships.query_id', 'found_check', 'ended_at', 'whole_word', 'missed'])
      .select(['gone_check', 'baseline_at'])
      .where('record_id', 'in', part)
      .orderBy('watch_id')
      .orderBy('record_id')
      .orderBy('memberships.query_id')
      .execute();
    for (const row of rows) {
      holdings.push({
        recordId: row.record_id,
        watchId: row.watch_id,
        queryId: row.query_id,
        foundCheck: row.found_check,
        foundAt: row.ended_at,
        baselineAt: row.baseline_at,
        wholeWord: row.whole_word === 1,
        missed: row.missed,
        goneCheck: row.gone_check,
      });
    }
  }
  return holdings;
}

/**
 * Of these queries, those that hold one record and no more: query id → record id.
 * @param passing only records that pass the query's filter count
 */
export async function soleMembers(db: Db, queryIds: readonly string[], passing: boolean): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const part of chunks(queryIds)) {
    const rows = await db
      .selectFrom('memberships')
      .select((eb) => ['query_id', eb.fn.min('record_id').as('id')])
      .where('query_id', 'in', part)
      .where('gone_check', 'is', null)
      .where('whole_word', 'in', passing ? [1] : [0, 1])
      .groupBy('query_id')
      .having((eb) => eb.fn.countAll(), '=', 1)
      .execute();
    for (const row of rows) found.set(row.query_id, Number(row.id));
  }
  return found;
}

/** Which other watches hold records that these queries hold, each pair once: by watch, then by record. */
export async function otherHolders(
  db: Db,
  watchId: string,
  queryIds: readonly string[],
): Promise<{ watchId: string; recordId: number }[]> {
  if (queryIds.length === 0) return [];
  const rows = await db
    .selectFrom('memberships as own')
    .innerJoin('memberships as other', 'other.record_id', 'own.record_id')
    .innerJoin('watch_queries', 'watch_queries.query_id', 'other.query_id')
    .select(['watch_id as watchId', 'other.record_id as recordId'])
    .distinct()
    .where('own.query_id', 'in', [...queryIds])
    .where('own.gone_check', 'is', null)
    .where('other.gone_check', 'is', null)
    .where('watch_id', '!=', watchId)
    .orderBy('watch_id')
    .orderBy('other.record_id')
    .execute();
  return rows.map((row) => ({ watchId: row.watchId, recordId: Number(row.recordId) }));
}

/** The queries that hold each of these dockets: key → query ids. */
export async function queriesHolding(db: Db, docketKeys: readonly string[]): Promise<Map<string, string[]>> {
  if (docketKeys.length === 0) return new Map();
  const rows = await db
    .selectFrom('records')
    .innerJoin('memberships', 'memberships.record_id', 'records.id')
    .select(['records.key', 'query_id'])
    .where('type', '=', 'docket')
    .where('records.key', 'in', [...docketKeys])
    .where('gone_check', 'is', null)
    .execute();
  const groups = Map.groupBy(rows, (row) => row.key);
  return new Map([...groups].map(([key, some]) => [key, some.map((row) => row.query_id)]));
}
