import { isDay } from '../../base/time.ts';
import { courtZone } from '../../records/courts.ts';
import type { Docket } from '../../records/docket.ts';
import type { StoredNudge } from '../../store/claims/due.ts';
import { allOf, type Db, firstOf, type Trx } from '../../store/store.ts';
import type { DueFacts, DueReason } from '../describeSchedule.ts';
import { filingsPerHour, type Rhythm } from './nextCheck.ts';

export async function loadRhythm(db: Db, queryId: string): Promise<Rhythm | undefined> {
  const rhythm = await firstOf(db.selectFrom('queries').select('rhythm').where('id', '=', queryId), 'rhythm');
  return rhythm === undefined ? undefined : (JSON.parse(rhythm) as Rhythm);
}

type DueAsChosen = Readonly<{ watchId: string; schedule: string; nextDueAt: string | null }>;
type Chosen = Readonly<{ rhythm: Rhythm; reason: DueReason; pace: number; due: readonly DueAsChosen[] }>;

export async function storeChosen(trx: Trx, queryId: string, { rhythm, reason, pace, due }: Chosen): Promise<void> {
  const columns = { rhythm: JSON.stringify(rhythm), dueReason: JSON.stringify(reason), checksPerWeek: pace };
  await trx.updateTable('queries').set(columns).where('id', '=', queryId).execute();
  for (const { watchId, schedule, nextDueAt } of due) {
    const ofQuery = trx.updateTable('watchQueries').set({ schedule, nextDueAt });
    await ofQuery.where('watchId', '=', watchId).where('queryId', '=', queryId).execute();
  }
}

export async function filedSince(db: Db, queryId: string, afterCheck: number, since: string): Promise<Date[]> {
  const filed = db
    .selectFrom('memberships')
    .innerJoin('entries', 'entries.recordId', 'memberships.recordId')
    .select('dateFiled')
    .where('queryId', '=', queryId)
    .where('goneCheck', 'is', null)
    .where('dateFiled', '>=', since)
    .$if(afterCheck > 0, (select) => select.where('firstCheck', '>', afterCheck));
  // Dockets give only the day, or words such as "Undated". Most filings come about 18:00 UTC, in the hours of courts.
  const days = (await allOf(filed, 'dateFiled')).filter(isDay);
  return days.map((day) => new Date(`${day}T18:00:00Z`));
}

export async function changedSince(db: Db, queryId: string, afterCheck: number): Promise<Date[]> {
  const changes = db
    .selectFrom('changes')
    .innerJoin('memberships', 'memberships.recordId', 'changes.recordId')
    .select('detectedAt')
    .where('queryId', '=', queryId)
    .where('checkId', '>', afterCheck)
    .where('kind', 'not in', ['design.gone', 'design.back', 'design.alike']);
  return (await allOf(changes, 'detectedAt')).map((at) => new Date(at));
}

/** With more cases than this, their number alone is enough. */
const mostCases = 50;

/** `opened`: the day (ISO) on which the latest case was filed, if known. */
export async function casesHeld(db: Db, queryId: string, timezone: string) {
  const bodies = await allOf(heldRecords(db, queryId).select('body'), 'body');
  const dockets = bodies.map((body) => JSON.parse(body) as Partial<Docket>);
  const [first] = dockets;
  const opened = dockets.flatMap(({ dateFiled }) => dateFiled || []).toSorted();
  return { zone: courtZone(first?.courtId, first?.docketNumber) ?? timezone, opened: opened.at(-1) };
}

/** ISO days; '' for a case that has not ended. */
export async function endsOfCases(db: Db, queryId: string): Promise<string[]> {
  return (await allOf(heldRecords(db, queryId).select('terminated'), 'terminated')).map((day) => day ?? '');
}

function heldRecords(db: Db, queryId: string) {
  return db
    .selectFrom('memberships')
    .innerJoin('records', 'records.id', 'memberships.recordId')
    .where('queryId', '=', queryId)
    .where('goneCheck', 'is', null)
    .orderBy('records.id')
    .limit(mostCases);
}

export async function loadDueFacts(db: Db, watchId: string): Promise<(DueFacts & { readonly queryId: string })[]> {
  const rows = await db
    .selectFrom('watchQueries')
    .innerJoin('queries', 'queries.id', 'watchQueries.queryId')
    .select(['queries.id as queryId', 'schedule', 'nextDueAt', 'baselineAt'])
    .select(['lastCheck', 'lastCompleteCheck', 'dueReason', 'nudge'])
    .where('watchId', '=', watchId)
    .orderBy('queries.id')
    .execute();
  return rows.map(({ lastCheck, lastCompleteCheck, dueReason, nudge, ...row }) => ({
    ...row,
    wasComplete: lastCheck === null ? null : lastCheck === lastCompleteCheck,
    reason: dueReason === null ? undefined : (JSON.parse(dueReason) as DueReason),
    nudge: nudge === null ? undefined : (JSON.parse(nudge) as StoredNudge),
  }));
}

export type ExpectedNews = NonNullable<ReturnType<Awaited<ReturnType<typeof expectedNews>>['get']>>;

/** Returns filings per hour and checks per week by query, for queries whose last check chose the next one. */
export async function expectedNews(db: Db) {
  const queries = db.selectFrom('queries').select(['id', 'dueReason', 'rhythm', 'checksPerWeek']);
  const rows = await queries.where('checksPerWeek', 'is not', null).execute();
  return new Map(
    rows.map(({ id, dueReason, rhythm, checksPerWeek }) => {
      const { by } = JSON.parse(dueReason ?? '') as DueReason;
      const perHour = filingsPerHour(JSON.parse(rhythm ?? '') as Rhythm);
      return [id, { perHour, checksPerWeek: checksPerWeek ?? 0, isEnded: by === 'ended' }] as const;
    }),
  );
}

export async function adaptiveDueTimes(db: Db): Promise<Map<string, string>> {
  const first = db.selectFrom('watchQueries').select(['watchId', db.fn.min('nextDueAt').as('at')]);
  const due = first.where('schedule', 'like', 'adaptive %').where('nextDueAt', 'is not', null);
  return new Map((await due.groupBy('watchId').execute()).map(({ watchId, at }) => [watchId, at ?? '']));
}
