import { beginIncident, endIncident, type Incident } from '../../alerts/outbox/incidents.ts';
import { openIncidents } from '../../alerts/outbox/incidentsTable.ts';
import { utcDay, utcMonth } from '../../base/time.ts';
import { listedUpTo } from '../../base/words/sentence.ts';
import { openName } from '../../config/config.ts';
import { labelOf, titleOf } from '../../records/record.ts';
import type { Refusal } from '../../schedule/budget.ts';
import { anyWaitsForBudget } from '../../store/claims/due.ts';
import type { StoredQuery } from '../../store/claims/queries.ts';
import { everything } from '../../store/snapshot/ledgerTable.ts';
import type { Trx } from '../../store/store.ts';
import { beganMeanwhile, keySubject } from '../admission/admit.ts';
import type { OpenCheck } from '../admission/budgetReservation.ts';
import { type KnownWatches, knownWatches } from '../audience/recipients.ts';
import type { CheckEnd, CheckParts } from '../checkParts.ts';
import type { CommittedResult } from '../commitResult.ts';
import { type EndedCheck, kinds } from './kinds.ts';
import { noteUnwatched, overdueOf, sharedMatter } from './readers.ts';
import { noteService } from './serviceAway.ts';

interface Note {
  begin(incident: Incident): Promise<unknown>;
  end(incident: Incident): Promise<unknown>;
}

export async function noteIncidents(
  trx: Trx,
  parts: Pick<CheckParts, 'config' | 'watches' | 'log'>,
  query: StoredQuery,
  end: CheckEnd,
  committed: CommittedResult & { readonly now: Date },
  payment: Pick<OpenCheck['reservation'], 'gaveWay' | 'paying'>,
): Promise<void> {
  if (end.kind === 'stopped' || end.kind === 'superseded') return;
  const { row, now } = committed;
  const watchIds = committed.watchQueries.map(({ watchId }) => watchId);
  const known = await knownWatches(trx, parts.watches, watchIds);
  const watchQueries = committed.watchQueries.filter(({ isChecked }) => isChecked);
  const ended = {
    ...committed,
    query,
    end,
    result: end.kind === 'read' ? end.result : undefined,
    watchQueries,
    watches: watchQueries.flatMap(({ watchId }) => known.get(watchId) ?? []),
    label: watchesLabel(watchIds, known),
    confidential: watchIds.some((id) => known.get(id)?.confidential),
    config: parts.config,
    isAway: false,
    open: await openIncidents(trx),
    ...(await overdueOf(trx, query, end, { row, watchQueries, now })),
  };
  const note = noteFor(trx, parts, ended);
  await noteKinds(note, ended, 'key', { subject: keySubject });
  const check = { ...ended, isAway: await noteService(trx, parts, ended) };
  const matter = sharedMatter(watchIds.map((id) => known.get(id)));
  await noteKinds(note, check, 'search', { subject: query.id, label: check.label, matter });
  await noteBudgets(trx, note, check, payment);
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

/** A check ends no incident that began while it was under way: its success proves nothing then. */
function noteFor(trx: Trx, parts: Pick<CheckParts, 'config' | 'log'>, { open, row, now }: EndedCheck): Note {
  const before = open.filter(({ beganAt }) => !beganMeanwhile(beganAt, row.startedAt, now));
  return {
    begin: (incident) => beginIncident(trx, parts, incident, now),
    end: async (incident) => {
      const isOpen = before.some(({ kind, subject }) => kind === incident.kind && subject === incident.subject);
      if (isOpen) await endIncident(trx, parts, incident, now);
    },
  };
}

const namedAtMost = 3;

/** `a, b, c and 4 more`. A confidential watch is named by its matter alone. */
function watchesLabel(watchIds: readonly string[], known: KnownWatches): string {
  const names = watchIds.toSorted().map((id) => openName(known.get(id) ?? { id }));
  return listedUpTo(namedAtMost, names);
}

const budgetKind = 'budget-reached';

function budgetReached({ period, reason, account: { key, name, matter } }: Refusal, now: Date): Incident {
  const whose = key === everything ? '' : ` of ${name}`;
  const until = `They resume when the next ${period} begins (UTC), or with a larger budget in the config.`;
  return {
    kind: budgetKind,
    subject: `${period} ${periodOf(period, now)}${whose}`,
    about: key,
    cause: period,
    matter,
    detail: `Checks${whose} are skipped: ${reason}. ${until}`,
  };
}

function periodOf(period: string | null, moment: Date): string {
  return period === 'day' ? utcDay(moment) : utcMonth(moment);
}

/** Budgets that are over, or pay again because they were made larger, no longer stop checks. */
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
  for (const { key, record } of outgrown) {
    const docket = called(`${titleOf(record)} (${labelOf(record)})`);
    const detail =
      `${docket} has more entries than the service shows in one response. New entries that it does not show are ` +
      "reported by their number only; look at the court's own page for them. You are notified of this once.";
    await note.begin({ kind, subject: key, label: docket, detail });
  }
  for (const { record } of result?.records.values() ?? []) {
    if (record.type !== 'docket' || record.entries === undefined || record.entryTotal === undefined) continue;
    if (record.entries.length < record.entryTotal) continue;
    const docket = called(labelOf(record));
    const detail = `${docket} is shown with all its entries again.`;
    await note.end({ kind, subject: record.key, label: docket, detail });
  }
}
