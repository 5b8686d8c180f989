import { sql } from 'kysely';
import type { Db } from '../database/store.ts';
import { courtField } from './watchedCasesQueries.ts';

export interface Learnt {
  readonly source: string;
  readonly court: string;
  /** Signals by what became of them. */
  readonly confirmed: number;
  readonly known: number;
  readonly late: number;
  readonly unasked: number;
  readonly open: number;
  /**
   * Minutes from the court's entry to the check that found it in the service, half of them sooner; undefined where none
   * is known. At most: the service may have had it before.
   */
  readonly lagMinutes: number | undefined;
}

const none = { confirmed: 0, known: 0, late: 0, unasked: 0, open: 0 };

/** By source and court, with whatever was said since a moment (ISO). */
export async function loadLearnt(db: Db, since: string): Promise<Learnt[]> {
  const counts = await db
    .selectFrom('nudges')
    .select(['source', 'court', 'state', ({ fn }) => fn.countAll<number | string>().as('count')])
    .where('seen_at', '>=', since)
    .groupBy(['source', 'court', 'state'])
    .orderBy('source')
    .orderBy('court')
    .execute();
  const found = await db
    .selectFrom('nudges')
    .select(['source', 'court', 'published_at', 'seen_at', 'found_at'])
    .where('state', '=', 'confirmed')
    .where('seen_at', '>=', since)
    .orderBy('id', 'desc')
    .limit(5_000)
    .execute();
  const keyOf = ({ source, court }: { source: string; court: string }) => `${source} ${court}`;
  const lags = Map.groupBy(found, keyOf);
  return [...Map.groupBy(counts, keyOf)].map(([key, rows]) => {
    const [{ source, court } = { source: '', court: '' }] = rows;
    const sums = { ...none };
    for (const { state, count } of rows) sums[state === 'due' || state === 'asked' ? 'open' : state] += Number(count);
    const minutes = (lags.get(key) ?? []).flatMap(({ published_at, seen_at, found_at }) =>
      found_at === null ? [] : [(Date.parse(found_at) - Date.parse(published_at ?? seen_at)) / 60_000],
    );
    return { source, court, ...sums, lagMinutes: median(minutes) };
  });
}

function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted[Math.floor((sorted.length - 1) / 2)];
  return middle === undefined ? undefined : Math.max(0, Math.round(middle));
}

/**
 * Entries reported since a moment (ISO), by court: all, and those that a source had announced before they were found.
 */
export async function announcedFirst(db: Db, since: string): Promise<Map<string, { all: number; first: number }>> {
  const court = courtField(db);
  const all = await db
    .selectFrom('changes')
    .innerJoin('records', 'records.id', 'changes.record_id')
    .select([court.as('court'), ({ fn }) => fn.countAll<number | string>().as('count')])
    .where('changes.kind', '=', 'entry.new')
    .where('detected_at', '>=', since)
    .groupBy(court)
    .execute();
  const first = await db
    .selectFrom('nudges')
    .select(['court', sql<number | string>`count(distinct record_id || ' ' || coalesce(document, text))`.as('count')])
    .where('state', '=', 'confirmed')
    .where('found_at', '>=', since)
    .groupBy('court')
    .execute();
  const firsts = new Map(first.map((row) => [row.court, Number(row.count)]));
  return new Map(
    all.flatMap(({ court: id, count }) =>
      id === null ? [] : [[id, { all: Number(count), first: Math.min(Number(count), firsts.get(id) ?? 0) }] as const],
    ),
  );
}
