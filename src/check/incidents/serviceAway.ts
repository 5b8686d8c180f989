import { beginIncident, endIncident, incidentThread } from '../../alerts/outbox/incidents.ts';
import { openIncidents } from '../../alerts/outbox/incidentsTable.ts';
import { whyUnwatched } from '../../base/words/watchWords.ts';
import { slotsAfter } from '../../schedule/nextDue.ts';
import {
  type BlindSearch,
  blindSearches,
  isCompleteSince,
  lastCompleteCheckAt,
  loadWatchedQueries,
} from '../../schedule/watchStatusQueries.ts';
import type { SearchError } from '../../service/http/searchError.ts';
import { setNextDue } from '../../store/claims/due.ts';
import type { StoredQuery } from '../../store/claims/queries.ts';
import { type CheckRow, firstCheckAfter } from '../../store/snapshot/checksTable.ts';
import { deleteSetting, oneAtATime, readSetting, type Trx, writeSetting } from '../../store/store.ts';
import { keySubject } from '../admission/keySuspension.ts';
import { knownWatches } from '../audience/recipients.ts';
import type { CheckEnd } from '../checkEnd.ts';
import type { CheckParts } from '../checkParts.ts';
import { namesOf, notifyReaders, readersOf, unwatched } from './readersNotice.ts';

/** What a check says about whether its watches are being looked at. */
export interface Looked {
  readonly row: CheckRow;
  readonly since: Date;
  /** The watches without a complete check for two of their intervals and an hour. */
  readonly overdue: ReadonlySet<string>;
  readonly now: Date;
}

const kind = 'service-away';
const about = { kind, subject: keySubject, label: 'the service' } as const;

/** A service that returned nothing whole for so long, although it was asked, is an incident, whatever the schedules. */
const patienceMs = 3_600_000;

/** Incidents by which the operators know already why a service returns nothing. */
const knownCauses: ReadonlySet<string> = new Set(['token-refused', 'credits-gone']);

type Parts = Pick<CheckParts, 'config' | 'watches' | 'log'>;

/** Since when a service has returned nothing whole. Ends with its first whole result. */
interface ServiceAway {
  /** ISO time: when the first check that failed began. */
  readonly since: string;
  /** Why, in words that quote no search. */
  readonly reason: string;
  /** ISO time: when the operators were notified. Absent: not yet. */
  readonly beganAt?: string | undefined;
  /** By channel of readers that was notified: the watches that it was told of. */
  readonly told: Readonly<Record<string, readonly string[]>>;
}

interface ShownByCheck {
  readonly query: StoredQuery;
  readonly end: CheckEnd;
  readonly looked: Looked;
}

/**
 * Notes whether the service returned a whole result to a check. While it returns none to any, that is one incident of
 * the service, and not one of each watch: an hour after the first check that failed, or as soon as a watch is overdue.
 * @returns whether the check failed because the service is away: then it says nothing about its own search
 */
export async function noteService(trx: Trx, parts: Parts, { query, end, looked }: ShownByCheck): Promise<boolean> {
  const { row, overdue, now } = looked;
  const isWhole = end.kind === 'read' && end.result.error === undefined;
  if (isWhole ? (await readAway(trx)) === undefined : !isOfService(end)) return false;
  const known = await lockAway(trx);
  if (isWhole) {
    if (known !== undefined) await noteReturn(trx, parts, known, now);
    return false;
  }
  const first = (await firstCheckAfter(trx, query.id, query.lastCompleteCheck ?? 0)) ?? row;
  // Others were complete meanwhile: it is this search alone that the service does not return.
  if (await isCompleteSince(trx, first.id)) return false;
  const since = end.kind === 'skipped' ? first.startedAt : row.startedAt;
  const away = known ?? { since, reason: whyUnwatched(row.reason ?? undefined), told: {} };
  if (known === undefined) await writeSetting(trx, kind, away);
  const queryId = away.beganAt === undefined ? undefined : query.id;
  const isTime = isLong(away, now) || (overdue.size > 0 && (await isLongBlind(trx, now)));
  if (isTime) await noteAway(trx, parts, away, { now, queryId });
  return true;
}

async function isLongBlind(trx: Trx, now: Date): Promise<boolean> {
  const last = await lastCompleteCheckAt(trx);
  return last === undefined || now.getTime() - last.getTime() >= patienceMs;
}

/**
 * Begins the incident when its time has come, whether or not anything is checked then. Does nothing while the service
 * returns results.
 */
export async function lookAtService(trx: Trx, parts: Parts, now: Date): Promise<void> {
  const away = await lockAway(trx);
  if (away === undefined || !isLong(away, now)) return;
  if (away.beganAt === undefined || (await missedSlots(trx, away, { now })).length > 0) {
    await noteAway(trx, parts, away, { now });
    return;
  }
  await deleteSetting(trx, kind);
  const detail = 'The watches that could not be checked were removed or paused meanwhile.';
  await endIncident(trx, parts, { ...about, detail, obsolete: true }, now);
}

function isLong({ since, beganAt }: ServiceAway, now: Date): boolean {
  return beganAt !== undefined || now.getTime() - Date.parse(since) >= patienceMs;
}

function readAway(trx: Trx): Promise<ServiceAway | undefined> {
  return readSetting<ServiceAway>(trx, kind);
}

/** Whoever changes it notifies readers by what it says, so one does so after another. */
async function lockAway(trx: Trx): Promise<ServiceAway | undefined> {
  await oneAtATime(trx, kind);
  return readAway(trx);
}

/**
 * A watch that is not to be checked waits for the service no longer. @returns the channels that were notified of it by
 * name
 */
export async function forgetWatch(trx: Trx, watchId: string): Promise<readonly string[]> {
  const away = await lockAway(trx);
  if (away === undefined) return [];
  const named = Object.keys(away.told).filter((channel) => away.told[channel]?.includes(watchId));
  const left = Object.entries(away.told).map(
    ([channel, ids]) => [channel, ids.filter((id) => id !== watchId)] as const,
  );
  const told = Object.fromEntries(left.filter(([, ids]) => ids.length > 0));
  if (named.length > 0) await writeSetting(trx, kind, { ...away, told });
  return named;
}

/** Why the service returned no whole result; undefined where it did, or was not asked. */
export function errorOf(end: CheckEnd): SearchError | undefined {
  return end.kind === 'failed' ? end.error : end.kind === 'read' ? end.result.error : undefined;
}

/** A search that the service refuses says nothing about the service; a check that the budget cannot pay neither. */
function isOfService(end: CheckEnd): boolean {
  if (end.kind === 'skipped') return end.refusal.incident === undefined;
  const error = errorOf(end);
  return error !== undefined && error.errorClass !== 'request';
}

/** @param of.queryId only the watches of this query; absent: all */
async function noteAway(
  trx: Trx,
  parts: Parts,
  away: ServiceAway,
  { now, queryId }: { readonly now: Date; readonly queryId?: string | undefined },
): Promise<void> {
  const blind = await missedSlots(trx, away, { now, queryId });
  if (blind.length === 0) return;
  if (away.beganAt === undefined) await notifyOfCause(trx, parts, away, now);
  const told = await tellReaders(trx, parts, away, blind, now);
  if (away.beganAt !== undefined && Object.keys(told).length === 0) return;
  const beganAt = away.beganAt ?? now.toISOString();
  await writeSetting(trx, kind, { ...away, beganAt, told: { ...away.told, ...told } });
}

/** The first whole result: what failed meanwhile is checked at once, instead of when each check would be made again. */
async function noteReturn(trx: Trx, parts: Parts, away: ServiceAway, now: Date): Promise<void> {
  await deleteSetting(trx, kind);
  if (away.beganAt === undefined) return;
  const at = now.toISOString();
  // Nobody pauses a watch between the reading of its due time and the writing.
  await oneAtATime(trx, 'watches');
  for (const { watchId, queryId, nextDueAt } of await missedSlots(trx, away, { now })) {
    if (nextDueAt === null || nextDueAt > at) await setNextDue(trx, { watchId, queryId, nextDueAt: at });
  }
  const detail = `The service returns complete results again. What failed since ${away.since} is checked again now.`;
  await endIncident(trx, parts, { ...about, detail }, now);
  await tellOfReturn(trx, parts, away, now);
}

const namedAtMost = 20;

/**
 * Notifies the readers of watches that could not be checked: each channel once, of those that failed by then. What
 * falls due there later has the same cause. Who was notified of a watch for another cause is not notified of it again.
 * @returns the channels that were notified now, and of which watches
 */
async function tellReaders(
  trx: Trx,
  { config, watches }: Parts,
  away: ServiceAway,
  blind: readonly BlindSearch[],
  now: Date,
): Promise<ServiceAway['told']> {
  const known = await knownWatches(trx, watches, [...new Set(blind.map(({ watchId }) => watchId))]);
  const toldAlready = new Set((await openIncidents(trx, unwatched)).map(({ subject }) => subject));
  const missed = blind.flatMap(({ watchId, lastCompleteAt }) => {
    const watch = known.get(watchId);
    if (watch === undefined || toldAlready.has(watchId)) return [];
    const readers = readersOf(config, watch).filter((channel) => away.told[channel] === undefined);
    return readers.map((channel) => ({ channel, watch, lastCompleteAt }));
  });
  const told: Record<string, readonly string[]> = {};
  for (const [channel, some] of Map.groupBy(missed, (one) => one.channel)) {
    const ofChannel = [...new Set(some.map(({ watch }) => watch))];
    const ids = ofChannel.map(({ id }) => id);
    const inPart = (await loadWatchedQueries(trx, ids)).some(({ partialCheck }) => partialCheck !== null);
    // True of each of them: a watch that was not due did not fail, and one may have been checked after another failed.
    const at = [away.since, ...some.map(({ lastCompleteAt }) => lastCompleteAt ?? '')].sort().at(-1) ?? away.since;
    const detail = beganWords(namesOf(ofChannel, namedAtMost), away.reason, inPart);
    const began = { phase: 'began' as const, thread: threadOf(away), at, detail, ...(inPart && { inPart }) };
    await notifyReaders(trx, config, [channel], ofChannel, began, now);
    told[channel] = ids;
  }
  return told;
}

/** Those who were notified that the service is away learn that it returned. */
async function tellOfReturn(trx: Trx, { config, watches }: Parts, away: ServiceAway, now: Date): Promise<void> {
  const known = await knownWatches(trx, watches, Object.values(away.told).flat());
  const ended = { phase: 'ended' as const, thread: threadOf(away), at: now.toISOString(), detail: endedWords };
  for (const [channel, ids] of Object.entries(away.told)) {
    const ofChannel = ids.flatMap((id) => known.get(id) ?? []);
    // A channel that the config no longer has reaches nobody.
    if (config.channels[channel] === undefined || ofChannel.length === 0) continue;
    await notifyReaders(trx, config, [channel], ofChannel, ended, now);
  }
}

function threadOf({ since }: ServiceAway): string {
  return incidentThread(about, since);
}

function beganWords(names: string, reason: string, inPart: boolean): string {
  const known = inPart
    ? `The search service has not shown all of ${names} since then (${reason}): what it showed is reported, but ` +
      'there may be more.'
    : `The search service has shown us nothing of ${names} since then (${reason}), so nothing later is known.`;
  return (
    `${known} Whatever else falls due waits for it too. Until it works again, check the court's or register's ` +
    'own pages for anything that cannot wait. You are notified when it does; whatever is new by then is reported ' +
    'as usual.'
  );
}

const endedWords =
  'The search service works again. What could not be checked is checked now, and whatever was new meanwhile is ' +
  'reported as usual. Should a watch still fail, you are notified of it by its name.';

/** The searches that were due, and were not checked completely since the service is away. */
async function missedSlots(
  trx: Trx,
  { since }: ServiceAway,
  { now, queryId }: { readonly now: Date; readonly queryId?: string | undefined },
): Promise<BlindSearch[]> {
  const blind = await blindSearches(trx, { since, now, queryId });
  return blind.filter(({ schedule, timezone, lastCompleteAt }) => {
    if (lastCompleteAt === null) return true;
    const [slot] = slotsAfter(schedule, timezone, new Date(lastCompleteAt), 1);
    return slot !== undefined && slot <= now;
  });
}

async function notifyOfCause(trx: Trx, parts: Parts, { since, reason }: ServiceAway, now: Date): Promise<void> {
  const open = await openIncidents(trx);
  if (open.some((one) => one.subject === about.subject && (one.kind === kind || knownCauses.has(one.kind)))) return;
  const detail =
    `No check has been complete since ${since}, although checks were due: ${reason}. The log and ` +
    '"tipstaff status" say more. What the service did not show meanwhile stays unknown. It is asked again by ' +
    'itself, and as soon as it returns a result, all that failed is checked again.';
  await beginIncident(trx, parts, { ...about, detail }, now);
}
