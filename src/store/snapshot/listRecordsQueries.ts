import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { RecordType } from '../../records/record.ts';
import type { Tables } from '../schema/tables.ts';
import { anyOf, type Db } from '../store.ts';
import type { InQueries } from './foundByQueries.ts';
import { bodyLike } from './namedRecordsQueries.ts';
import { recordColumns, type StoredRecord, storedRecord } from './recordsTable.ts';

export interface ListPart {
  readonly limit: number;
  readonly offset: number;
}

export interface RecordList {
  readonly records: readonly StoredRecord[];
  /** Of the whole list, up to where it was counted. */
  readonly total: number;
  /** True when there are more than were counted. */
  readonly isMore: boolean;
}

/** In a longer list nobody needs the exact number. */
const countedAtMost = 5000;

/**
 * The cases that any of these found, those that changed last first.
 * @param part.open true: only cases without a day of termination; false: only cases with one
 */
export async function listCases(
  db: Db,
  queries: InQueries,
  part: ListPart & { readonly open?: boolean | undefined },
): Promise<RecordList> {
  const { open } = part;
  const narrow = (cases: RecordsQuery) => cases.where('terminated', open ? 'is' : 'is not', null);
  return listRecords(
    db,
    queries,
    { ...part, type: 'docket', orderBy: 'changed_at' },
    open === undefined ? undefined : narrow,
  );
}

/** A part of a list in an order that no change moves: that in which records were found, the last first. */
export interface FoundPart {
  readonly limit: number;
  /** Since when the last record of the part before is known, and its id; undefined: the first part. */
  readonly after: readonly [firstSeenAt: string, id: number] | undefined;
}

/** The cases that any of these found, those first seen last first. @param part.changedSince ISO time */
export async function casesFound(
  db: Db,
  queries: InQueries,
  part: FoundPart & { readonly open?: boolean | undefined; readonly changedSince?: string | undefined },
): Promise<StoredRecord[]> {
  const { open, changedSince } = part;
  return listFound(db, queries, { ...part, type: 'docket' }, (all) => {
    const cases = open === undefined ? all : all.where('terminated', open ? 'is' : 'is not', null);
    return changedSince === undefined ? cases : cases.where('changed_at', '>=', changedSince);
  });
}

/** The designs that any of these found, those that changed last first. */
export async function lastChangedDesigns(db: Db, queries: InQueries, limit: number): Promise<RecordList> {
  return listRecords(db, queries, { limit, offset: 0, type: 'design', orderBy: 'changed_at' });
}

/** The designs that are wanted; absent = all. */
export interface DesignFilter {
  readonly source?: string | undefined;
  readonly status?: string | undefined;
  /** `09` or `09-01` */
  readonly locarno?: string | undefined;
  /** A designated state, two letters. */
  readonly designated?: string | undefined;
  /** ISO day: first seen on it or later. */
  readonly seenSince?: string | undefined;
  /** `2026-11` and the like: the months in which it expires. */
  readonly expiringMonths?: readonly string[] | undefined;
}

/** The order of a gallery: the day of registration, else that of first sight. As in the index records_registered. */
const registeredOrSeen = sql<string>`coalesce(registered, first_seen_at)`;

/** The designs that any of these found, the newest first. */
export async function listDesigns(
  db: Db,
  queries: InQueries,
  part: ListPart,
  filter: DesignFilter,
): Promise<RecordList> {
  return listRecords(db, queries, { ...part, type: 'design', orderBy: registeredOrSeen }, narrowDesigns(db, filter));
}

/** The same, a part after the other, each design once: those first seen last first. */
export async function designsFound(
  db: Db,
  queries: InQueries,
  part: FoundPart,
  filter: DesignFilter,
): Promise<StoredRecord[]> {
  return listFound(db, queries, { ...part, type: 'design' }, narrowDesigns(db, filter) ?? ((all) => all));
}

/**
 * The keys of the designs just before and just after one in a gallery of what these found; absent: it is the first, or
 * the last.
 */
export async function designsBeside(
  db: Db,
  queries: InQueries,
  id: number,
): Promise<{ readonly newer?: string | undefined; readonly older?: string | undefined }> {
  const members = await countMembers(db, queries);
  const { place } = await db
    .selectFrom('records')
    .select(registeredOrSeen.as('place'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const beside = async (order: 'asc' | 'desc') => {
    const far = order === 'asc' ? sql`>` : sql`<`;
    const row = await selectFound(db, queries, 'design', members)
      // By the pair alone SQLite would read the index from its end.
      .where(registeredOrSeen, order === 'asc' ? '>=' : '<=', place)
      .where(sql<boolean>`(${registeredOrSeen}, records.id) ${far} (${place}, ${id})`)
      .select('records.key')
      .orderBy(registeredOrSeen, order)
      .orderBy('records.id', order)
      .limit(1)
      .executeTakeFirst();
    return row?.key;
  };
  return { newer: await beside('asc'), older: await beside('desc') };
}

/** undefined: all designs are wanted. */
function narrowDesigns(db: Db, filter: DesignFilter): ((all: RecordsQuery) => RecordsQuery) | undefined {
  const says = (words: string) => bodyLike(db, `%${words}%`);
  const { source, status, locarno, designated, seenSince, expiringMonths } = filter;
  const conditions = [
    source && says(`"source":"${source}"`),
    status && says(`"status":"${status}"`),
    locarno && says(`"${locarno}${locarno.length === 2 ? '-' : '"'}`),
    designated && says(`"${designated}"`),
  ].filter((condition) => typeof condition === 'object');
  if (conditions.length === 0 && expiringMonths === undefined && seenSince === undefined) return undefined;
  return (all) => {
    let designs = all;
    for (const condition of conditions) designs = designs.where(condition);
    if (expiringMonths !== undefined) {
      designs = designs.where((eb) => eb.fn('substr', ['expires', eb.lit(1), eb.lit(7)]), 'in', [...expiringMonths]);
    }
    return seenSince === undefined ? designs : designs.where('first_seen_at', '>=', seenSince);
  };
}

type RecordsQuery = SelectQueryBuilder<Tables, 'records', object>;

interface Listing extends ListPart {
  readonly type: RecordType;
  readonly orderBy: 'changed_at' | 'first_seen_at' | RawBuilder<string>;
}

/** @param narrow adds conditions; absent: all records are wanted */
async function listRecords(
  db: Db,
  queries: InQueries,
  { limit, offset, type, orderBy }: Listing,
  narrow?: (query: RecordsQuery) => RecordsQuery,
): Promise<RecordList> {
  const members = await countMembers(db, queries);
  const all = selectFound(db, queries, type, members);
  const wanted = narrow === undefined ? all : narrow(all);
  const ids = wanted.select('records.id').orderBy(orderBy, 'desc').orderBy('records.id', 'desc');
  const records = await loadListed(db, ids.limit(limit).offset(offset), orderBy);
  const total = narrow === undefined ? members : await countSome(db, wanted.select('records.id'));
  return { records, total: Math.min(total, countedAtMost), isMore: total > countedAtMost };
}

async function listFound(
  db: Db,
  queries: InQueries,
  { limit, after, type }: FoundPart & { readonly type: RecordType },
  narrow: (query: RecordsQuery) => RecordsQuery,
): Promise<StoredRecord[]> {
  const members = await countMembers(db, queries);
  const wanted = narrow(selectFound(db, queries, type, members)).$if(after !== undefined, (records) =>
    records.where(sql<boolean>`(first_seen_at, records.id) < (${after?.[0]}, ${after?.[1]})`),
  );
  const ids = wanted.select('records.id').orderBy('first_seen_at', 'desc').orderBy('records.id', 'desc').limit(limit);
  return loadListed(db, ids, 'first_seen_at');
}

/**
 * If they have few records, these are collected, to be sorted. If they have many, the records are read in their order
 * until the part is full.
 */
function selectFound(db: Db, queries: InQueries, type: RecordType, members: number): RecordsQuery {
  const ofType = db.selectFrom('records').where('type', '=', type);
  if (members <= countedAtMost) return ofType.where('records.id', 'in', membersOf(db, queries).select('record_id'));
  const ofOneRecord = membersOf(db, queries, true).where(sql<boolean>`memberships.record_id = records.id`);
  return ofType.where((eb) => eb.exists(ofOneRecord.select('query_id')));
}

/** The ids are sorted without the bodies, which are many times as long and are read only for this part. */
async function loadListed(
  db: Db,
  ids: SelectQueryBuilder<Tables, 'records', { id: number }>,
  orderBy: Listing['orderBy'],
): Promise<StoredRecord[]> {
  const rows = await db
    .selectFrom('records')
    .select(recordColumns)
    .where('id', 'in', (eb) => eb.selectFrom(ids.as('part')).select('part.id'))
    .orderBy(orderBy, 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(storedRecord);
}

function countMembers(db: Db, queries: InQueries): Promise<number> {
  return countSome(db, membersOf(db, queries).select('record_id').distinct());
}

/** Counted no further than needed. */
async function countSome(db: Db, all: SelectQueryBuilder<Tables, keyof Tables, object>): Promise<number> {
  const { rows } = await db
    .selectFrom(all.limit(countedAtMost + 1).as('some'))
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow();
  return rows;
}

/** For more queries than this, a record's own memberships are fewer than the queries to look for. */
const probedAtMost = 2;

/**
 * What is in these queries now. A record that is in several of them comes several times.
 * @param ofOneRecord the result is asked about one record after another
 */
function membersOf(db: Db, { any, strict }: InQueries, ofOneRecord = false) {
  // With the bare column the databases would look up every query by its index. An expression prevents that.
  const queryId =
    ofOneRecord && any.length + strict.length > probedAtMost ? sql<string>`query_id || ''` : sql.ref('query_id');
  return db
    .selectFrom('memberships')
    .where('gone_check', 'is', null)
    .where((eb) =>
      eb.or([
        ...(any.length > 0 ? [eb(queryId, 'in', anyOf(db, any))] : []),
        ...(strict.length > 0 ? [eb.and([eb(queryId, 'in', anyOf(db, strict)), eb('whole_word', '=', 1)])] : []),
      ]),
    );
}
