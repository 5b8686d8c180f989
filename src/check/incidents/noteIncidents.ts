import { beginIncident, endIncident, type Incident } from '../../alerts/outbox/incidents.ts';
import { type OpenIncident, openIncidents } from '../../alerts/outbox/incidentsTable.ts';
import { hourMs, utcDay, utcMonth } from '../../base/time.ts';
import { whyUnwatched } from '../../base/words/watchWords.ts';
import { labelOf, titleOf } from '../../records/record.ts';
import { type Refusal, skippedWords, spentBudget } from '../../schedule/budget.ts';
import { slotsAfter } from '../../schedule/nextDue.ts';
import { blindSearches, isCompleteSince, lastCompleteCheckAt } from '../../schedule/watchStatusQueries.ts';
import { anyWaitsForBudget, setNextDue } from '../../store/claims/due.ts';
import { firstCheckAfter, firstFailureOfService } from '../../store/snapshot/checksTable.ts';
import { everything } from '../../store/snapshot/ledgerTable.ts';
import { type Db, oneAtATime, type Trx } from '../../store/store.ts';
import type { OpenCheck } from '../admission/admit.ts';
import { beganMeanwhile, keySubject } from '../admission/serviceKey.ts';
import { knownWatches } from '../audience/recipients.ts';
import { type CheckEnd, type CheckParts, errorOf } from '../checkParts.ts';
import type { CommittedResult } from '../commitResult.ts';
import { type EndedCheck, kinds, labelOfSearch } from './kinds.ts';
import {
  beginUnwatched,
  endUnwatchedBy,
  noteUnwatched,
  readersOfEach,
  sharedMatter,
  staleOf,
  unwatched,
} from './readers.ts';

type Parts = Pick<CheckParts, 'config' | 'log'>;

interface Note {
  begin(...incidents: readonly Incident[]): Promise<unknown>;
  end(...incidents: readonly Incident[]): Promise<unknown>;
}

export async function noteIncidents(
  trx: Trx,
  parts: Parts,
  { query, reservation }: Pick<OpenCheck, 'query' | 'reservation'>,
  end: CheckEnd,
  committed: CommittedResult & { readonly now: Date },
): Promise<void> {
  if (end.kind === 'stopped' || end.kind === 'superseded') return;
  const { row, now } = committed;
  const watchIds = committed.watchQueries.map(({ watchId }) => watchId);
  const known = await knownWatches(trx, parts.config, watchIds);
  const watchQueries = committed.watchQueries.filter(({ isChecked }) => isChecked);
  const ended = {
    ...committed,
    query,
    end,
    result: end.kind === 'read' ? end.result : undefined,
    watchQueries,
    watches: watchQueries.flatMap(({ watchId }) => known.get(watchId) ?? []),
    label: labelOfSearch(query, watchIds.toSorted(), known),
    confidential: watchIds.some((id) => known.get(id)?.confidential),
    config: parts.config,
    isAway: false,
    open: await openIncidents(trx),
    ...(await staleOf(trx, query, end, { row, watchQueries, now })),
  };
  const note = noteFor(trx, parts, ended);
  await noteKinds(note, ended, 'key', { subject: keySubject });
  const check = { ...ended, isAway: await noteService(trx, parts, ended) };
  const matter = sharedMatter(watchIds.map((id) => known.get(id)));
  await noteKinds(note, check, 'search', { subject: query.id, label: check.label, matter });
  await noteBudgets(trx, note, check, reservation);
  await noteDockets(note, check);
  await noteUnwatched(trx, check);
}

async function noteKinds(
  note: Note,
  check: EndedCheck,
  whose: 'key' | 'search',
  of: Pick<Incident, 'subject' | 'label' | 'matter'>,
): Promise<void> {
  for (const { kind, about, begins, began, ends, ended } of kinds) {
    if (about !== whose) continue;
    if (begins(check)) await note.begin({ kind, ...of, detail: began(check) });
    else if (ends(check)) await note.end({ kind, ...of, detail: ended(check) });
  }
}

/** A check ends no incident that began while it ran, because its success is older than the incident. */
function noteFor(trx: Trx, parts: Parts, { open, row, now }: EndedCheck): Note {
  const before = open.filter(({ beganAt }) => !beganMeanwhile(beganAt, row.startedAt, now));
  return {
    begin: (...incidents) => beginIncident(trx, parts, incidents, now),
    end: (...incidents) => {
      const isOpen = (one: Incident) =>
        before.some(({ kind, subject }) => kind === one.kind && subject === one.subject);
      return endIncident(trx, parts, incidents.filter(isOpen), now);
    },
  };
}

const budgetKind = 'budget-reached';

function budgetReached(refusal: Refusal, now: Date): Incident {
  const { period, account } = refusal;
  const { key, name, matter } = account;
  const whose = key === everything ? '' : ` of ${name}`;
  return {
    kind: budgetKind,
    subject: `${period} ${periodOf(period, now)}${whose}`,
    about: key,
    cause: period,
    matter,
    detail: skippedWords(refusal),
  };
}

/** Says why no check can be paid, and since when: as the open incident does, if a check was skipped already. */
export async function whyBudgetSpent(db: Db, config: Parameters<typeof spentBudget>[1], now: Date) {
  const refusal = await spentBudget(db, config, now);
  const open = (await openIncidents(db, budgetKind)).find(({ about }) => about === everything);
  return refusal && { since: open?.beganAt ?? null, reason: open?.detail ?? skippedWords(refusal) };
}

function periodOf(period: string | null, moment: Date): string {
  return period === 'day' ? utcDay(moment) : utcMonth(moment);
}

/** Ends incidents of budgets whose period is over, or that can pay again after they were enlarged. */
async function noteBudgets(
  trx: Trx,
  note: Note,
  { query, end, row, open, now }: EndedCheck,
  { gaveWay, paying }: Pick<OpenCheck['reservation'], 'gaveWay' | 'paying'>,
): Promise<void> {
  if (end.kind === 'skipped' && end.budget !== undefined) await note.begin(budgetReached(end.budget, now));
  if (end.kind !== 'read') return;
  for (const { kind, subject, about, cause, beganAt } of open) {
    if (kind !== budgetKind) continue;
    const isOver = periodOf(cause, new Date(beganAt)) !== periodOf(cause, now);
    const payer = paying.find(({ key }) => key === about);
    const paysAll = payer && row.outcome === 'complete' && !(await anyWaitsForBudget(trx, query.id, payer));
    const detail = `The budget of the ${subject} no longer stops checks.`;
    if (isOver || paysAll) await note.end({ kind, subject, detail });
  }
  for (const refusal of gaveWay) await note.begin(budgetReached(refusal, now));
}

async function noteDockets(note: Note, { label, confidential, outgrown, result }: EndedCheck): Promise<void> {
  const kind = 'docket-truncated';
  const called = (name: string) => (confidential ? `a docket of ${label}` : name);
  const begun = outgrown.map(({ key, record }): Incident => {
    const [title, number] = [titleOf(record), labelOf(record)];
    const docket = called(title === '' ? number : `${title} (${number})`);
    const detail =
      `${docket} has more entries than the service shows in one response. New entries that it does not show are ` +
      "reported by their number only; check the court's own docket for them. You are notified of this once.";
    return { kind, subject: key, label: docket, detail };
  });
  await note.begin(...begun);
  const whole = [...(result?.records.values() ?? [])].flatMap(({ record }): Incident[] => {
    if (record.type !== 'docket' || record.entries === undefined || record.entryTotal === undefined) return [];
    if (record.entries.length < Math.max(record.entryTotal, 1)) return [];
    const docket = called(labelOf(record));
    return [{ kind, subject: record.key, label: docket, detail: `${docket} is shown with all its entries again.` }];
  });
  await note.end(...whole);
}

const serviceAway = 'service-away';
const about = { kind: serviceAway, subject: keySubject, label: 'the service' } as const;

const knownCauses: ReadonlySet<string> = new Set(['token-refused', 'credits-gone']);

type Away = NonNullable<Awaited<ReturnType<typeof loadAway>>>;

/** @returns true if the check failed because the service is away, and so says nothing about its own search */
async function noteService(trx: Trx, parts: Parts, check: EndedCheck): Promise<boolean> {
  const { query, end, row, stale, now } = check;
  if (end.kind === 'read' && end.result.error === undefined) {
    if (check.open.some(isOfAway)) await noteReturn(trx, parts, now);
    return false;
  }
  if (!isOfService(end)) return false;
  await oneAtATime(trx, serviceAway);
  const first = (await firstCheckAfter(trx, query.id, query.lastCompleteCheck ?? 0)) ?? row;
  // Other checks were complete since then, so the service fails for this search only.
  if (await isCompleteSince(trx, first.id)) return false;
  const away = await loadAway(trx, now);
  if (away === undefined) return false;
  const isTime = away.isLong || (stale.size > 0 && isHourAgo(await lastCompleteCheckAt(trx), now));
  const isKnown = away.isNoticed || away.open.some((one) => knownCauses.has(one.kind));
  if (isTime) await noteAway(trx, parts, away, isKnown ? query.id : undefined);
  return true;
}

/** False for a search that the service refuses, and for a check that a budget cannot pay for. */
function isOfService(end: CheckEnd): boolean {
  if (end.kind === 'skipped') return end.budget === undefined;
  const error = errorOf(end);
  return error !== undefined && error.errorClass !== 'request';
}

function isOfAway({ kind, cause }: OpenIncident): boolean {
  return kind === serviceAway || (kind === unwatched && cause === serviceAway);
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

/** True after an hour without a complete check. This is an incident on any schedule. */
function isHourAgo(at: string | undefined, now: Date): boolean {
  return at === undefined || now.getTime() - Date.parse(at) >= hourMs;
}

export async function lookAtService(trx: Trx, parts: Parts, now: Date): Promise<void> {
  await oneAtATime(trx, serviceAway);
  const away = await loadAway(trx, now);
  if (!away?.isLong) return;
  if (!away.isNoticed || (await missedSlots(trx, away)).length > 0) return noteAway(trx, parts, away);
  const detail = 'The watches that could not be checked were removed or paused meanwhile.';
  await endIncident(trx, parts, { ...about, detail, obsolete: true }, now);
  await endUnwatchedBy(trx, parts.config, serviceAway, { ...away, known: new Map() });
}

/** Notifies each channel once, except about watches with an open notice. @param queryId absent: all queries */
async function noteAway(trx: Trx, parts: Parts, away: Away, queryId?: string): Promise<void> {
  const { since, reason, open, now } = away;
  const blind = await missedSlots(trx, away, queryId);
  if (blind.length === 0) return;
  if (!open.some((one) => knownCauses.has(one.kind))) {
    const detail =
      `No check has been complete since ${since}, although checks were due: ${reason}. The log and ` +
      '"tipstaff status" say more. What the service did not show meanwhile is unknown. Tipstaff tries again by ' +
      'itself, and repeats all failed checks as soon as the service returns a result.';
    await beginIncident(trx, parts, { ...about, since, detail }, now);
  }
  const notified = open.filter((one) => one.kind === unwatched);
  const toldOf = new Set(notified.map(({ subject }) => subject));
  const untold = new Map(blind.flatMap((one) => (toldOf.has(one.watchId) ? [] : [[one.watchId, one.lastCompleteAt]])));
  const known = await knownWatches(trx, parts.config, [...toldOf, ...untold.keys()]);
  const told = new Set(readersOfEach(parts.config, known, notified.filter(isOfAway)).map(({ channel }) => channel));
  const subjects = [...untold.keys()].map((subject) => ({ subject }));
  const waiting = readersOfEach(parts.config, known, subjects);
  for (const [channel, some] of Map.groupBy(waiting, (one) => one.channel)) {
    if (told.has(channel)) continue;
    // The latest complete check of these watches, so that the time is true for each of them.
    const at = some.reduce((latest, { watch }) => [latest, untold.get(watch.id) ?? ''].sort()[1] ?? '', since);
    const of = { config: parts.config, channels: [channel], watches: some.map(({ watch }) => watch), now };
    await beginUnwatched(trx, of, { since: at, reason, cause: serviceAway });
  }
}

async function noteReturn(trx: Trx, parts: Parts, now: Date): Promise<void> {
  await oneAtATime(trx, serviceAway);
  const open = await openIncidents(trx);
  const at = now.toISOString();
  // Keeps a watch from being paused between the read and the write of its due time.
  await oneAtATime(trx, 'watches');
  const since = sinceOf(open) ?? at;
  for (const { watchId, queryId, nextDueAt } of await missedSlots(trx, { since, now })) {
    if (nextDueAt === null || nextDueAt > at) await setNextDue(trx, { watchId, queryId, nextDueAt: at });
  }
  const detail = `The service returns complete results again. What failed since ${since} is checked again now.`;
  await endIncident(trx, parts, { ...about, detail }, now);
  const ids = open.flatMap((one) => (one.kind === unwatched ? one.subject : []));
  const known = await knownWatches(trx, parts.config, ids);
  await endUnwatchedBy(trx, parts.config, serviceAway, { open, known, now });
}

async function missedSlots(trx: Trx, { since, now }: Pick<Away, 'since' | 'now'>, queryId?: string) {
  const blind = await blindSearches(trx, since, now, queryId);
  return blind.filter(({ schedule, timezone, lastCompleteAt }) => {
    if (lastCompleteAt === null) return true;
    const [slot] = slotsAfter(schedule, timezone, new Date(lastCompleteAt), 1);
    return slot !== undefined && slot <= now;
  });
}
