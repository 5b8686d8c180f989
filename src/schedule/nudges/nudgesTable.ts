import { utcDay } from '../../base/time.ts';
import { isHeld } from '../../store/claims/queries.ts';
import { countRows, type Db, putRows, type Trx } from '../../store/store.ts';
import {
  type Found,
  type NudgeState,
  type OpenNudge,
  plainNumber,
  type RecordNews,
  type Signal,
  type Step,
} from './signals.ts';

export interface NewNudge {
  readonly source: string;
  readonly court: string;
  readonly recordId: number;
  readonly signal: Signal;
  readonly isKnown: boolean; // The entry is stored, or may be. The nudge is recorded, but no check is requested.
  readonly found: Found | undefined;
}

const longestText = 200;

export async function insertNudges(trx: Trx, nudges: readonly NewNudge[], now: Date): Promise<void> {
  const at = now.toISOString();
  const rows = nudges.map(({ source, court, recordId, signal, isKnown, found }) => {
    const { document, publishedAt: published_at } = signal;
    const text = signal.text.slice(0, longestText).toWellFormed();
    const about = { source, court, record_id: recordId, item: itemOf(signal), document, text, published_at };
    const state: NudgeState = isKnown ? 'known' : 'due';
    const times = { seen_at: at, ask_at: at, settled_at: isKnown ? at : null };
    return { ...about, state, ...times, found_check: found?.check ?? null, found_at: found?.at ?? null };
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
  const items = ofCourt.select(['record_id', 'item']);
  const rows = await items.where('record_id', 'in', recordIds).execute();
  return new Set(rows.map(({ record_id, item }) => `${record_id} ${item}`));
}

/** @param all includes nudges whose time has not come */
export async function recordsToFollow(db: Db, now: Date, all: boolean): Promise<number[]> {
  const rows = await db
    .selectFrom('nudges')
    .select('record_id')
    .distinct()
    .$if(all, (query) => query.where('state', 'in', ['due', 'asked']))
    .$if(!all, (query) => query.where('state', '=', 'due').where('ask_at', '<=', now.toISOString()))
    .orderBy('record_id')
    .execute();
  return rows.map((row) => row.record_id);
}

export async function openNudgesOf(trx: Trx, recordId: number) {
  return trx
    .selectFrom('nudges')
    .select(['id', 'source', 'court', 'document', 'seen_at as seenAt', 'state', 'steps', 'ask_at as askAt'])
    .select(['asked_at as askedAt', 'query_id as queryId', 'credits'])
    .where('record_id', '=', recordId)
    .where('state', 'in', ['due', 'asked'])
    .orderBy('id')
    .$narrowType<{ state: OpenNudge['state'] }>()
    .execute();
}

export async function countOpen(db: Db, recordId: number): Promise<number> {
  return countRows(db.selectFrom('nudges').where('record_id', '=', recordId).where('state', 'in', ['due', 'asked']));
}

export async function storeStep(trx: Trx, id: number, step: Step, now: Date): Promise<void> {
  const isOpen = step.state === 'due' || step.state === 'asked';
  await trx
    .updateTable('nudges')
    .set({
      state: step.state,
      settled_at: isOpen ? null : now.toISOString(),
      ...(step.steps !== undefined && { steps: step.steps }),
      ...(step.askAt !== undefined && { ask_at: step.askAt }),
      ...(step.found !== undefined && { found_check: step.found.check, found_at: step.found.at }),
    })
    .where('id', '=', id)
    .execute();
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
  const asked = { state: 'asked' as const, asked_at: now.toISOString(), query_id: ask.queryId, credits };
  await trx.updateTable('nudges').set(asked).where('id', '=', id).execute();
}

/** Returns when the first check that began after `askedAt` and read the record ended; undefined if none did. */
export async function readAfter(db: Db, queryId: string, askedAt: string): Promise<string | undefined> {
  const checks = db.selectFrom('checks').where('query_id', '=', queryId).where('started_at', '>', askedAt);
  const read = checks.select('ended_at').where('outcome', 'in', ['complete', 'partial']);
  return (await read.orderBy('id').limit(1).executeTakeFirst())?.ended_at;
}

/** True if a requested check still waits for more signals, so it is already paid. @param seconds before or after now */
export async function isPending(db: Db, queryId: string, seconds: number, now: Date): Promise<boolean> {
  const [from, until] = [-seconds, seconds].map((by) => new Date(now.getTime() + by * 1000).toISOString());
  const last = db.selectFrom('nudges').select(db.fn.max('asked_at').as('at')).where('query_id', '=', queryId);
  const asked = await last
    .where('asked_at', '>', from ?? '')
    .where('asked_at', '<', until ?? '')
    .executeTakeFirst();
  if (asked?.at == null || (await readAfter(db, queryId, asked.at)) !== undefined) return false;
  const held = db.selectFrom('queries').select('id').where('id', '=', queryId).where(isHeld('queries', now));
  return (await held.executeTakeFirst()) === undefined;
}

/** @param until ignores later requests, which a wrong clock has stored */
export async function lastAskedAt(db: Db, recordId: number, until: Date): Promise<string | undefined> {
  const asked = db.selectFrom('nudges').select(db.fn.max('asked_at').as('at')).where('record_id', '=', recordId);
  const row = await asked.where('asked_at', '<=', until.toISOString()).executeTakeFirst();
  return row?.at ?? undefined;
}

export async function spentByNudges(db: Db, now: Date): Promise<number> {
  const credits = db.fn.sum<number | string | null>('credits').as('credits');
  const row = await db.selectFrom('nudges').select(credits).where('asked_at', '>=', utcDay(now)).executeTakeFirst();
  return Number(row?.credits ?? 0);
}

export async function lastCheckId(db: Db): Promise<number> {
  const row = await db.selectFrom('checks').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return row?.id ?? 0;
}

export async function loadNews(
  db: Db,
  recordId: number,
  { documents, since }: { readonly documents: readonly string[]; readonly since: string },
): Promise<RecordNews> {
  const numbers = ['', ...new Set(documents.flatMap((document) => [document, plainNumber(document)]))];
  const entries = await db
    .selectFrom('entries')
    .innerJoin('checks', 'checks.id', 'entries.first_check')
    .select(['document_number as number', 'checks.id as check', 'checks.ended_at as at'])
    .where('record_id', '=', recordId)
    .where('document_number', 'in', numbers)
    .orderBy('checks.id')
    .execute();
  const later = db.selectFrom('changes').where('record_id', '=', recordId).where('detected_at', '>', since);
  const saying = later.where('kind', 'in', ['entry.unseen', 'entry.backfill', 'docket.status']);
  const changes = await saying.select(['check_id as check', 'detected_at as at']).execute();
  const isNumbered = ({ number }: { number: string }) => number !== '';
  const numbered = new Map<string, Found>();
  for (const { number, ...found } of entries.filter(isNumbered)) {
    const plain = plainNumber(number);
    if (!numbered.has(plain)) numbered.set(plain, found);
  }
  const others = [...entries.filter((entry) => !isNumbered(entry)), ...changes];
  const unnumbered = others.map(({ check, at }) => ({ check, at })).sort((a, b) => (a.at < b.at ? -1 : 1));
  return { numbered, unnumbered };
}

export const noOutcomes = { confirmed: 0, known: 0, late: 0, unasked: 0, open: 0 };

type Outcomes = typeof noOutcomes;

export async function countOutcomes(db: Db, since: string): Promise<(Outcomes & { source: string; court: string })[]> {
  const rows = await db
    .selectFrom('nudges')
    .select(['source', 'court', 'state', ({ fn }) => fn.countAll<number | string>().as('count')])
    .where('seen_at', '>=', since)
    .groupBy(['source', 'court', 'state'])
    .orderBy('source')
    .orderBy('court')
    .execute();
  return [...Map.groupBy(rows, ({ source, court }) => `${source} ${court}`).values()].map((ofCourt) => {
    const [{ source, court } = { source: '', court: '' }] = ofCourt;
    const sums = { ...noOutcomes };
    for (const { state, count } of ofCourt)
      sums[state === 'due' || state === 'asked' ? 'open' : state] += Number(count);
    return { source, court, ...sums };
  });
}

export async function countNudges(db: Db) {
  const count = db.fn.countAll<number | string>().as('count');
  const all = db.selectFrom('nudges').select(['source', 'state as outcome', count]).groupBy(['source', 'state']);
  const rows = await all.where('state', 'in', ['confirmed', 'known', 'late', 'unasked']).execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}
