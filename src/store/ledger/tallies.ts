import type { DeliveriesTable } from '../outbox/outboxTables.ts';
import type { Db } from '../store.ts';
import type { ChecksTable, QueriesTable } from '../tables.ts';

/** The newest check, change and delivery that were counted. */
export interface Marks {
  readonly check: number;
  readonly change: number;
  readonly delivery: number;
}

/** What happened between two marks, whichever process did it. */
export interface Tallies {
  readonly checks: readonly {
    readonly operation: QueriesTable['operation'];
    readonly outcome: ChecksTable['outcome'];
    readonly checks: number;
    readonly requests: number;
    readonly credits: number;
    /** Of the failed ones: those that ended with an internal error. */
    readonly crashed: number;
  }[];
  readonly changes: readonly { readonly kind: string; readonly changes: number }[];
  readonly deliveries: readonly {
    readonly channel: string;
    readonly outcome: DeliveriesTable['outcome'];
    readonly deliveries: number;
  }[];
}

/** Marks at this moment. */
export async function readMarks(db: Db): Promise<Marks> {
  return {
    check: await newestId(db, 'checks'),
    change: await newestId(db, 'changes'),
    delivery: await newestId(db, 'deliveries'),
  };
}

/** Counts what is newer than `since`, up to and with `until`. Reads those rows only: its cost does not grow with the store. */
export async function tallyBetween(db: Db, since: Marks, until: Marks): Promise<Tallies> {
  const checks = await db
    .selectFrom('checks')
    .innerJoin('queries', 'queries.id', 'checks.query_id')
    .select((eb) => [
      'queries.operation',
      'checks.outcome',
      eb.fn.countAll<number | string>().as('checks'),
      eb.fn.sum<number | string>('checks.requests').as('requests'),
      eb.fn.sum<number | string>('checks.credits').as('credits'),
      eb.fn.count<number | string>(eb.case().when('checks.reason', 'like', 'internal:%').then(1).end()).as('crashed'),
    ])
    .where('checks.id', '>', since.check)
    .where('checks.id', '<=', until.check)
    .groupBy(['queries.operation', 'checks.outcome'])
    .execute();
  const changes = await db
    .selectFrom('changes')
    .select((eb) => ['kind', eb.fn.countAll<number | string>().as('changes')])
    .where('id', '>', since.change)
    .where('id', '<=', until.change)
    .groupBy('kind')
    .execute();
  const deliveries = await db
    .selectFrom('deliveries')
    .innerJoin('alerts', 'alerts.id', 'deliveries.alert_id')
    .select((eb) => ['alerts.channel', 'deliveries.outcome', eb.fn.countAll<number | string>().as('deliveries')])
    .where('deliveries.id', '>', since.delivery)
    .where('deliveries.id', '<=', until.delivery)
    .groupBy(['alerts.channel', 'deliveries.outcome'])
    .execute();
  return {
    checks: checks.map((row) => ({
      operation: row.operation,
      outcome: row.outcome,
      checks: Number(row.checks),
      requests: Number(row.requests),
      credits: Number(row.credits),
      crashed: Number(row.crashed),
    })),
    changes: changes.map((row) => ({ kind: row.kind, changes: Number(row.changes) })),
    deliveries: deliveries.map((row) => ({ ...row, deliveries: Number(row.deliveries) })),
  };
}

async function newestId(db: Db, table: 'checks' | 'changes' | 'deliveries'): Promise<number> {
  const row = await db
    .selectFrom(table)
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirst();
  return row?.id ?? 0;
}
