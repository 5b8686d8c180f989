import { whileEnded } from '../../config/fields/schedule.ts';
import type { Docket } from '../../records/docket.ts';
import type { Query } from '../../service/query.ts';
import { loadNudge, lockQuery, lockWatchQueries, type StoredNudge } from '../../store/claims/due.ts';
import { loadWatchQueries } from '../../store/claims/queries.ts';
import type { Db, Trx } from '../../store/store.ts';
import type { ExpectedNews } from './adaptiveSpending.ts';
import { filingsPerHour, type Rhythm } from './rhythm.ts';
import type { DueReason, LookFacts } from './whyThen.ts';

/** An adaptive query whose last check was complete, and whose look after it is still to be chosen. */
export interface WaitingQuery {
  readonly queryId: string;
  readonly operation: 'pacer' | 'wipo';
  readonly body: Query['body'];
  readonly lastCheck: number;
  readonly lastLook: Date;
  readonly credits: number;
  /** The check after which it was chosen before; 0: it never was. */
  readonly chosenCheck: number;
  readonly rhythm: Rhythm | undefined;
}

export async function waitingQueries(db: Db): Promise<WaitingQuery[]> {
  const rows = await db
    .selectFrom('queries')
    .innerJoin('checks', 'checks.id', 'queries.last_check')
    .select(['queries.id as queryId', 'queries.operation', 'body', 'rhythm', 'started_at as startedAt'])
    .select(['last_check as lastCheck', 'chosen_check as chosenCheck', 'credits'])
    .whereRef('last_check', '=', 'last_complete_check')
    .where((eb) => eb.or([eb('chosen_check', 'is', null), eb('chosen_check', '<', eb.ref('last_check'))]))
    .where('queries.id', 'in', (eb) =>
      eb.selectFrom('watch_queries').select('query_id').where('schedule', 'like', 'adaptive %'),
    )
    .orderBy('queries.id')
    .execute();
  return rows.map(({ body, rhythm, startedAt, lastCheck, chosenCheck, ...row }) => ({
    ...row,
    body: JSON.parse(body) as Query['body'],
    lastCheck: lastCheck ?? 0,
    lastLook: new Date(startedAt),
    chosenCheck: chosenCheck ?? 0,
    rhythm: rhythm === null ? undefined : (JSON.parse(rhythm) as Rhythm),
  }));
}

/** What is known of the next look of each search of a watch, in the order of their ids. */
export async function loadLookFacts(db: Db, watchId: string): Promise<(LookFacts & { readonly queryId: string })[]> {
  const rows = await db
    .selectFrom('watch_queries')
    .innerJoin('queries', 'queries.id', 'watch_queries.query_id')
    .select(['queries.id as queryId', 'schedule', 'next_due_at as nextDueAt', 'baseline_at as baselineAt'])
    .select(['last_check', 'last_complete_check', 'due_reason', 'nudge'])
    .where('watch_id', '=', watchId)
    .orderBy('queries.id')
    .execute();
  return rows.map(({ last_check, last_complete_check, due_reason, nudge, ...row }) => ({
    ...row,
    wasComplete: last_check === null ? null : last_check === last_complete_check,
    reason: due_reason === null ? undefined : (JSON.parse(due_reason) as DueReason),
    nudge: nudge === null ? undefined : (JSON.parse(nudge) as StoredNudge),
  }));
}

/** What adaptive queries have shown of their news, by query; those without a chosen look are absent. */
export async function expectedNews(db: Db): Promise<Map<string, ExpectedNews>> {
  const rows = await db
    .selectFrom('queries')
    .select(['id', 'due_reason', 'rhythm'])
    .where('due_reason', 'is not', null)
    .where('rhythm', 'is not', null)
    .execute();
  return new Map(
    rows.map(({ id, due_reason, rhythm }) => {
      const { by, looksPerWeek } = JSON.parse(due_reason ?? '') as DueReason;
      const perHour = filingsPerHour(JSON.parse(rhythm ?? '') as Rhythm);
      return [id, { perHour, checksPerWeek: looksPerWeek, isEnded: by === 'ended' }];
    }),
  );
}

/** When each adaptive watch is due next (ISO), the earliest of its queries. */
export async function adaptiveDueTimes(db: Db): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('watch_queries')
    .select((eb) => ['watch_id', eb.fn.min('next_due_at').as('at')])
    .where('schedule', 'like', 'adaptive %')
    .where('next_due_at', 'is not', null)
    .groupBy('watch_id')
    .execute();
  return new Map(rows.map(({ watch_id, at }) => [watch_id, at ?? '']));
}

export async function adaptiveQueries(db: Db): Promise<AdaptiveQuery[]> {
  const rows = await db
    .selectFrom('queries')
    .select(['operation', 'body', 'rhythm'])
    .where('id', 'in', (eb) =>
      eb.selectFrom('watch_queries').select('query_id').where('schedule', 'like', 'adaptive %'),
    )
    .execute();
  return rows.map(({ operation, body, rhythm }) => ({
    operation,
    body: JSON.parse(body) as Query['body'],
    rhythm: rhythm === null ? undefined : (JSON.parse(rhythm) as Rhythm),
  }));
}

interface AdaptiveQuery extends Pick<Query, 'operation' | 'body'> {
  readonly rhythm: Rhythm | undefined;
}

/**
 * The days of filing (ISO) of what checks after `afterCheck` found first in the cases of a query, filed since a day.
 */
export async function filedSince(db: Db, queryId: string, afterCheck: number, since: string): Promise<string[]> {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('entries', 'entries.record_id', 'memberships.record_id')
    .select('date_filed')
    .where('query_id', '=', queryId)
    .where('gone_check', 'is', null)
    .where('date_filed', '>=', since)
    .$if(afterCheck > 0, (select) => select.where('first_check', '>', afterCheck))
    .execute();
  return rows.map((row) => row.date_filed);
}

/**
 * When what checks after `afterCheck` found to have changed in the designs of a query was detected (ISO), renewals and
 * all.
 */
export async function changedSince(db: Db, queryId: string, afterCheck: number): Promise<string[]> {
  const rows = await db
    .selectFrom('changes')
    .innerJoin('memberships', 'memberships.record_id', 'changes.record_id')
    .select('detected_at')
    .where('query_id', '=', queryId)
    .where('check_id', '>', afterCheck)
    .where('kind', 'not in', ['design.gone', 'design.back', 'design.alike'])
    .execute();
  return rows.map((row) => row.detected_at);
}

/** What the cases of a query are, in sum. */
export interface CasesHeld {
  readonly ids: readonly number[];
  /** How many of them have not ended. */
  readonly open: number;
  /** ISO day on which the last of them ended; undefined while one is open, or there is none. */
  readonly lastEnded: string | undefined;
  /** ISO day on which the youngest was filed; undefined where that is not known. */
  readonly filed: string | undefined;
  /** By which its zone is known, of the first. */
  readonly courtId: string | undefined;
  readonly docketNumber: string | undefined;
}

export async function casesHeld(db: Db, queryId: string): Promise<CasesHeld> {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('records', 'records.id', 'memberships.record_id')
    .select(['records.id', 'terminated', 'body'])
    .where('query_id', '=', queryId)
    .where('gone_check', 'is', null)
    .orderBy('records.id')
    .limit(mostCases)
    .execute();
  const ended = rows.flatMap(({ terminated }) => (terminated === null || terminated === '' ? [] : [terminated]));
  const open = rows.length - ended.length;
  const bodies = rows.map(({ body }) => JSON.parse(body) as Partial<Docket>);
  return {
    ids: rows.map(({ id }) => id),
    open,
    lastEnded: open > 0 ? undefined : ended.sort().at(-1),
    filed: bodies
      .flatMap(({ dateFiled }) => dateFiled ?? [])
      .sort()
      .at(-1),
    courtId: bodies[0]?.courtId,
    docketNumber: bodies[0]?.docketNumber,
  };
}

/** Of more cases than this their number says enough. */
const mostCases = 50;

/** What was learnt and chosen for a query after a check, and the due time of each of its adaptive watches (ISO). */
export interface ChosenLook {
  readonly query: WaitingQuery;
  readonly rhythm: Rhythm;
  readonly reason: DueReason;
  readonly due: readonly { readonly watchId: string; readonly schedule: string; readonly at: string }[];
}

/**
 * Stores it, unless another check has begun to count meanwhile. A watch that is due already, held or nudged is not
 * moved back.
 */
export async function storeLook(trx: Trx, { query, rhythm, reason, due }: ChosenLook, now: Date): Promise<void> {
  await lockQuery(trx, query.queryId);
  await lockWatchQueries(trx, query.queryId);
  const { numUpdatedRows } = await trx
    .updateTable('queries')
    .set({ rhythm: JSON.stringify(rhythm), due_reason: JSON.stringify(reason), chosen_check: query.lastCheck })
    .where('id', '=', query.queryId)
    .where('last_check', '=', query.lastCheck)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  const nudged = (await loadNudge(trx, query.queryId)) !== undefined;
  const known = new Map((await loadWatchQueries(trx, [query.queryId])).map((one) => [one.watchId, one.nextDueAt]));
  for (const { watchId, schedule, at } of due) {
    const before = known.get(watchId) ?? null;
    const stays = before === null || before <= now.toISOString() || (nudged && before < at);
    await trx
      .updateTable('watch_queries')
      .set({ schedule, next_due_at: stays ? before : at })
      .where('watch_id', '=', watchId)
      .where('query_id', '=', query.queryId)
      // It may have another schedule by now.
      .where('schedule', 'in', [whileEnded(schedule, false), whileEnded(schedule, true)])
      .execute();
  }
}
