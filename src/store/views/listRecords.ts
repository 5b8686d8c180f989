import { type SelectQueryBuilder, sql } from 'kysely';
import type { SearchRecord } from '../../records/record.ts';
import type { Db } from '../store.ts';
import type { Tables } from '../tables.ts';
import type { HeldBy, HeldRecord } from './recordsHeld.ts';

/** Part of a list. */
export interface ListPart {
  readonly limit: number;
  readonly offset: number;
}

export interface RecordList {
  readonly records: readonly HeldRecord[];
  /** Of the whole list. */
  readonly total: number;
}

/** The cases that any of these hold, those that changed last first. `open`: only those without a day of termination, or with one. */
export async function listCases(
  db: Db,
  holders: readonly HeldBy[],
  part: ListPart & { readonly open?: boolean | undefined },
): Promise<RecordList> {
  const { open } = part;
  // A blank one is no day.
  const ended = sql<boolean>`(body like '%"dateTerminated":"1%' or body like '%"dateTerminated":"2%')`;
  return listHeld(db, holders, part, (query) => {
    const cases = query.where('type', '=', 'docket');
    if (open === undefined) return cases;
    return open ? cases.where((eb) => eb.not(ended)) : cases.where(ended);
  });
}

/** Which designs are wanted; absent = all. */
export interface DesignWish {
  readonly source?: string | undefined;
  readonly status?: string | undefined;
  /** `09` or `09-01` */
  readonly locarno?: string | undefined;
  /** A designated state, two letters. */
  readonly designated?: string | undefined;
  /** ISO day: seen on it or later for the first time. */
  readonly seenSince?: string | undefined;
  /** `2026-11` and the like: in which of these months it expires. */
  readonly expiringMonths?: readonly string[] | undefined;
}

/** The designs that any of these hold, those seen last for the first time first. */
export async function listDesigns(
  db: Db,
  holders: readonly HeldBy[],
  part: ListPart,
  wish: DesignWish,
): Promise<RecordList> {
  const says = (words: string) => sql<boolean>`body like ${`%${words}%`}`;
  const { source, status, locarno, designated, seenSince, expiringMonths } = wish;
  const conditions = [
    source && says(`"source":"${source}"`),
    status && says(`"status":"${status}"`),
    locarno && says(`"${locarno}${locarno.length === 2 ? '-' : '"'}`),
    designated && says(`"${designated}"`),
    expiringMonths &&
      sql<boolean>`(${sql.join(
        expiringMonths.map((month) => says(`"expires":"${month}-`)),
        sql` or `,
      )})`,
  ].filter((condition) => typeof condition === 'object');
  return listHeld(db, holders, { ...part, orderBy: 'first_seen_at' }, (query) => {
    let designs = query.where('type', '=', 'design');
    for (const condition of conditions) designs = designs.where(condition);
    return seenSince === undefined ? designs : designs.where('first_seen_at', '>=', seenSince);
  });
}

type RecordsQuery = SelectQueryBuilder<Tables, 'records', object>;

/** @param narrow what is wanted of them. */
export async function listHeld(
  db: Db,
  holders: readonly HeldBy[],
  { limit, offset, orderBy = 'changed_at' }: ListPart & { readonly orderBy?: 'changed_at' | 'first_seen_at' },
  narrow: (query: RecordsQuery) => RecordsQuery,
): Promise<RecordList> {
  if (holders.length === 0) return { records: [], total: 0 };
  const held = narrow(
    db.selectFrom('records').where('records.id', 'in', (eb) =>
      eb
        .selectFrom('memberships')
        .select('record_id')
        .where('gone_check', 'is', null)
        .where((inner) =>
          inner.or(
            holders.map(({ queryIds, wholeWord }) =>
              inner.and([inner('query_id', 'in', [...queryIds]), ...(wholeWord ? [inner('whole_word', '=', 1)] : [])]),
            ),
          ),
        ),
    ),
  );
  const rows = await held
    .select(['records.id', 'body', 'changed_at', 'first_seen_at'])
    .orderBy(orderBy, 'desc')
    .orderBy('records.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const counted = await held.select((eb) => eb.fn.countAll<number | string>().as('records')).executeTakeFirst();
  return {
    records: rows.map((row) => ({
      id: row.id,
      record: JSON.parse(row.body) as SearchRecord,
      changedAt: row.changed_at,
      firstSeenAt: row.first_seen_at,
    })),
    total: Number(counted?.records ?? 0),
  };
}
