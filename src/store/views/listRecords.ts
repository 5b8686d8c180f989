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
  const ended = sql<boolean>`body like '%"dateTerminated":"_%'`;
  return listHeld(db, holders, part, (query) => {
    const cases = query.where('type', '=', 'docket');
    if (open === undefined) return cases;
    return open ? cases.where((eb) => eb.not(ended)) : cases.where(ended);
  });
}

type RecordsQuery = SelectQueryBuilder<Tables, 'records', object>;

/** @param narrow what is wanted of them. */
export async function listHeld(
  db: Db,
  holders: readonly HeldBy[],
  { limit, offset }: ListPart,
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
    .orderBy('changed_at', 'desc')
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
