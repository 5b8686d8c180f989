import { beginIncident, endIncident } from '../../alerts/outbox/incidents.ts';
import { type OpenIncident, openIncidents } from '../../alerts/outbox/incidentsTable.ts';
import { hourMs } from '../../base/time.ts';
import { whyUnwatched } from '../../base/words/watchWords.ts';
import { slotsAfter } from '../../schedule/nextDue.ts';
import { blindSearches, isCompleteSince, lastCompleteCheckAt } from '../../schedule/watchStatusQueries.ts';
import { setNextDue } from '../../store/claims/due.ts';
import { firstCheckAfter, firstFailureOfService } from '../../store/snapshot/checksTable.ts';
import { oneAtATime, type Trx } from '../../store/store.ts';
import { keySubject } from '../admission/admit.ts';
import { knownWatches } from '../audience/recipients.ts';
import { type CheckEnd, type CheckParts, errorOf } from '../checkParts.ts';
import type { EndedCheck } from './kinds.ts';
import { beginUnwatched, endUnwatchedBy, readersOfEach, unwatched } from './readers.ts';

const kind = 'service-away';
const about = { kind, subject: keySubject, label: 'the service' } as const;

const knownCauses: ReadonlySet<string> = new Set(['token-refused', 'credits-gone']);

type Parts = Pick<CheckParts, 'config' | 'watches' | 'log'>;

type Away = NonNullable<Awaited<ReturnType<typeof loadAway>>>;

/** @returns whether the check failed because the service is away: then it says nothing about its own search */
export async function noteService(trx: Trx, parts: Parts, check: EndedCheck): Promise<boolean> {
  const { query, end, row, overdue, now } = check;
  if (end.kind === 'read' && end.result.error === undefined) {
    if (check.open.some(isOfAway)) await noteReturn(trx, parts, now);
    return false;
  }
  if (!isOfService(end)) return false;
  await oneAtATime(trx, kind);
  const first = (await firstCheckAfter(trx, query.id, query.lastCompleteCheck ?? 0)) ?? row;
  // Others were complete meanwhile: it is this search alone that the service does not return.
  if (await isCompleteSince(trx, first.id)) return false;
  const away = await loadAway(trx, now);
  if (away === undefined) return false;
  const isTime = away.isLong || (overdue.size > 0 && isHourAgo((await lastCompleteCheckAt(trx))?.toISOString(), now));
  const isKnown = away.isNoticed || away.open.some((one) => knownCauses.has(one.kind));
  if (isTime) await noteAway(trx, parts, away, isKnown ? query.id : undefined);
  return true;
}

/** A search that the service refuses says nothing about the service; a check that the budget cannot pay neither. */
function isOfService(end: CheckEnd): boolean {
  if (end.kind === 'skipped') return end.budget === undefined;
  const error = errorOf(end);
  return error !== undefined && error.errorClass !== 'request';
}

function isOfAway({ kind: one, cause }: OpenIncident): boolean {
  return one === kind || (one === unwatched && cause === kind);
}

async function loadAway(trx: Trx, now: Date) {
  const failure = await firstFailureOfService(trx);
  if (failure === undefined) return undefined;
  const open = await openIncidents(trx);
  const isNoticed = open.some(isOfAway);
  const since = sinceOf(open) ?? failure.startedAt;
  const reason = whyUnwatched(failure.cause);
  return { since, reason, open, isNoticed, isLong: isNoticed || isHourAgo(since, now), now };
}

function sinceOf(open: readonly OpenIncident[]): string | undefined {
  return open.flatMap((one) => (isOfAway(one) ? (one.since ?? []) : [])).sort()[0];
}

/** A service that was asked and returned nothing whole for so long is an incident, whatever the schedules. */
function isHourAgo(at: string | undefined, now: Date): boolean {
  return at === undefined || now.getTime() - Date.parse(at) >= hourMs;
}

export async function lookAtService(trx: Trx, parts: Parts, now: Date): Promise<void> {
  await oneAtATime(trx, kind);
  const away = await loadAway(trx, now);
  if (!away?.isLong) return;
  if (!away.isNoticed || (await missedSlots(trx, away)).length > 0) return noteAway(trx, parts, away);
  const detail = 'The watches that could not be checked were removed or paused meanwhile.';
  await endIncident(trx, parts, { ...about, detail, obsolete: true }, now);
  await endUnwatchedBy(trx, parts.config, kind, { ...away, known: new Map() });
}

/** Each channel once; who was notified of a watch for another cause is not again. @param queryId absent: all */
async function noteAway(trx: Trx, parts: Parts, away: Away, queryId?: string): Promise<void> {
  const { since, reason, open, now } = away;
  const blind = await missedSlots(trx, away, queryId);
  if (blind.length === 0) return;
  if (!open.some((one) => knownCauses.has(one.kind))) {
    const detail =
      `No check has been complete since ${since}, although checks were due: ${reason}. The log and ` +
      '"tipstaff status" say more. What the service did not show meanwhile stays unknown. It is asked again by ' +
      'itself, and as soon as it returns a result, all that failed is checked again.';
    await beginIncident(trx, parts, { ...about, since, detail }, now);
  }
  const notified = open.filter((one) => one.kind === unwatched);
  const toldOf = new Set(notified.map(({ subject }) => subject));
  const untold = new Map(blind.flatMap((one) => (toldOf.has(one.watchId) ? [] : [[one.watchId, one.lastCompleteAt]])));
  const known = await knownWatches(trx, parts.watches, [...toldOf, ...untold.keys()]);
  const told = new Set(readersOfEach(parts.config, known, notified.filter(isOfAway)).map(({ channel }) => channel));
  const subjects = [...untold.keys()].map((subject) => ({ subject }));
  const waiting = readersOfEach(parts.config, known, subjects);
  for (const [channel, some] of Map.groupBy(waiting, (one) => one.channel)) {
    if (told.has(channel)) continue;
    // True of each of them: a watch that was not due did not fail, and one may have been checked after another failed.
    const at = some.reduce((latest, { watch }) => [latest, untold.get(watch.id) ?? ''].sort()[1] ?? '', since);
    const ofChannel = some.map(({ watch }) => watch);
    await beginUnwatched(trx, parts.config, [channel], ofChannel, { since: at, reason, cause: kind }, now);
  }
}

async function noteReturn(trx: Trx, parts: Parts, now: Date): Promise<void> {
  await oneAtATime(trx, kind);
  const open = await openIncidents(trx);
  const at = now.toISOString();
  // Nobody pauses a watch between the reading of its due time and the writing.
  await oneAtATime(trx, 'watches');
  const since = sinceOf(open) ?? at;
  for (const { watchId, queryId, nextDueAt } of await missedSlots(trx, { since, now })) {
    if (nextDueAt === null || nextDueAt > at) await setNextDue(trx, { watchId, queryId, nextDueAt: at });
  }
  const detail = `The service returns complete results again. What failed since ${since} is checked again now.`;
  await endIncident(trx, parts, { ...about, detail }, now);
  const ids = open.flatMap((one) => (one.kind === unwatched ? one.subject : []));
  const known = await knownWatches(trx, parts.watches, ids);
  await endUnwatchedBy(trx, parts.config, kind, { open, known, now });
}

async function missedSlots(trx: Trx, { since, now }: Pick<Away, 'since' | 'now'>, queryId?: string) {
  const blind = await blindSearches(trx, since, now, queryId);
  return blind.filter(({ schedule, timezone, lastCompleteAt }) => {
    if (lastCompleteAt === null) return true;
    const [slot] = slotsAfter(schedule, timezone, new Date(lastCompleteAt), 1);
    return slot !== undefined && slot <= now;
  });
}
