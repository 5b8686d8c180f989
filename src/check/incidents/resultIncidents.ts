import type { Incident, IncidentKind } from '../../alerts/outbox/incidents.ts';
import type { OpenIncident } from '../../alerts/outbox/incidentsTable.ts';
import { hourMs } from '../../base/time.ts';
import { counted, sentence } from '../../base/words/sentence.ts';
import { whyUnwatched } from '../../base/words/watchWords.ts';
import type { Config } from '../../config/config.ts';
import { labelOf, titleOf } from '../../records/record.ts';
import { lastResumed } from '../../schedule/holds/holdsTable.ts';
import { slotsAfter } from '../../schedule/nextDue.ts';
import type { SearchResult } from '../../service/paging/searchResult.ts';
import type { StoredQuery, WatchQuery } from '../../store/claims/queries.ts';
import { firstCheckAfter, loadCheck } from '../../store/snapshot/checksTable.ts';
import type { Trx } from '../../store/store.ts';
import type { CheckEnd } from '../checkEnd.ts';
import type { SetIncident } from '../checkParts.ts';
import type { CommittedResult } from '../commitResult.ts';
import type { ComparedRecord } from '../compare/compareRecords.ts';
import { errorOf, type Looked } from './serviceAway.ts';

/** What an incident of a query is about, and what readers see as its name. */
export interface About {
  readonly subject: string;
  readonly label: string;
  /** A watch whose status shows more; undefined where it may not be named. */
  readonly watchId: string | undefined;
  readonly confidential: boolean;
}

export async function resultIncidents(
  set: SetIncident,
  config: Config,
  about: About,
  result: SearchResult,
  { steps, suspicious, outgrown }: CommittedResult,
): Promise<void> {
  const { subject, label } = about;
  const isUnreadable = result.unreadableCount > 0;
  // What a partial result did not show may still be unreadable.
  if (isUnreadable || result.outcome === 'complete') {
    await set(isUnreadable, { kind: 'unreadable-hits', subject, label, detail: unreadableDetail(label, result) });
  }
  const lacking = steps.some((step) => step.lacking);
  // A partial result neither raises nor removes the doubt, nor does it fill a baseline.
  if (result.outcome === 'complete') {
    const detail = suspicionDetail(about, suspicious, config.goneAfterChecks);
    await set(suspicious !== undefined, { kind: 'suspicious-result', subject, label, detail });
  }
  if (lacking || result.outcome === 'complete') {
    await set(lacking, { kind: 'baseline-incomplete', subject, label, detail: baselineDetail(label, lacking, result) });
  }
  for (const record of outgrown) await set(true, truncated(record, about));
  for (const incident of shownWhole(result, about)) await set(false, incident);
}

function unreadableDetail(label: string, { unreadable: [first], unreadableCount }: SearchResult): string {
  if (unreadableCount === 0) return `The results for ${label} can be read completely again.`;
  const example = first === undefined ? '' : `, the first at ${first.path}: ${first.reason}`;
  return (
    `${counted(unreadableCount, 'part')} of the result for ${label} could not be read${example}. The rest ` +
    'counts; the check is partial.'
  );
}

function suspicionDetail({ label, watchId }: About, suspicious: string | undefined, goneAfterChecks: number): string {
  if (suspicious === undefined) return `The result for ${label} is no longer in doubt.`;
  const checks = `${goneAfterChecks} complete checks in a row`;
  const kept = `What was known is kept, and believed gone only after ${checks} without it.`;
  return (
    `The result for ${label} is suspicious: ${suspicious}. ${kept} See: tipstaff ` +
    `status${watchId === undefined ? '' : ` ${watchId}`}`
  );
}

function baselineDetail(label: string, lacking: boolean, { reason = 'unknown' }: SearchResult): string {
  return lacking
    ? `The first checks of ${label} were partial three times, so the baseline is taken as it is. It lacks: ` +
        `${reason}. What turns up later is reported as newly visible.`
    : `A complete check of ${label} has filled what the baseline lacked.`;
}

function truncated({ key, record }: ComparedRecord, about: About): Incident {
  const label = docketName(`${titleOf(record)} (${labelOf(record)})`, about);
  const detail =
    `${label} has more entries than the service shows in one response. New entries that it does not ` +
    "show are reported by their number only; look at the court's own page for them. You are notified of this once.";
  return { kind: 'docket-truncated', subject: key, label, detail };
}

/** A docket of a confidential watch is named by the label of the watch. */
function docketName(name: string, { label: watches, confidential }: About): string {
  return confidential ? `a docket of ${watches}` : name;
}

/** The dockets that the result shows with all their entries. */
function shownWhole({ records }: SearchResult, about: About): Incident[] {
  return [...records.values()].flatMap(({ record }) => {
    if (record.type !== 'docket' || record.entries === undefined) return [];
    if (record.entryTotal === undefined || record.entries.length < record.entryTotal) return [];
    const label = docketName(labelOf(record), about);
    return [
      { kind: 'docket-truncated', subject: record.key, label, detail: `${label} is shown with all its entries again.` },
    ];
  });
}

/** Incidents that explain for many searches at once why they are not checked. */
const causesOfMany: ReadonlySet<string> = new Set<IncidentKind>(['token-refused', 'credits-gone', 'budget-reached']);

/** Which watches of a check have had no complete one for two of their intervals or an hour, whichever is longer. */
export async function findOverdue(
  trx: Trx,
  query: StoredQuery,
  end: CheckEnd,
  { row, watchQueries, now }: Pick<CommittedResult, 'row' | 'watchQueries'> & { readonly now: Date },
): Promise<Looked> {
  if (row.outcome === 'complete') return { row, since: now, overdue: new Set(), now };
  const since = await lastCompleteAt(trx, query, watchQueries, now);
  const resumed = await lastResumed(trx, [...new Set(watchQueries.map((watch) => watch.watchId))]);
  // A search that the service refuses fails every time.
  const isRefused = errorOf(end)?.errorClass === 'request';
  const isOverdue = (watch: WatchQuery) =>
    isRefused || isOverdueBy(laterOf(since, resumed.get(watch.watchId)), now)(watch);
  return { row, since, overdue: new Set(watchQueries.filter(isOverdue).map((watch) => watch.watchId)), now };
}

/**
 * Begins an incident for a search whose watches are overdue, and ends it with a complete check. The readers of the
 * watch are notified whatever the cause. The operators are not where the key or the budget is the cause, because that
 * is an incident of its own.
 */
export async function watchFailing(
  set: SetIncident,
  { subject, label, confidential }: About,
  end: CheckEnd,
  { row, since, overdue }: Looked,
  open: readonly OpenIncident[],
): Promise<void> {
  const about = { kind: 'watch-failing' as const, subject, label };
  if (row.outcome === 'complete') {
    await set(false, { ...about, detail: `${label} is checked completely again.` });
    return;
  }
  const errorClass = errorOf(end)?.errorClass;
  const isSkippedForMany =
    end.kind === 'skipped' &&
    (end.refusal.incident !== undefined || open.some((incident) => causesOfMany.has(incident.kind)));
  if (overdue.size === 0 || isSkippedForMany || errorClass === 'account' || errorClass === 'credits') return;
  // The service's own words may quote the search.
  const reason = (confidential ? whyUnwatched(row.reason ?? undefined) : row.reason) ?? 'the reason is not known';
  const detail =
    `${label} has not been checked completely since ${since.toISOString()}: ${sentence(reason)} Until ` +
    'that works again, whatever the service did not show meanwhile stays unknown.';
  await set(true, { ...about, detail });
}

/** The time for which a hold kept a watch from being checked does not count. */
function laterOf(since: Date, resumedAt: string | undefined): Date {
  return resumedAt !== undefined && resumedAt > since.toISOString() ? new Date(resumedAt) : since;
}

/** Whether two slots of a schedule, and at least an hour, have passed since a moment. */
function isOverdueBy(since: Date, now: Date) {
  return ({ schedule, timezone }: { readonly schedule: string; readonly timezone: string }): boolean => {
    const second = slotsAfter(schedule, timezone, since, 2)[1];
    return second !== undefined && second <= now && now.getTime() - since.getTime() >= hourMs;
  };
}

/**
 * When the query was last checked completely for a watch that it has now. If it never was, when it was first checked
 * after that. Never later than now.
 */
async function lastCompleteAt(
  trx: Trx,
  { id, lastCompleteCheck }: StoredQuery,
  watchQueries: readonly WatchQuery[],
  now: Date,
): Promise<Date> {
  const last = lastCompleteCheck === null ? undefined : await loadCheck(trx, lastCompleteCheck);
  // A watch that was removed and came back counts from its return.
  const isTheirs = watchQueries.some((watch) => watch.baselineAt !== null);
  const at = last !== undefined && isTheirs ? last.endedAt : (await firstCheckAfter(trx, id, last?.id ?? 0))?.startedAt;
  return at !== undefined && at < now.toISOString() ? new Date(at) : now;
}
