import type { Selectable } from 'kysely';
import type { Unreadable } from '../../search/parse/parsedHit.ts';
import { prepared } from '../prepared.ts';
import type { Db } from '../store.ts';
import type { ChecksTable } from '../tables.ts';

export type Outcome = ChecksTable['outcome'];

/** What proves a check's outcome; kept as JSON, and left out where a single full page says it all. */
export interface Evidence {
  /** A row a page: `from`, asked, arrived, and `total` as the page gave it. */
  readonly pages?: readonly (readonly [number, number, number, number | null])[] | undefined;
  /** Dockets that showed fewer entries than they have: key, shown, `entryTotal`. */
  readonly windows?: readonly (readonly [string, number, number])[] | undefined;
  readonly unreadable?: readonly Unreadable[] | undefined;
  /** How many parts were unreadable, those not listed included. */
  readonly unreadableCount?: number | undefined;
  readonly filteredOut?: number | undefined;
  readonly suspicion?: string | undefined;
  /** True when every page was that of the last complete result. */
  readonly same?: boolean | undefined;
}

export interface CheckRow {
  readonly id: number;
  readonly queryId: string;
  readonly startedAt: string;
  readonly endedAt: string;
  readonly outcome: Outcome;
  readonly reason: string | null;
  readonly requests: number;
  readonly credits: number;
  readonly hits: number;
  readonly total: number | null;
  readonly evidence: Evidence;
}

export async function insertCheck(db: Db, check: Omit<CheckRow, 'id'>): Promise<number> {
  const evidence = Object.keys(check.evidence).length === 0 ? null : JSON.stringify(check.evidence);
  const [row] = (await insert(db, { ...check, evidence })).rows;
  if (row === undefined) throw new Error('a check was stored without an id');
  return row.id;
}

const insert = prepared<Omit<CheckRow, 'id' | 'evidence'> & { readonly evidence: string | null }, { id: number }>(
  (db, value) =>
    db
      .insertInto('checks')
      .values({
        query_id: value('queryId'),
        started_at: value('startedAt'),
        ended_at: value('endedAt'),
        outcome: value('outcome'),
        reason: value('reason'),
        requests: value('requests'),
        credits: value('credits'),
        hits: value('hits'),
        total: value('total'),
        evidence: value('evidence'),
      })
      .returning('id'),
);

export async function loadCheck(db: Db, id: number): Promise<CheckRow | undefined> {
  const [row] = (await selectCheck(db, { id })).rows;
  return row === undefined ? undefined : fromRow(row);
}

const selectCheck = prepared<{ readonly id: number }, Selectable<ChecksTable>>((db, value) =>
  db.selectFrom('checks').selectAll().where('id', '=', value('id')),
);

/** The first check that was made of a query. */
export async function firstCheckOf(db: Db, queryId: string): Promise<CheckRow | undefined> {
  const row = await db
    .selectFrom('checks')
    .selectAll()
    .where('query_id', '=', queryId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row && fromRow(row);
}

/** The checks of a query, newest first. */
export async function checksOf(db: Db, queryId: string, limit: number): Promise<CheckRow[]> {
  const rows = await db
    .selectFrom('checks')
    .selectAll()
    .where('query_id', '=', queryId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(fromRow);
}

function fromRow(row: Selectable<ChecksTable>): CheckRow {
  return {
    id: row.id,
    queryId: row.query_id,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    outcome: row.outcome,
    reason: row.reason,
    requests: row.requests,
    credits: row.credits,
    hits: row.hits,
    total: row.total,
    evidence: row.evidence === null ? {} : (JSON.parse(row.evidence) as Evidence),
  };
}
