import { type ExpressionBuilder, sql } from 'kysely';
import type { Tables } from '../schema/tables.ts';
import { type Db, readSetting, type Trx, writeSetting } from '../store.ts';

export type Aged = 'checks' | 'deliveries' | 'audit' | 'signIns';

/** Returns the oldest rows that prove nothing. @param before ISO */
export async function agedIds(db: Db, what: Aged, before: string, atMost: number): Promise<number[]> {
  switch (what) {
    case 'checks':
      return quietChecks(db, before, atMost);
    case 'deliveries':
      return deliveriesOfNoChange(db, before, atMost);
    case 'audit':
      return auditLines(db, before, atMost, (eb) => eb.not(eb.or([isSignIn(eb), isProof(eb)])));
    case 'signIns':
      return auditLines(db, before, atMost, isSignIn);
  }
}

const tables = { checks: 'checks', deliveries: 'deliveries', audit: 'audit', signIns: 'audit' } as const;

export async function deleteAged(trx: Trx, what: Aged, ids: readonly number[]): Promise<void> {
  await trx.deleteFrom(tables[what]).where('id', 'in', ids).execute();
}

/** Excludes checks with changes, responses, a first or last sight, each query's first and last, and all that failed. */
async function quietChecks(db: Db, before: string, atMost: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from checks where outcome = 'complete' and ended_at < ${before}
      and id not in (select check_id from changes)
      and id not in (select check_id from raw_responses)
      and id not in (select found_check from memberships where found_check is not null)
      and id not in (select gone_check from memberships where gone_check is not null)
      and id not in (select first_check from entries where first_check is not null)
      and id not in (select last_check from queries where last_check is not null)
      and id not in (select last_complete_check from queries where last_complete_check is not null)
      and id not in (select min(id) from checks where outcome = 'complete' group by query_id)
    order by id limit ${atMost}`.execute(db);
  return rows.map(({ id }) => Number(id));
}

/** Returns deliveries of neither changes nor a baseline, such as of incidents. The messages themselves stay. */
async function deliveriesOfNoChange(db: Db, before: string, atMost: number): Promise<number[]> {
  const rows = await db
    .selectFrom('deliveries')
    .innerJoin('alerts', 'alerts.id', 'deliveries.alertId')
    .select('deliveries.id')
    .where('attemptedAt', '<', before)
    .where('alerts.kind', '!=', 'baseline')
    .where('alerts.state', '!=', 'waiting')
    .where('alertId', 'not in', (eb) => eb.selectFrom('alertChanges').select('alertChanges.alertId'))
    .orderBy('deliveries.id')
    .limit(atMost)
    .execute();
  return rows.map(({ id }) => id);
}

type OfAudit = ExpressionBuilder<Tables, 'audit'>;

const isSignIn = (eb: OfAudit) => eb('what', 'like', 'sign-%');
const isProof = (eb: OfAudit) => eb.or([eb('what', 'like', 'evidence.%'), eb('what', 'like', 'retention.%')]);

async function auditLines(db: Db, before: string, atMost: number, which: (eb: OfAudit) => ReturnType<typeof isSignIn>) {
  const audit = db.selectFrom('audit').select('id').where('at', '<', before).where(which).orderBy('id').limit(atMost);
  const rows = await audit.execute();
  return rows.map(({ id }) => id);
}

/** The column with the time at which a row became useless. */
const uselessAt = {
  rawResponses: 'receivedAt',
  accessKeys: 'expiresAt',
  signIns: 'at',
  nudges: 'seenAt',
} as const satisfies Partial<Record<keyof Tables, string>>;

/** Deletes rows that were useless before `before` (ISO). @returns how many */
export async function deleteUseless(trx: Trx, table: keyof typeof uselessAt, before: string): Promise<number> {
  const deleted = sql`delete from ${sql.table(table)} where ${sql.ref(uselessAt[table])} < ${before}`;
  return Number((await deleted.execute(trx)).numAffectedRows ?? 0);
}

const retainedSetting = 'retained-since';

/** ISO time. Older complete checks without news were deleted by age. */
type RetainedSince = { readonly checks?: string };

/** Runs in the transaction that deletes. A later limit stays. */
export async function noteChecksRetained(trx: Trx, since: string): Promise<void> {
  const { checks = since } = (await readSetting<RetainedSince>(trx, retainedSetting)) ?? {};
  await writeSetting(trx, retainedSetting, { checks: checks > since ? checks : since });
}

/** Returns sentences, so that nobody takes the silence between two checks for a gap. @param from ISO */
export async function lacksByAge(db: Db, from: string): Promise<string[]> {
  const { checks } = (await readSetting<RetainedSince>(db, retainedSetting)) ?? {};
  if (checks === undefined || from >= checks) return [];
  return [`Complete checks without news before ${checks} were deleted by their age; all others are there.`];
}
