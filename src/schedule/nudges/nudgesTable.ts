import { utcDay } from '../../base/time.ts';
import { loadNudge } from '../../store/claims/due.ts';
import { isHeld } from '../../store/claims/queries.ts';
import { allOf, countRows, type Db, firstOf, isAny, putRows, type Trx } from '../../store/store.ts';
import { type NudgeState, type OpenNudge, plainNumber, type RecordNews, type Signal, type Step } from './signals.ts';

export interface NewNudge {
  readonly source: string;
  readonly court: string;
  readonly recordId: number;
  readonly signal: Signal;
  readonly isKnown: boolean; // The entry is stored, or may be. The nudge is recorded, but no check is requested.
}

export async function insertNudges(trx: Trx, nudges: readonly NewNudge[], now: Date): Promise<void> {
  const at = now.toISOString();
  const rows = nudges.map(({ source, court, recordId, signal, isKnown }) => {
    const { document, publishedAt } = signal;
    const state: NudgeState = isKnown ? 'known' : 'due';
    return { source, court, recordId, item: itemOf(signal), document, publishedAt, state, seenAt: at, askAt: at };
  });
  await putRows(trx, 'nudges', rows, 'keep');
}

/** A feed repeats an entry once per event, so the document number identifies it. */
export function itemOf({ document, key }: Signal): string {
  return document === null ? key : `document ${plainNumber(document)}`;
}

export async function announcedBefore(
  db: Db,
  { source, court }: { readonly source: string; readonly court: string },
  recordIds: readonly number[],
): Promise<ReadonlySet<string>> {
  const ofCourt = db.selectFrom('nudges').where('source', '=', source).where('court', '=', court);
  const items = ofCourt.select(['recordId', 'item']);
  const rows = await items.where('recordId', 'in', recordIds).execute();
  return new Set(rows.map(({ recordId, item }) => `${recordId} ${item}`));
}

/** @param all includes nudges whose time has not come */
export async function recordsToFollow(db: Db, now: Date, all: boolean): Promise<number[]> {
  const open = db
    .selectFrom('nudges')
    .select('recordId')
    .distinct()
    .$if(all, (query) => query.where('state', 'in', ['due', 'asked']))
    .$if(!all, (query) => query.where('state', '=', 'due').where('askAt', '<=', now.toISOString()))
    .orderBy('recordId');
  return allOf(open, 'recordId');
}

export function openNudgesOf(trx: Trx, recordId: number): Promise<OpenNudge[]> {
  return trx
    .selectFrom('nudges')
    .selectAll()
    .where('recordId', '=', recordId)
    .where('state', 'in', ['due', 'asked'])
    .orderBy('id')
    .$narrowType<{ state: OpenNudge['state'] }>()
    .execute();
}

export async function countOpen(db: Db, recordId: number): Promise<number> {
  return countRows(db.selectFrom('nudges').where('recordId', '=', recordId).where('state', 'in', ['due', 'asked']));
}

export async function storeStep(trx: Trx, id: number, { state, steps, askAt }: Step): Promise<void> {
  await trx.updateTable('nudges').set({ state, steps, askAt }).where('id', '=', id).execute();
}

/** Marks a check as requested, and adds its cost to the nudge's credits of this day (UTC). */
export async function storeAsk(
  trx: Trx,
  { id, askedAt, credits: before }: OpenNudge,
  ask: { readonly queryId: string; readonly credits: number },
  now: Date,
): Promise<void> {
  const isToday = askedAt !== null && askedAt >= utcDay(now);
  const credits = (isToday ? before : 0) + ask.credits;
  const asked = { state: 'asked' as const, askedAt: now.toISOString(), queryId: ask.queryId, credits };
  await trx.updateTable('nudges').set(asked).where('id', '=', id).execute();
}

/** Returns when the first check that began after `askedAt` and read the record ended; undefined if none did. */
export async function readAfter(db: Db, queryId: string, askedAt: string): Promise<string | undefined> {
  const checks = db.selectFrom('checks').where('queryId', '=', queryId).where('startedAt', '>', askedAt);
  const read = checks.select('endedAt').where('outcome', 'in', ['complete', 'partial']);
  return firstOf(read.orderBy('id').limit(1), 'endedAt');
}

/** True if a requested check has not begun, so it is already paid. @param seconds until its due time, or since then */
export async function isPending(db: Db, queryId: string, seconds: number, now: Date): Promise<boolean> {
  const followed = await loadNudge(db, queryId);
  if (followed === undefined || Math.abs(Date.parse(followed.dueAt) - now.getTime()) > seconds * 1000) return false;
  return !(await isAny(db.selectFrom('queries').where('id', '=', queryId).where(isHeld('queries', now))));
}

/** @param until ignores later requests, which a wrong clock has stored */
export async function lastAskedAt(db: Db, recordId: number, until: Date): Promise<string | undefined> {
  const asked = db.selectFrom('nudges').select(db.fn.max('askedAt').as('at')).where('recordId', '=', recordId);
  return firstOf(asked.where('askedAt', '<=', until.toISOString()), 'at');
}

export async function spentByNudges(db: Db, now: Date): Promise<number> {
  const credits = db.fn.sum<number | null>('credits').as('credits');
  return (await firstOf(db.selectFrom('nudges').select(credits).where('askedAt', '>=', utcDay(now)), 'credits')) ?? 0;
}

export async function lastCheckId(db: Db): Promise<number> {
  return (await firstOf(db.selectFrom('checks').select('id').orderBy('id', 'desc').limit(1), 'id')) ?? 0;
}

export async function loadNews(
  db: Db,
  recordId: number,
  { documents, since }: { readonly documents: readonly string[]; readonly since: string },
): Promise<RecordNews> {
  const numbers = ['', ...new Set(documents.flatMap((document) => [document, plainNumber(document)]))];
  const entries = await db
    .selectFrom('entries')
    .innerJoin('checks', 'checks.id', 'entries.firstCheck')
    .select(['documentNumber as number', 'checks.endedAt as at'])
    .where('recordId', '=', recordId)
    .where('documentNumber', 'in', numbers)
    .execute();
  const later = db.selectFrom('changes').where('recordId', '=', recordId).where('detectedAt', '>', since);
  const saying = later.where('kind', 'in', ['entry.unseen', 'entry.backfill', 'docket.status']);
  const changes = await saying.select('detectedAt as at').execute();
  const others = [...entries.filter(({ number }) => number === ''), ...changes];
  return {
    numbers: new Set(entries.map(({ number }) => plainNumber(number))),
    unnumberedAt: others.reduce((latest, { at }) => (at > latest ? at : latest), ''),
  };
}

export const noOutcomes = { confirmed: 0, known: 0, late: 0, unasked: 0, open: 0 };

type Outcomes = typeof noOutcomes;

export async function countOutcomes(db: Db, since: string): Promise<(Outcomes & { source: string; court: string })[]> {
  const rows = await db
    .selectFrom('nudges')
    .select(['source', 'court', 'state', ({ fn }) => fn.countAll<number>().as('count')])
    .where('seenAt', '>=', since)
    .groupBy(['source', 'court', 'state'])
    .orderBy('source')
    .orderBy('court')
    .execute();
  return [...Map.groupBy(rows, ({ source, court }) => `${source} ${court}`).values()].map((ofCourt) => {
    const [{ source, court } = { source: '', court: '' }] = ofCourt;
    const sums = { ...noOutcomes };
    for (const { state, count } of ofCourt) sums[state === 'due' || state === 'asked' ? 'open' : state] += count;
    return { source, court, ...sums };
  });
}

export async function countNudges(db: Db) {
  const count = db.fn.countAll<number>().as('count');
  const all = db.selectFrom('nudges').select(['source', 'state as outcome', count]).groupBy(['source', 'state']);
  return all.where('state', 'in', ['confirmed', 'known', 'late', 'unasked']).execute();
}
