import { beginIncident, endIncident, type Incident, type IncidentKind } from '../../alerts/outbox/incidents.ts';
import { type OpenIncident, openIncidents } from '../../alerts/outbox/incidentsTable.ts';
import { utcDay, utcMonth } from '../../base/time.ts';
import { sentence } from '../../base/words/sentence.ts';
import { openName } from '../../config/config.ts';
import type { Account, Refusal as BudgetRefusal } from '../../schedule/budget.ts';
import { anyWaitsForBudget } from '../../store/claims/due.ts';
import type { StoredQuery, WatchQuery } from '../../store/claims/queries.ts';
import { everything } from '../../store/snapshot/ledgerTable.ts';
import type { Trx } from '../../store/store.ts';
import { beganMeanwhile, keyIncidents } from '../admission/keySuspension.ts';
import { type KnownWatches, knownWatches } from '../audience/recipients.ts';
import { type CheckEnd, mostWithoutEnd, type OpenCheck } from '../checkEnd.ts';
import type { CheckParts, SetIncident } from '../checkParts.ts';
import type { CommittedResult } from '../commitResult.ts';
import { isDue } from '../moveDueTimes.ts';
import { sharedMatter } from './readersNotice.ts';
import { type About, findOverdue, resultIncidents, watchFailing } from './resultIncidents.ts';
import { type Looked, noteService } from './serviceAway.ts';
import { watchUnwatched } from './watchUnwatched.ts';

/** Who pays a check, and who could not. */
type Payment = Pick<OpenCheck['reservation'], 'gaveWay' | 'paying'>;

export async function noteIncidents(
  trx: Trx,
  parts: Pick<CheckParts, 'config' | 'watches' | 'log'>,
  query: StoredQuery,
  end: CheckEnd,
  committed: CommittedResult & { readonly now: Date },
  { gaveWay, paying }: Payment,
): Promise<void> {
  if (end.kind === 'stopped' || end.kind === 'superseded') return;
  const { config } = parts;
  const { now } = committed;
  const watchIds = committed.watchQueries.map((watchQuery) => watchQuery.watchId);
  const watches = await knownWatches(trx, parts.watches, watchIds);
  const about = aboutOf(query, watchIds, watches);
  const open = await openIncidents(trx);
  const matter = sharedMatter(watchIds.map((id) => watches.get(id)));
  const set: SetIncident = async (active, given) => {
    const incident = given.subject === query.id ? { ...given, matter } : given;
    if (active) await beginIncident(trx, parts, incident, now);
    else if (openLike(open, incident) !== undefined) await endIncident(trx, parts, incident, now);
  };
  if (end.kind === 'skipped' && end.refusal.incident !== undefined) await set(true, end.refusal.incident);
  const setOfKey = unlessBegunMeanwhile(set, open, committed.row.startedAt, now);
  if (end.kind === 'failed') await keyIncidents(setOfKey, end.error);
  if (end.kind === 'read') {
    await keyIncidents(setOfKey, end.result.error);
    const { outcome } = end.result;
    const anyWaits = async (account: Account) =>
      outcome !== 'complete' || (await anyWaitsForBudget(trx, query.id, account));
    await endPastBudgets(set, open, { now, paying, anyWaits });
    for (const refusal of gaveWay) await set(true, budgetReached(refusal, now));
    await resultIncidents(set, config, about, end.result, committed);
  }
  if (end.kind !== 'skipped' && end.kind !== 'unstored')
    await set(end.kind === 'crashed' || end.kind === 'deadly', checkCrashed(about, end));
  // A watch is not checked where somebody wants it so.
  const watchQueries = committed.watchQueries.filter(({ isChecked }) => isChecked);
  const looked = withThoseGivingWay(
    await findOverdue(trx, query, end, { ...committed, watchQueries }),
    end,
    watchQueries,
  );
  const isAway = await noteService(trx, parts, { query, end, looked });
  if (!isAway) await watchFailing(set, about, end, looked, open);
  const lookedAt = watchQueries.flatMap((watchQuery) => watches.get(watchQuery.watchId) ?? []);
  await watchUnwatched(trx, config, lookedAt, open, isAway ? { ...looked, overdue: new Set() } : looked);
}

/** The readers of a watch that has no money left are not kept waiting for two of its slots. */
function withThoseGivingWay(looked: Looked, end: CheckEnd, watchQueries: readonly WatchQuery[]): Looked {
  if (end.kind !== 'skipped' || !end.refusal.givesWay) return looked;
  const due = watchQueries.filter((watchQuery) => isDue(watchQuery, looked.now));
  return { ...looked, overdue: new Set([...looked.overdue, ...due.map(({ watchId }) => watchId)]) };
}

/**
 * A check ends no incident that began while it was under way: as with the key itself (`resumeKey`), its success proves
 * nothing then.
 */
function unlessBegunMeanwhile(
  set: SetIncident,
  open: readonly OpenIncident[],
  startedAt: string,
  now: Date,
): SetIncident {
  return async (active, incident) => {
    const known = openLike(open, incident);
    const proves = known === undefined || !beganMeanwhile(known.beganAt, startedAt, now);
    if (active || proves) await set(active, incident);
  };
}

function openLike(open: readonly OpenIncident[], { kind, subject }: Incident): OpenIncident | undefined {
  return open.find((known) => known.kind === kind && known.subject === subject);
}

function aboutOf(query: StoredQuery, watchIds: readonly string[], watches: KnownWatches): About {
  const confidential = watchIds.some((id) => watches.get(id)?.confidential);
  const label = watchesLabel(watchIds, watches);
  return { subject: query.id, label, watchId: confidential ? undefined : watchIds[0], confidential };
}

function checkCrashed({ subject, label }: About, end: CheckEnd): Incident {
  return { kind: 'check-crashed', subject, label, detail: crashWords(label, end) };
}

function crashWords(label: string, end: CheckEnd): string {
  if (end.kind === 'deadly')
    return (
      `Tipstaff ended ${mostWithoutEnd} times while it checked ${label}, which was not checked now. It is tried once ` +
      'at each of its slots. Please report it with what the journal of the system says of these ends.'
    );
  if (end.kind !== 'crashed') return `Checks of ${label} end without internal errors again.`;
  const cause = end.error instanceof Error ? end.error.message : 'unknown';
  return (
    `A check of ${label} ended with an internal error: ${sentence(cause)} It is tried again. Please report it with ` +
    'the log line "a check crashed".'
  );
}

const namedAtMost = 3;

/**
 * Names the watches that an incident concerns: `a, b, c and 4 more`. A confidential one is named by its matter alone.
 */
function watchesLabel(watchIds: readonly string[], watches: KnownWatches): string {
  const sorted = [...watchIds].sort().map((id) => nameOf(id, watches));
  const named = sorted.slice(0, namedAtMost).join(', ');
  const more = sorted.length - namedAtMost;
  return more > 0 ? `${named} and ${more} more` : named;
}

function nameOf(id: string, watches: KnownWatches): string {
  const watch = watches.get(id);
  return watch === undefined ? id : openName(watch);
}

/** Kinds of incidents about one search. Their subject is the id of its query. */
export const kindsOfQueries = [
  'watch-failing',
  'unreadable-hits',
  'suspicious-result',
  'baseline-incomplete',
  'check-crashed',
] as const satisfies readonly IncidentKind[];

type Period = 'day' | 'month';

const budgetKind = 'budget-reached';

/**
 * The period is the subject of the incident, so that it is reported once per period: `day 2026-11-21`, `month 2026-11`.
 */
function subjectOf(period: Period, now: Date): string {
  return `${period} ${period === 'day' ? utcDay(now) : utcMonth(now)}`;
}

function ofAccount({ key, name }: Account): string {
  return key === everything ? '' : ` of ${name}`;
}

export function budgetReached({ period, reason, account }: BudgetRefusal, now: Date): Incident {
  const whose = ofAccount(account);
  const until = `They resume when the next ${period} begins (UTC), or with a larger budget in the config.`;
  return {
    kind: budgetKind,
    subject: `${subjectOf(period, now)}${whose}`,
    ...(account.matter !== undefined && { matter: account.matter }),
    detail: `Checks${whose} are skipped: ${reason}. ${until}`,
  };
}

/**
 * After a check that could be paid for: ends the incidents of budgets that were reached in earlier days and months, and
 * of the budgets that pay again because they were made larger, once every search was checked that waited for them.
 */
async function endPastBudgets(
  set: SetIncident,
  open: readonly OpenIncident[],
  { now, paying, anyWaits }: Pick<Payment, 'paying'> & { now: Date; anyWaits: (account: Account) => Promise<boolean> },
): Promise<void> {
  const current = [subjectOf('day', now), subjectOf('month', now)];
  for (const { kind, subject } of open) {
    if (kind !== budgetKind) continue;
    if (current.some((period) => subject.startsWith(period))) {
      const payer = paying.find((account) => current.some((period) => subject === `${period}${ofAccount(account)}`));
      if (payer === undefined || (await anyWaits(payer))) continue;
    }
    const detail = `The budget of the ${subject} no longer stops checks.`;
    await set(false, { kind, subject, detail });
  }
}
