import { type SqlBool, sql } from 'kysely';
import type { DeliveriesTable } from '../schema/outboxTables.ts';
import type { QueriesTable } from '../schema/queueTables.ts';
import type { CheckCause, ChecksTable } from '../schema/snapshotTables.ts';
import type { Db } from '../store.ts';

/** How far each table was counted. */
export interface Marks {
  readonly checks: IdMark;
  readonly changes: IdMark;
  readonly deliveries: IdMark;
}

/** What happened between two marks, in whichever process: one element per row. */
export interface Tallies {
  readonly checks: readonly {
    readonly operation: QueriesTable['operation'];
    readonly outcome: ChecksTable['outcome'];
    readonly cause: CheckCause | null;
    readonly requests: number;
    readonly credits: number;
  }[];
  readonly changes: readonly { readonly kind: string }[];
  readonly deliveries: readonly {
    readonly channel: string;
    readonly outcome: DeliveriesTable['outcome'];
    readonly attemptedAt: string;
    /** When the alert was due last; after a refused attempt that is later than it was at first. */
    readonly dueAt: string;
    readonly firstAttemptAt: string | null;
  }[];
}

/** The marks of this moment. */
export async function readMarks(db: Db, now: Date): Promise<Marks> {
  const begin = async (table: keyof Marks) => {
    const tail = await db.selectFrom(table).select('id').orderBy('id', 'desc').limit(missingAtMost).execute();
    return beginAt(idsOf(tail), now);
  };
  return { checks: await begin('checks'), changes: await begin('changes'), deliveries: await begin('deliveries') };
}

/**
 * What was committed after these marks, and the new marks. Reads only those rows, so its cost does not grow with the
 * store.
 */
export async function tallySince(db: Db, since: Marks, now: Date): Promise<{ tallies: Tallies; marks: Marks }> {
  const checks = await db
    .selectFrom('checks')
    .innerJoin('queries', 'queries.id', 'checks.query_id')
    .select(['checks.id', 'operation', 'outcome', 'cause', 'requests', 'credits'])
    .where(isAfter('checks.id', since.checks))
    .execute();
  const changes = await db
    .selectFrom('changes')
    .select(['id', 'kind'])
    .where(isAfter('changes.id', since.changes))
    .execute();
  const deliveries = await db
    .selectFrom('deliveries')
    .innerJoin('alerts', 'alerts.id', 'deliveries.alert_id')
    .select(['deliveries.id', 'channel', 'outcome', 'attempted_at as attemptedAt', 'due_at as dueAt'])
    .select((eb) =>
      eb
        .selectFrom('deliveries as first')
        .select(({ fn }) => fn.min('first.attempted_at').as('at'))
        .whereRef('first.alert_id', '=', 'alerts.id')
        .as('firstAttemptAt'),
    )
    .where(isAfter('deliveries.id', since.deliveries))
    .execute();
  return {
    tallies: { checks, changes, deliveries },
    marks: {
      checks: markAfter(since.checks, idsOf(checks), now),
      changes: markAfter(since.changes, idsOf(changes), now),
      deliveries: markAfter(since.deliveries, idsOf(deliveries), now),
    },
  };
}

function isAfter(column: 'checks.id' | 'changes.id' | 'deliveries.id', { newest, missing }: IdMark) {
  const id = sql.ref(column);
  if (missing.size === 0) return sql<SqlBool>`${id} > ${newest}`;
  return sql<SqlBool>`(${id} > ${newest} or ${id} in (${sql.join([...missing.keys()])}))`;
}

function idsOf(rows: readonly { readonly id: number }[]): number[] {
  return rows.map(({ id }) => id);
}

/**
 * How far the rows of a table were read, by their ids. Ids are assigned before a transaction commits, so an id that is
 * missing below the newest may still appear. It is looked for until an hour has passed: no transaction takes that long,
 * and one that was rolled back leaves such gaps too.
 */
interface IdMark {
  readonly newest: number;
  /** Id → when it was first found missing, in milliseconds. */
  readonly missing: ReadonlyMap<number, number>;
}

const lookedForMs = 3_600_000;
/** How many missing ids are looked for, newest first, and how many rows may be uncommitted when reading begins. */
export const missingAtMost = 1000;

/**
 * The mark where reading begins.
 * @param tail the newest `missingAtMost` ids of the table
 */
export function beginAt(tail: readonly number[], now: Date): IdMark {
  const newest = Math.max(0, ...tail);
  return markAfter({ newest: Math.max(0, newest - missingAtMost), missing: new Map() }, tail, now);
}

/** The mark after these ids were read too. */
export function markAfter(before: IdMark, read: readonly number[], now: Date): IdMark {
  const seen = new Set(read);
  const newest = Math.max(before.newest, ...read);
  const since = now.getTime();
  const missing = new Map([...before.missing].filter(([id, at]) => !seen.has(id) && since - at < lookedForMs));
  for (let id = Math.max(before.newest, newest - missingAtMost) + 1; id < newest; id += 1) {
    if (!seen.has(id)) missing.set(id, since);
  }
  return { newest, missing: new Map([...missing].slice(-missingAtMost)) };
}
