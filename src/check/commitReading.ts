import { findSuspicion } from '../diff/suspicion.ts';
import type { ResultReading } from '../search/reading.ts';
import { insertCheck, loadCheck } from '../store/checks.ts';
import { holdersOf, loadMembers, type Member } from '../store/memberships.ts';
import { loadTies, type StoredQuery } from '../store/queries.ts';
import { findKnown, type KnownRecord } from '../store/records.ts';
import type { Trx } from '../store/store.ts';
import { announceBaselines } from './announceBaseline.ts';
import { applyMembership, type MembershipMoves } from './applyMembership.ts';
import { baselineStep } from './baseline.ts';
import { beforeState, tiesBefore } from './beforeState.ts';
import { type CheckMoment, type ComparedRecord, compareShown } from './compareShown.ts';
import { departures } from './departures.ts';
import { evidenceOf } from './evidence.ts';
import type { Listener } from './holders.ts';
import { loadListeners } from './listening.ts';
import { noteReading } from './noteReading.ts';
import type { CheckParts, CheckSummary } from './parts.ts';
import { readingTroubles } from './readingTroubles.ts';
import { summarise } from './summarise.ts';
import { tellChanges } from './tellChanges.ts';
import { tellNew } from './tellNew.ts';
import { type RecordChanges, tellRecordChanges } from './tellRecordChanges.ts';

/**
 * Compares what a check read with the snapshot and stores everything that follows from it: records, entries, membership,
 * changes, alerts, the check and its credits. All in the transaction given, so that it happens whole or not at all.
 */
export async function commitReading(
  trx: Trx,
  parts: Pick<CheckParts, 'config' | 'watches'>,
  query: StoredQuery,
  reading: ResultReading,
  times: { startedAt: Date; now: Date },
): Promise<CheckSummary> {
  const now = times.now.toISOString();
  const steps = (await loadTies(trx, [query.id])).map((tie) => baselineStep(tie, reading.outcome, now));
  const members = await loadMembers(trx, query.id);
  const known = await knownAmong(trx, query, reading);
  const shownKeys = keysShown(reading, known, members);
  const suspicious = suspicionOf(reading, shownKeys, members);
  const reason = reading.reason ?? suspicious ?? null;
  const check = {
    queryId: query.id,
    startedAt: times.startedAt.toISOString(),
    endedAt: now,
    outcome: reading.outcome,
    reason,
    requests: reading.requests,
    credits: reading.credits,
    hits: reading.hits,
    total: reading.total ?? null,
    evidence: evidenceOf(reading, suspicious),
  };
  const checkId = await insertCheck(trx, check);
  const moment: CheckMoment = { checkId, now, ...(await lastShown(trx, query, members)) };

  const compared = reading.sameAsKnown
    ? undefined
    : await compareShown(trx, [...reading.records.values()], known, moment);
  const touched = (compared ?? []).filter((record) => record.changes.length > 0);
  const holders = await holdersOf(
    trx,
    touched.map((record) => record.recordId),
  );
  const moves = await applyMembership(trx, query, members, shownKeys, compared, {
    checkId,
    outcome: reading.outcome,
    goneAfterChecks: parts.config.goneAfterChecks,
  });
  const listeners = await loadListeners(
    trx,
    { queryId: query.id, steps },
    holders.map((holder) => holder.queryId),
    parts.watches,
  );
  const own = listeners.get(query.id) ?? [];

  const told = [
    ...(await tellNew(trx, arrivals(moves, own), steps, moment)),
    ...(await tellRecordChanges(trx, changesToTell(touched, holders, listeners, moves, query.id), moment)),
    ...(await tellRecordChanges(trx, await departures(trx, moves, own), moment)),
  ];
  await tellChanges(trx, parts.config, parts.watches, told, times.now);
  const facts = { id: checkId, endedAt: now, outcome: check.outcome, reason: reason ?? undefined };
  await announceBaselines(trx, parts.config, parts.watches, steps, query.id, facts, times.now);
  await noteReading(trx, parts.config, query, reading, { checkId, steps, suspicious, now: times.now });
  await readingTroubles(trx, parts, query, { reading, compared: compared ?? [], steps, suspicious, now: times.now });
  const before = compared && beforeState({ ties: tiesBefore(steps), members }, compared, moment);
  return { ...summarise(query.id, { id: checkId, ...check }, told), before };
}

function knownAmong(trx: Trx, query: StoredQuery, reading: ResultReading): Promise<Map<string, KnownRecord>> {
  const shown = [...reading.records.values()].map(({ record }) => record);
  return findKnown(trx, query.operation === 'pacer' ? 'docket' : 'design', shown);
}

/** The keys, as stored, of what a reading showed: a design that gained or lost its ID is the one that we know. */
function keysShown(
  reading: ResultReading,
  known: ReadonlyMap<string, KnownRecord>,
  members: readonly Member[],
): ReadonlySet<string> {
  return new Set(
    reading.sameAsKnown
      ? members.filter((member) => member.missed === 0).map((member) => member.key)
      : [...reading.records.keys()].map((key) => known.get(key)?.key ?? key),
  );
}

function suspicionOf(
  reading: ResultReading,
  shownKeys: ReadonlySet<string>,
  members: readonly Member[],
): string | undefined {
  if (reading.outcome !== 'complete') return undefined;
  const known = members.filter((member) => !member.gone);
  return findSuspicion(known.length, known.filter((member) => shownKeys.has(member.key)).length);
}

/** When the query's last complete check was, and which records it showed; what failed or was partial saw nothing for sure. */
async function lastShown(trx: Trx, query: StoredQuery, members: readonly Member[]) {
  const last = query.lastCompleteCheck === null ? undefined : await loadCheck(trx, query.lastCompleteCheck);
  const shownThen = members.filter((member) => member.missed === 0).map((member) => member.recordId);
  return { lastCheckedOn: last?.endedAt.slice(0, 10), shownThen: new Set(shownThen) };
}

function arrivals(moves: MembershipMoves, own: readonly Listener[]) {
  // A record admitted by its new name is new only to those who asked for whole words.
  return moves.arrived.map((arrival) => ({
    ...arrival,
    listeners: arrival.admitted ? own.filter((listener) => listener.wholeWord) : own,
  }));
}

/** Every holder of a touched record, as it was before this check; a record that came back is held again. */
function changesToTell(
  touched: readonly ComparedRecord[],
  holders: readonly { recordId: number; queryId: string; wholeWord: boolean }[],
  listeners: ReadonlyMap<string, readonly Listener[]>,
  moves: MembershipMoves,
  queryId: string,
): RecordChanges[] {
  const returned = moves.returned.map((member) => ({
    recordId: member.recordId,
    queryId,
    wholeWord: member.wholeWord,
  }));
  const held = [...holders, ...returned];
  return touched.map(({ recordId, record, changes }) => ({
    recordId,
    record,
    drafts: changes,
    holders: held
      .filter((holder) => holder.recordId === recordId)
      .flatMap((holder) =>
        (listeners.get(holder.queryId) ?? []).map((listener) => ({ listener, wholeWord: holder.wholeWord })),
      ),
  }));
}
