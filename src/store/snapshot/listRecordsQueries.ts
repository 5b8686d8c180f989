import {
  type Expression,
  expressionBuilder,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import { composedKey, type Design, knownSources, rightNumber } from '../../records/design.ts';
import { asRegistered } from '../../records/docket.ts';
import type { RecordType } from '../../records/record.ts';
import type { Tables } from '../schema/tables.ts';
import { allOf, type Db, hasOneWriter, isAmong, type Span, selectSpan } from '../store.ts';
import { countsIn, type InQueries } from './membershipsTable.ts';
import { recordColumns, type StoredRecord, storedRecord } from './recordsTable.ts';

/** Which records to list. An absent field excludes nothing. */
export interface RecordFilter {
  readonly type: 'docket' | 'design';
  readonly changedSince?: string | undefined;
  readonly seenSince?: string | undefined; // ISO day: first seen on it or later.
  /** True: only cases without a day of termination; false: only cases with one. */
  readonly open?: boolean | undefined;
  readonly source?: string | undefined;
  readonly status?: string | undefined;
  readonly locarno?: string | undefined; // `09` or `09-01`
  readonly designated?: string | undefined; // A designated state, two letters.
  /** Months of expiry, such as `2026-11`. */
  readonly expiringMonths?: readonly string[] | undefined;
}

/** The latest come first. `found` is stable when records change. `registered` matches the index records_registered. */
const orders = {
  changed: sql<string>`changed_at`,
  found: sql<string>`first_seen_at`,
  registered: sql<string>`coalesce(registered, first_seen_at)`,
};

export type RecordOrder = keyof typeof orders;

/** `at` and the id are the record's place in the list. */
export type ListedRecord = StoredRecord & { readonly at: string };

/** Nobody needs the exact length of a longer list. */
const countedAtMost = 5000;

export async function listRecords(db: Db, queries: InQueries, filter: RecordFilter, order: RecordOrder, span: Span) {
  const members = await countSome(db, membersOf(db, queries).select('recordId').distinct());
  const all = selectFound(db, queries, filter.type, members);
  const wanted = narrow(db, all, filter);
  // Ids are sorted without the bodies, which are many times longer and are read only for this part.
  const ids = selectSpan(wanted.select('records.id'), [orders[order], sql.ref('records.id')], span);
  const rows = await db
    .selectFrom('records')
    .select([...recordColumns, orders[order].as('at')])
    .where('id', 'in', (eb) => eb.selectFrom(ids.as('part')).select('part.id'))
    .orderBy(orders[order], 'desc')
    .orderBy('id', 'desc')
    .execute();
  const count = async () => {
    const total = wanted === all ? members : await countSome(db, wanted.select('records.id'));
    return { total: Math.min(total, countedAtMost), isMore: total > countedAtMost };
  };
  return { records: rows.map((row) => ({ ...storedRecord(row), at: row.at })), count };
}

type RecordsQuery = SelectQueryBuilder<Tables, 'records', object>;

function narrow(db: Db, all: RecordsQuery, filter: RecordFilter): RecordsQuery {
  const { changedSince, seenSince, open, source, status, locarno, designated, expiringMonths } = filter;
  const says = (words: string) => bodyLike(db, `%${words}%`);
  let wanted = all;
  if (open !== undefined) wanted = wanted.where('terminated', open ? 'is' : 'is not', null);
  if (changedSince !== undefined) wanted = wanted.where('changedAt', '>=', changedSince);
  if (seenSince !== undefined) wanted = wanted.where('firstSeenAt', '>=', seenSince);
  if (source !== undefined) wanted = wanted.where(says(`"source":"${source}"`));
  if (status !== undefined) wanted = wanted.where(says(`"status":"${status}"`));
  if (locarno !== undefined) wanted = wanted.where(says(`"${locarno}${locarno.length === 2 ? '-' : '"'}`));
  if (designated !== undefined) wanted = wanted.where(says(`"${designated}"`));
  if (expiringMonths === undefined) return wanted;
  return wanted.where((eb) => eb.fn('substr', ['expires', eb.lit(1), eb.lit(7)]), 'in', expiringMonths);
}

/** Collects few members and sorts them. With many members, reads records in order until the part is full. */
function selectFound(db: Db, queries: InQueries, type: RecordFilter['type'], members: number): RecordsQuery {
  const ofType = db.selectFrom('records').where('type', '=', type);
  if (members <= countedAtMost) return ofType.where('records.id', 'in', membersOf(db, queries).select('recordId'));
  const ofOneRecord = membersOf(db, queries, true).where(sql<boolean>`memberships.record_id = records.id`);
  return ofType.where((eb) => eb.exists(ofOneRecord.select('queryId')));
}

/** Counts no further than needed. */
async function countSome(db: Db, all: SelectQueryBuilder<Tables, keyof Tables, object>): Promise<number> {
  const some = db.selectFrom(all.limit(countedAtMost + 1).as('some')).select(db.fn.countAll<number>().as('rows'));
  return (await some.executeTakeFirstOrThrow()).rows;
}

function isSought(column: string, values: readonly string[]): Expression<SqlBool> {
  return expressionBuilder()(sql.ref<string>(column), 'in', values);
}

/** Returns a record once per query. @param ofOneRecord when the caller asks about one record after another */
function membersOf(db: Db, queries: InQueries, ofOneRecord = false) {
  const held = db.selectFrom('memberships').where('goneCheck', 'is', null);
  return held.where(countsIn(queries, ofOneRecord ? isAmong : isSought));
}

/** Returns dockets without their entries. */
export async function recordByKey(db: Db, type: RecordType, key: string): Promise<StoredRecord | undefined> {
  const records = db.selectFrom('records').select(recordColumns).where('type', '=', type).where('key', '=', key);
  const row = await records.executeTakeFirst();
  return row && storedRecord(row);
}

/** Returns records with this key, case number or registration number. Reads the whole table. */
export async function findRecordsCalled(db: Db, name: string): Promise<number[]> {
  const inBody = (field: string) => `%"${field}":${JSON.stringify(name).replace(/[\\%_]/g, '\\$&')}%`;
  const called = db
    .selectFrom('records')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('key', '=', name),
        eb('otherKey', '=', name),
        bodyLike(db, inBody('docketNumber')),
        bodyLike(db, inBody('registrationNumber')),
      ]),
    )
    .orderBy('id');
  return allOf(called, 'id');
}

export async function findDesignsNumbered(db: Db, numbers: readonly string[]): Promise<Design[]> {
  const keys = numbers
    .flatMap(spellings)
    .flatMap((number) => knownSources.flatMap((source) => composedKey(source, number) ?? []));
  const wanted = new Set(numbers.map(rightNumber));
  const rows = await db
    .selectFrom('records')
    .select('body')
    .where('type', '=', 'design')
    .where('otherKey', 'in', keys)
    .execute();
  const designs = rows.map((row) => JSON.parse(row.body) as Design);
  return designs.filter(({ registrationNumber = '' }) => wanted.has(rightNumber(registrationNumber)));
}

/** Returns designs that expire between two ISO days, both included. */
export async function designsExpiring(db: Db, { from, until }: { readonly from: string; readonly until: string }) {
  const records = db.selectFrom('records').select(['id', 'body']).where('expires', '>=', from);
  const rows = await records.where('expires', '<=', until).orderBy('expires').orderBy('id').execute();
  return new Map(rows.map((row) => [row.id, JSON.parse(row.body) as Design]));
}

function spellings(number: string): string[] {
  const bare = rightNumber(number);
  const hague = asRegistered('HAGUE', bare);
  return [number.trim(), bare, asRegistered('USID', bare), hague, hague.replace(/^DM\/\d{3}(?=\d)/, '$& ')];
}

/** Matches without regard to the case of ASCII letters. A backslash makes the next character literal. */
function bodyLike(db: Db, pattern: string): RawBuilder<boolean> {
  // SQLite's `like` ignores case; that of Postgres does not.
  const like = hasOneWriter(db) ? sql`like` : sql`ilike`;
  return sql<boolean>`body ${like} ${pattern} escape '\\'`;
}
