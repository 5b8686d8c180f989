import type { SearchResult } from '../search/paging/searchResult.ts';
import { saveKnownHits } from '../store/knownHits.ts';
import { insertCheck } from '../store/ledger/checks.ts';
import { isSettled, loadWatchQueries, type StoredQuery, unsettle } from '../store/queue/queries.ts';
import { loadMembers } from '../store/snapshot/memberships.ts';
import type { Trx } from '../store/store.ts';
import { announceBaselines } from './audience/announceBaseline.ts';
import { writeAlerts } from './audience/route.ts';
import { holdersBefore, storeChanges } from './audience/storeChanges.ts';
import { checkOf } from './checkOf.ts';
import { baselineStep } from './compare/baseline.ts';
import type { CheckMoment } from './compare/comparedRecord.ts';
import { compareShown } from './compare/compareRecords.ts';
import { applyMembership, membersToday } from './compare/membership.ts';
import {
  countFilteredOut,
  keysShown,
  knownAmong,
  lastShown,
  openWhatCounts,
  suspicionOf,
} from './compare/shownRecords.ts';
import { BeforeRecords } from './evidence/beforeRecords.ts';
import { beforeState, type KeptBefore } from './evidence/beforeState.ts';
import { resultIncidents } from './incidents/fromResult.ts';
import { noteResult } from './noteResult.ts';
import type { CheckParts, CheckSummary } from './parts.ts';
import { summarise } from './summarise.ts';

/** What became of a check, and how things stood before it. */
export interface Committed {
  readonly summary: CheckSummary;
  readonly before: KeptBefore;
}

/**
 * Compares what a check read with the snapshot and stores everything that follows from it: records, entries, membership,
 * changes, alerts, the check and its credits. All in the transaction given, so that it happens whole or not at all.
 */
export async function commitResult(
  trx: Trx,
  parts: Pick<CheckParts, 'config' | 'watches'>,
  query: StoredQuery,
  read: SearchResult,
  times: { startedAt: Date; now: Date },
): Promise<Committed> {
  const now = times.now.toISOString();
  const steps = (await loadWatchQueries(trx, [query.id])).map((watchQuery) =>
    baselineStep(watchQuery, read.outcome, now),
  );
  const held = await loadMembers(trx, query.id);
  const standing = steps.every((step) => step.was === 'standing');
  // What is shown as it last was may be older than what another's check found while this answer was on the way: taking that
  // back would be false news. Its time is the next check.
  const overtaken = query.settled && read.recognised.size > 0 && !(await isSettled(trx, query.id));
  const reading = openWhatCounts(query, read, held, { standing, settled: query.settled });
  const known = await knownAmong(trx, query, reading);
  const shownKeys = keysShown(reading, known, held);
  const members = await membersToday(trx, query, { held, shownKeys, steps });
  const suspicious = suspicionOf(reading, shownKeys, members);
  const wantsWholeWords = steps.some((step) => parts.watches.get(step.watchQuery.watchId)?.wholeWord);
  const filteredOut = wantsWholeWords ? countFilteredOut(query, reading, members) : undefined;
  const check = checkOf(query, reading, { suspicion: suspicious, filteredOut }, times);
  const checkId = await insertCheck(trx, check);
  const moment: CheckMoment = { checkId, now, ...(await lastShown(trx, query, members)) };

  const wasOtherwise = new BeforeRecords();
  const compared = reading.sameAsKnown
    ? undefined
    : await compareShown({ trx, moment, before: wasOtherwise }, [...reading.records.values()], known);
  // Who held a record before this check's own finds are added hears of its changes.
  const holders = await holdersBefore(trx, compared ?? []);
  const others = new Set(holders.map((holder) => holder.queryId));
  others.delete(query.id);
  await unsettle(trx, [...others]);
  const moves = await applyMembership(trx, query, members, shownKeys, compared, {
    checkId,
    outcome: reading.outcome,
    goneAfterChecks: parts.config.goneAfterChecks,
  });
  const told = await storeChanges(trx, parts.watches, query.id, {
    steps,
    compared: compared ?? [],
    holders,
    moves,
    moment,
  });
  await writeAlerts(trx, parts.config, parts.watches, told, times.now);
  const facts = { id: checkId, endedAt: now, outcome: check.outcome, reason: check.reason ?? undefined };
  await announceBaselines(trx, parts.config, parts.watches, steps, facts, times.now);
  await noteResult(trx, parts.config, query, reading, {
    checkId,
    steps,
    overtaken,
    isAnyMissing: moves.isAnyMissing,
    now: times.now,
  });
  if (!reading.sameAsKnown) {
    await saveKnownHits(trx, query.id, reading.knownPages && reading.pages.map((page) => page.hits));
  }
  await resultIncidents(trx, parts, query, { reading, compared: compared ?? [], steps, suspicious, now: times.now });
  const stood = { steps, members, gone: moves.gone, reading };
  const before = await beforeState(trx, stood, wasOtherwise, moment);
  return { summary: summarise(query.id, { id: checkId, ...check }, told), before };
}
