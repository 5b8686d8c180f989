import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Tables } from '../schema/tables.ts';
import { allOf, type Db, readSetting, type Trx, writeSetting } from '../store.ts';

export type Aged = 'checks' | 'deliveries' | 'audit' | 'signIns';

type AgedRows = SelectQueryBuilder<Tables, keyof Tables, { id: number }>;

/** Returns the oldest rows that prove nothing. @param before ISO */
export async function agedIds(db: Db, what: Aged, before: string, atMost: number): Promise<number[]> {
  const rows = { checks: quietChecks, deliveries: deliveriesOfNoChange, audit: actions, signIns }[what](db, before);
  return allOf(rows.orderBy('id').limit(atMost), 'id');
}

const tables = { checks: 'checks', deliveries: 'deliveries', audit: 'audit', signIns: 'audit' } as const;

export async function deleteAged(trx: Trx, what: Aged, ids: readonly number[]): Promise<void> {
  await trx.deleteFrom(tables[what]).where('id', 'in', ids).execute();
}

/** Excludes checks with changes, responses, a first or last sight, each query's first and last, and all that failed. */
function quietChecks(db: Db, before: string): AgedRows {
  const complete = db.selectFrom('checks').where('outcome', '=', 'complete').where('endedAt', '<', before);
  return complete.select('id').where(sql<boolean>`
    id not in (select check_id from changes)
      and id not in (select check_id from raw_responses)
      and id not in (select found_check from memberships where found_check is not null)
      and id not in (select gone_check from memberships where gone_check is not null)
      and id not in (select first_check from entries where first_check is not null)
      and id not in (select last_check from queries where last_check is not null)
      and id not in (select last_complete_check from queries where last_complete_check is not null)
      and id not in (select min(id) from checks where outcome = 'complete' group by query_id)`);
}

/** Returns deliveries of neither changes nor a baseline, such as of incidents. The messages themselves stay. */
function deliveriesOfNoChange(db: Db, before: string): AgedRows {
  const alerts = db.selectFrom('alerts').select('id').where('kind', '!=', 'baseline').where('state', '!=', 'waiting');
  return db
    .selectFrom('deliveries')
    .select('id')
    .where('attemptedAt', '<', before)
    .where('alertId', 'in', alerts)
    .where('alertId', 'not in', (eb) => eb.selectFrom('alertChanges').select('alertChanges.alertId'));
}

type OfAudit = ExpressionBuilder<Tables, 'audit'>;

const isSignIn = (eb: OfAudit) => eb('what', 'like', 'sign-%');
const isProof = (eb: OfAudit) => eb.or([eb('what', 'like', 'evidence.%'), eb('what', 'like', 'retention.%')]);

function actions(db: Db, before: string): AgedRows {
  const audit = db.selectFrom('audit').select('id').where('at', '<', before);
  return audit.where((eb) => eb.not(eb.or([isSignIn(eb), isProof(eb)])));
}

function signIns(db: Db, before: string): AgedRows {
  return db.selectFrom('audit').select('id').where('at', '<', before).where(isSignIn);
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
