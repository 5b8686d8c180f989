import { dayMs, utcDay } from '../../base/time.ts';
import { type CasePhase, casePhase } from '../../reading/phase.ts';
import { courtZone } from '../../records/courtZone.ts';
import { loadPhaseEntries } from '../../store/snapshot/readingsTable.ts';
import type { Db } from '../../store/store.ts';
import { type CasesHeld, casesHeld, changedSince, filedSince, type WaitingQuery } from './lookQueries.ts';
import { freshRhythm, historyDays, learn, type Phase, type Rhythm, type Standing } from './rhythm.ts';

/** What was filed so long before the look before is a backfill, and says nothing of how often it has news. */
const backfillDays = 7;
/** What is filed with the complaint, on its first days, says little of what follows. */
const openingDays = 3;
/** Phases are looked at with each filing, and after so many days: a case also ends without one. */
const standingDays = 7;

/** What is known of a query's news after its last check; the first time, from what its cases filed before. */
export async function learnRhythm(db: Db, query: WaitingQuery, timezone: string): Promise<Rhythm> {
  return query.operation === 'wipo' ? ofRegister(db, query, timezone) : ofCases(db, query, timezone);
}

async function ofRegister(
  db: Db,
  { queryId, rhythm, lastLook, chosenCheck }: WaitingQuery,
  zone: string,
): Promise<Rhythm> {
  const standing: Standing = { zone, standingOn: dayOf(lastLook), phase: 'register', cases: 1 };
  if (rhythm === undefined) return freshRhythm(lastLook, standing);
  const changed = await changedSince(db, queryId, chosenCheck);
  return learn(
    rhythm,
    changed.map((at) => new Date(at)),
    lastLook,
  );
}

async function ofCases(db: Db, query: WaitingQuery, timezone: string): Promise<Rhythm> {
  const { queryId, rhythm: before, lastLook, chosenCheck } = query;
  if (before === undefined) {
    const held = await casesHeld(db, queryId);
    const standing = await standingOf(db, held, timezone, lastLook);
    const opened = held.filed === undefined ? lastLook.getTime() : Date.parse(held.filed) + openingDays * dayMs;
    const since = new Date(Math.min(lastLook.getTime(), Math.max(opened, lastLook.getTime() - historyDays * dayMs)));
    const filed = await filedSince(db, queryId, 0, dayOf(since));
    return learn(freshRhythm(since, withFiled(standing, filed)), filed.map(middayOf), lastLook);
  }
  const filed = await filedSince(db, queryId, chosenCheck, dayOf(Date.parse(before.asOf) - backfillDays * dayMs));
  const isStanding = filed.length === 0 && dayOf(lastLook.getTime() - standingDays * dayMs) < before.standingOn;
  const standing = isStanding ? before : await standingOf(db, await casesHeld(db, queryId), timezone, lastLook);
  return learn({ ...before, ...withFiled(standing, filed) }, filed.map(middayOf), lastLook);
}

/** What is filed after the end of a case begins its silence anew. */
function withFiled(standing: Standing, filed: readonly string[]): Standing {
  if (standing.endedSince === undefined) return standing;
  return { ...standing, endedSince: [standing.endedSince, ...filed].sort().at(-1) };
}

/** Of more cases than these, phases are not looked at one by one. */
const fewCases = 3;

async function standingOf(db: Db, held: CasesHeld, timezone: string, now: Date): Promise<Standing> {
  const { ids, open, lastEnded, courtId, docketNumber, filed } = held;
  const standing = {
    zone: courtZone(courtId, docketNumber) ?? timezone,
    standingOn: dayOf(now),
    cases: Math.max(1, open),
    endedSince: undefined,
  };
  if (lastEnded !== undefined) return { ...standing, phase: 'ended', endedSince: lastEnded };
  if (ids.length === 0 || ids.length > fewCases) return { ...standing, phase: 'active' };
  const entries = await loadPhaseEntries(db, ids);
  const reads = ids.map((id) => casePhase(entries.get(id) ?? []));
  const phases = new Set(reads.map(({ phase }) => phaseOf(phase, filed, now)));
  const [only = 'active', ...others] = phases;
  if (only !== 'ended' || others.length > 0) return { ...standing, phase: others.length === 0 ? only : 'active' };
  return {
    ...standing,
    phase: 'ended',
    endedSince: reads
      .map(({ since }) => since)
      .sort()
      .at(-1),
  };
}

/** A case that nobody has answered for so long is not new any more. */
const newDays = 90;

function phaseOf(phase: CasePhase, filed: string | undefined, now: Date): Phase {
  if (phase === 'ended' || phase === 'stayed') return phase;
  const isEarly = phase === 'filed' || phase === 'served';
  return isEarly && filed !== undefined && dayOf(now.getTime() - newDays * dayMs) < filed ? 'new' : 'active';
}

function dayOf(moment: Date | number): string {
  return utcDay(new Date(moment));
}

/** Courts file by day, most of them between 10 and 18 o'clock there. */
function middayOf(day: string): Date {
  return new Date(`${day}T18:00:00Z`);
}
