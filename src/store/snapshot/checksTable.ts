import { promisify } from 'node:util';
import { zstdCompressSync, zstdDecompress } from 'node:zlib';
import { type Selectable, sql } from 'kysely';
import { type CheckCause, joinedReasons } from '../../base/words/watchWords.ts';
import type { Unreadable } from '../../records/query.ts';
import type { ChecksTable } from '../schema/snapshotTables.ts';
import { allOf, type Db, firstOf, inOrder, putRows, type Span, selectSpan } from '../store.ts';

export type Outcome = ChecksTable['outcome'];

export const outcomes = ['complete', 'partial', 'failed', 'skipped'] as const satisfies readonly Outcome[];

const gravity = ['failed', 'skipped', 'partial', 'complete'] as const;

export function worstOf(outcomes: readonly (Outcome | null)[]): Outcome | undefined {
  return gravity.find((outcome) => outcomes.includes(outcome));
}

/** The last check of a query, as far as it is known. Times are ISO. */
interface QueryStanding extends Readonly<Record<QueryTime, string | null>> {
  readonly lastOutcome: Outcome | null;
  readonly lastReason: string | null;
  readonly failures: number;
}

type QueryTime = 'lastEndedAt' | 'lastCompleteAt' | 'baselineAt' | 'nextDueAt';

/** Returns how a watch stands, which is as its worst query does. Null: not before the first check. */
export function standingOf(queries: readonly QueryStanding[]) {
  const known = (time: QueryTime) => queries.flatMap((each) => each[time] ?? []).sort();
  const ofEach = (time: QueryTime) => (queries.every((each) => each[time] !== null) ? known(time) : []);
  return {
    outcome: worstOf(queries.map(({ lastOutcome }) => lastOutcome)) ?? null,
    reason: joinedReasons(queries.flatMap(({ lastReason }) => lastReason || [])),
    lastCheckAt: known('lastEndedAt').at(-1) ?? null,
    lastCompleteAt: ofEach('lastCompleteAt')[0] ?? null,
    baselineAt: ofEach('baselineAt').at(-1) ?? null,
    nextDueAt: known('nextDueAt')[0] ?? null,
    failures: Math.max(0, ...queries.map(({ failures }) => failures)),
  };
}

/** The proof of a check's outcome, stored as JSON. Empty when a single full page needs no more proof. */
export interface Evidence {
  /** One row per page: `from`, the hits requested, the hits that arrived, and the page's own `total`. */
  readonly pages?: readonly (readonly [number, number, number, number | null])[] | undefined;
  /** Dockets that showed fewer entries than they have: key, shown, `entryTotal`. */
  readonly windows?: readonly (readonly [string, number, number])[] | undefined;
  readonly unreadable?: readonly Unreadable[] | undefined;
  readonly unreadableCount?: number | undefined;
  readonly filteredOut?: number | undefined;
  readonly suspicion?: string | undefined;
  readonly same?: boolean | undefined; // Same as the last complete result.
}

export type EndedCheck = Readonly<Omit<Selectable<ChecksTable>, 'evidence'>>;

export type CheckRow = EndedCheck & { readonly evidence: Evidence };

export type NewCheck = Omit<CheckRow, 'id' | 'cause'> & Partial<Pick<CheckRow, 'cause'>>;

export async function insertCheck(db: Db, check: NewCheck): Promise<number> {
  const evidence = Object.keys(check.evidence).length === 0 ? null : JSON.stringify(check.evidence);
  const row = { ...check, evidence };
  return (await db.insertInto('checks').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

export async function loadCheck(db: Db, id: number | null): Promise<CheckRow | undefined> {
  return id === null ? undefined : (await loadChecks(db, [id]))[0];
}

/** Returns the oldest first. */
export async function loadChecks(db: Db, ids: readonly number[]): Promise<CheckRow[]> {
  const rows = await selectChecks(db).select('evidence').where('id', 'in', ids).orderBy('id').execute();
  return rows.map((row) => ({ ...row, evidence: JSON.parse(row.evidence ?? '{}') as Evidence }));
}

export async function firstCheckAfter(db: Db, queryId: string, checkId: number): Promise<EndedCheck | undefined> {
  const after = selectChecks(db).where('queryId', '=', queryId).where('id', '>', checkId);
  return after.orderBy('id').limit(1).executeTakeFirst();
}

function selectChecks(db: Db) {
  return db
    .selectFrom('checks')
    .select(['id', 'queryId', 'startedAt', 'endedAt', 'outcome', 'cause', 'reason', 'requests', 'credits', 'hits'])
    .select('total');
}

/** Returns the oldest first. */
export async function checksOfAlert(db: Db, alertId: number): Promise<EndedCheck[]> {
  return selectChecks(db)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('alertChanges')
        .innerJoin('changes', 'changes.id', 'alertChanges.changeId')
        .select('changes.checkId')
        .where('alertChanges.alertId', '=', alertId),
    )
    .orderBy('id')
    .execute();
}

export async function firstFailureSinceComplete(db: Db): Promise<EndedCheck | undefined> {
  const allComplete = db.selectFrom('checks').select('id').where('outcome', '=', 'complete');
  const last = await firstOf(allComplete.orderBy('id', 'desc').limit(1), 'id');
  const failed = selectChecks(db)
    .where('id', '>', last ?? 0)
    .where('outcome', 'in', ['failed', 'partial']);
  return failed.orderBy('id').limit(1).executeTakeFirst();
}

const causesOfService = ['account', 'credits', 'busy', 'server', 'key'] as const satisfies readonly CheckCause[];

/** Returns the service's first failure since the last complete check, of a query that had worked until then. */
export async function firstFailureOfService(db: Db): Promise<Pick<CheckRow, 'startedAt' | 'cause'> | undefined> {
  const complete = (await firstOf(db.selectFrom('queries').select(db.fn.max('lastCompleteCheck').as('id')), 'id')) ?? 0;
  return db
    .selectFrom('checks')
    .innerJoin('queries', 'queries.id', 'checks.queryId')
    .select(['startedAt', 'cause'])
    .where('checks.id', '>', complete)
    .where('cause', 'in', causesOfService)
    .where(({ not, exists, selectFrom, fn, lit }) =>
      not(
        exists(
          selectFrom('checks as before')
            .select('before.id')
            .whereRef('before.queryId', '=', 'queries.id')
            .where('before.id', '>', fn.coalesce('queries.lastCompleteCheck', lit(0)))
            .where('before.id', '<', complete)
            .where('before.cause', 'in', causesOfService),
        ),
      ),
    )
    .orderBy('checks.id')
    .limit(1)
    .executeTakeFirst();
}

/** Selects the checks that ended when one of these watches had their query. */
function checksFor(db: Db, watchIds: readonly string[]) {
  const uses = db.selectFrom('watchQueries').where('watchId', 'in', watchIds);
  return selectChecks(db)
    .where('queryId', 'in', uses.select('queryId'))
    .where('endedAt', '>=', ({ selectFrom }) =>
      selectFrom('watchQueries')
        .select(({ fn }) => fn.min('beganAt').as('at'))
        .whereRef('watchQueries.queryId', '=', 'checks.queryId')
        .where('watchId', 'in', watchIds),
    );
}

/** Returns the oldest first. @param since ISO */
export async function checksSince(db: Db, watchIds: readonly string[], since: string): Promise<EndedCheck[]> {
  return checksFor(db, watchIds).where('endedAt', '>=', since).orderBy('endedAt').orderBy('id').execute();
}

export async function repeatedAmong(db: Db, checks: readonly EndedCheck[], until: string) {
  const gaps = checks.filter(({ outcome }) => outcome !== 'complete');
  const pairs = db
    .selectFrom('checks as gap')
    .innerJoin('checks as later', 'later.queryId', 'gap.queryId')
    .select('gap.id')
    .distinct()
    .whereRef('later.id', '>', 'gap.id')
    .where('later.outcome', '=', 'complete')
    .where('later.endedAt', '<=', until);
  const ids = gaps.map(({ id }) => id);
  return new Set(await allOf(pairs.where('gap.id', 'in', ids), 'id'));
}

type LogFilter = Readonly<{ watchIds: readonly string[]; outcome?: Outcome | undefined }>;

export async function checkLog(db: Db, filter: LogFilter, span: Span): Promise<EndedCheck[]> {
  let query = checksFor(db, filter.watchIds);
  if (filter.outcome !== undefined) query = query.where('outcome', '=', filter.outcome);
  return inOrder(await selectSpan(query, [sql.ref('id')], span).execute(), span);
}

const decompress = promisify(zstdDecompress);

export type RawResponse = Readonly<{ page: number; request: object; bytes: Buffer }>;

export async function insertRawResponses(
  db: Db,
  checkId: number,
  responses: readonly RawResponse[],
  receivedAt: string,
): Promise<void> {
  for (const { page, request: sent, bytes } of responses) {
    const [request, body] = [JSON.stringify(sent), zstdCompressSync(bytes)];
    await putRows(db, 'rawResponses', [{ checkId, receivedAt, page, request, body }]);
  }
}

export async function loadRawResponses(db: Db, checkId: number) {
  const rawResponses = db.selectFrom('rawResponses').selectAll().where('checkId', '=', checkId).orderBy('page');
  const rows = await rawResponses.execute();
  const read = async ({ page, request, body }: (typeof rows)[number]) => {
    return { page, request: JSON.parse(request) as unknown, bytes: await decompress(body) };
  };
  return Promise.all(rows.map(read));
}
