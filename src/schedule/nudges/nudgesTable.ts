import { daysAgo } from '../../base/time.ts';
import { chunks, type Db, type Trx } from '../../store/store.ts';
import { type Found, type OpenNudge, plainNumber, type RecordNews, type Step } from './ladder.ts';
import type { Signal } from './matchCases.ts';

/** A nudge to be stored. `found`: what it announces is known already. */
export interface NewNudge {
  readonly source: string;
  readonly court: string;
  readonly recordId: number;
  readonly signal: Signal;
  readonly found?: Found | undefined;
}

const longestText = 200;

export async function insertNudges(trx: Trx, nudges: readonly NewNudge[], now: Date): Promise<void> {
  const at = now.toISOString();
  const rows = nudges.map(({ source, court, recordId, signal, found }) => ({
    source,
    court,
    record_id: recordId,
    document: signal.document,
    text: signal.text.slice(0, longestText).toWellFormed(),
    published_at: signal.publishedAt,
    seen_at: at,
    state: found === undefined ? ('due' as const) : ('known' as const),
    ask_at: at,
    settled_at: found === undefined ? null : at,
    found_check: found?.check ?? null,
    found_at: found?.at ?? null,
  }));
  for (const part of chunks(rows, 12))
    await trx
      .insertInto('nudges')
      .values([...part])
      .execute();
}

/**
 * Notes what was seen in a source, so that it counts once. What is still seen is kept: a feed may stand still for
 * months.
 * @returns the keys that had not been seen there before
 */
export async function noteItems(
  trx: Trx,
  { source, court }: { readonly source: string; readonly court: string },
  keys: readonly string[],
  now: Date,
): Promise<Set<string>> {
  const fresh = new Set<string>();
  const seen_at = now.toISOString();
  const dayBefore = daysAgo(now, 1);
  for (const part of chunks([...new Set(keys)].sort(), 4)) {
    const rows = await trx
      .insertInto('nudge_items')
      .values(part.map((item) => ({ source, court, item, seen_at })))
      .onConflict((conflict) => conflict.columns(['source', 'court', 'item']).doNothing())
      .returning('item')
      .execute();
    for (const { item } of rows) fresh.add(item);
    await trx
      .updateTable('nudge_items')
      .set({ seen_at })
      .where('source', '=', source)
      .where('court', '=', court)
      .where('item', 'in', [...part])
      .where('seen_at', '<', dayBefore)
      .execute();
  }
  return fresh;
}

/** The records with open nudges that have something to do: all, or those whose time has come. */
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

export async function openNudgesOf(
  trx: Trx,
  recordId: number,
): Promise<(OpenNudge & { readonly source: string; readonly court: string })[]> {
  const rows = await trx
    .selectFrom('nudges')
    .select(['id', 'source', 'court', 'document', 'seen_at as seenAt', 'state', 'steps', 'ask_at as askAt'])
    .select('ask_id as askId')
    .where('record_id', '=', recordId)
    .where('state', 'in', ['due', 'asked'])
    .orderBy('id')
    .execute();
  return rows.flatMap((row) => (row.state === 'due' || row.state === 'asked' ? [{ ...row, state: row.state }] : []));
}

export async function countOpen(db: Db, recordId: number): Promise<number> {
  const row = await db
    .selectFrom('nudges')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('record_id', '=', recordId)
    .where('state', 'in', ['due', 'asked'])
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export async function storeStep(
  trx: Trx,
  id: number,
  step: Step & { readonly askId?: number; readonly found?: Found | undefined },
  now: Date,
): Promise<void> {
  const isOpen = step.state === 'due' || step.state === 'asked';
  await trx
    .updateTable('nudges')
    .set({
      state: step.state,
      settled_at: isOpen ? null : now.toISOString(),
      ...(step.steps !== undefined && { steps: step.steps }),
      ...(step.askAt !== undefined && { ask_at: step.askAt }),
      ...(step.askId !== undefined && { ask_id: step.askId }),
      ...(step.found !== undefined && { found_check: step.found.check, found_at: step.found.at }),
    })
    .where('id', '=', id)
    .execute();
}

export async function loadNews(
  db: Db,
  recordId: number,
  { documents, since }: { readonly documents: readonly string[]; readonly since: string },
): Promise<RecordNews> {
  const entries = await db
    .selectFrom('entries')
    .innerJoin('checks', 'checks.id', 'entries.first_check')
    .select(['document_number as number', 'checks.id as check', 'checks.ended_at as at'])
    .where('record_id', '=', recordId)
    .where('document_number', 'in', ['', ...new Set(documents.flatMap(spellings))])
    .orderBy('checks.id')
    .execute();
  const changes = await db
    .selectFrom('changes')
    .select(['check_id as check', 'detected_at as at'])
    .where('record_id', '=', recordId)
    .where('kind', 'in', ['entry.unseen', 'entry.backfill', 'docket.status'])
    .where('detected_at', '>', since)
    .execute();
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

function spellings(document: string): string[] {
  return [document, plainNumber(document)];
}

/** Signals by what became of them. */
export interface Outcomes {
  readonly confirmed: number;
  readonly known: number;
  readonly late: number;
  readonly unasked: number;
  readonly open: number;
}

/** By source and court, of what was said since a moment (ISO). */
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
    const sums = { confirmed: 0, known: 0, late: 0, unasked: 0, open: 0 };
    for (const { state, count } of ofCourt)
      sums[state === 'due' || state === 'asked' ? 'open' : state] += Number(count);
    return { source, court, ...sums };
  });
}

export async function countNudges(db: Db) {
  const rows = await db
    .selectFrom('nudges')
    .select(['source', 'state as outcome', ({ fn }) => fn.countAll<number | string>().as('count')])
    .where('state', 'in', ['confirmed', 'known', 'late', 'unasked'])
    .groupBy(['source', 'state'])
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

/** Forgets items that no feed shows any more, and what was learnt of them long ago. */
export async function deleteOldNudges(db: Db, itemsBefore: string, nudgesBefore: string): Promise<void> {
  await db.deleteFrom('nudge_items').where('seen_at', '<', itemsBefore).execute();
  await db.deleteFrom('nudges').where('settled_at', '<', nudgesBefore).execute();
  await db.deleteFrom('nudge_asks').where('asked_at', '<', nudgesBefore).execute();
}
