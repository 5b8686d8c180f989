import { sql } from 'kysely';
import { chunks, type Db, type Trx } from '../database/store.ts';

/** A watch that is not checked until a moment, or until somebody resumes it. */
export interface Pause {
  readonly watchId: string;
  readonly author: string;
  /** Empty where nobody gave one. */
  readonly reason: string;
  /** ISO, UTC. */
  readonly beganAt: string;
  /** null: until it is resumed. */
  readonly until: string | null;
}

/** The pauses that have not ended, by watch, including those whose time is over. */
export async function listPauses(db: Db): Promise<Map<string, Pause>> {
  const rows = await db
    .selectFrom('pauses')
    .select(['watch_id as watchId', 'author', 'reason', 'began_at as beganAt', 'until'])
    .orderBy('watch_id')
    .execute();
  return new Map(rows.map((row) => [row.watchId, row]));
}

/**
 * Pauses a watch; if it is paused already, the new end and reason replace the former ones.
 * @returns false: there is no such watch (any more), and nothing is stored
 */
export async function savePause(trx: Trx, { watchId, author, reason, beganAt, until }: Pause): Promise<boolean> {
  if (!(await isWatched(trx, watchId))) return false;
  await trx
    .insertInto('pauses')
    .values({ watch_id: watchId, author, reason, began_at: beganAt, until })
    .onConflict((conflict) => conflict.column('watch_id').doUpdateSet({ author, reason, until }))
    .execute();
  await setAsideDue(trx);
  return true;
}

/** Whether the watch is in force, or was made on the page and is so within seconds. */
async function isWatched(trx: Trx, watchId: string): Promise<boolean> {
  const inForce = trx.selectFrom('watches').select('id').where('id', '=', watchId).where('removed_at', 'is', null);
  if ((await inForce.executeTakeFirst()) !== undefined) return true;
  const own = trx.selectFrom('own_watches').select('id').where('id', '=', watchId);
  return (await own.executeTakeFirst()) !== undefined;
}

/** How a pause ends. */
export interface PauseEnd {
  readonly now: Date;
  /** undefined: the pause ended by itself. */
  readonly who?: string | undefined;
}

/**
 * Ends the pause of a watch, and keeps it as a past pause.
 * @returns whether the watch was paused
 */
export async function removePause(trx: Trx, watchId: string, { now, who }: PauseEnd): Promise<boolean> {
  const row = await trx.deleteFrom('pauses').where('watch_id', '=', watchId).returningAll().executeTakeFirst();
  if (row === undefined) return false;
  const { author, reason, began_at } = row;
  await trx
    .insertInto('past_pauses')
    .values({ watch_id: watchId, author, reason, began_at, ended_at: now.toISOString(), ended_by: who ?? null })
    .execute();
  await trx
    .updateTable('watch_queries')
    .set((eb) => ({ next_due_at: eb.ref('paused_due_at'), paused_due_at: null }))
    .where('watch_id', '=', watchId)
    .where('paused_due_at', 'is not', null)
    .execute();
  return true;
}

/**
 * Ends the pauses of watches that are removed. What was kept for them is not reported any more. To be called before
 * watches come into force: one that gets such an id is another watch, and begins without a pause.
 */
export async function endPausesOfRemoved(trx: Trx, now: Date): Promise<void> {
  for (const watchId of (await listPauses(trx)).keys()) {
    if (await isWatched(trx, watchId)) continue;
    await removePause(trx, watchId, { now, who: 'removal of the watch' });
    await takePausedChanges(trx, watchId);
  }
}

/** A pause, past or running. */
export interface PauseSpan extends Omit<Pause, 'until'> {
  /** ISO, UTC; null: it is running. */
  readonly endedAt: string | null;
  /** null: it ended by itself, or is running. */
  readonly endedBy: string | null;
}

/**
 * The pauses of these watches that overlap a period (ISO; `until` is not part of it), including running ones, in
 * the order in which they began.
 */
export async function pausesIn(
  db: Db,
  watchIds: readonly string[],
  { from, until }: { readonly from: string; readonly until: string },
): Promise<PauseSpan[]> {
  const found: PauseSpan[] = [];
  for (const ids of chunks(watchIds)) {
    const past = await db
      .selectFrom('past_pauses')
      .select(['watch_id as watchId', 'author', 'reason', 'began_at as beganAt'])
      .select(['ended_at as endedAt', 'ended_by as endedBy'])
      .where('watch_id', 'in', ids)
      .where('ended_at', '>', from)
      .where('began_at', '<', until)
      .orderBy('id')
      .execute();
    found.push(...past);
  }
  const wanted = new Set(watchIds);
  for (const { until: _, ...pause } of (await listPauses(db)).values()) {
    if (wanted.has(pause.watchId) && pause.beganAt < until) found.push({ ...pause, endedAt: null, endedBy: null });
  }
  return found.sort((a, b) => (a.beganAt < b.beganAt ? -1 : a.beganAt > b.beganAt ? 1 : 0));
}

/** When the last pause of each of these watches ended (ISO), by watch. Watches that were never paused are absent. */
export async function lastPauseEnds(db: Db, watchIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const ends = new Map<string, string>();
  for (const ids of chunks(watchIds)) {
    const rows = await db
      .selectFrom('past_pauses')
      .select((eb) => ['watch_id', eb.fn.max('ended_at').as('at')])
      .where('watch_id', 'in', ids)
      .groupBy('watch_id')
      .execute();
    for (const { watch_id, at } of rows) ends.set(watch_id, at);
  }
  return ends;
}

/**
 * Takes the searches of paused watches out of the due times. To be called whenever they may have been given due times.
 */
export async function setAsideDue(trx: Trx): Promise<void> {
  await trx
    .updateTable('watch_queries')
    .set({
      // The earlier due time counts: one check too many is better than one too few.
      paused_due_at: sql`case when paused_due_at < next_due_at then paused_due_at else next_due_at end`,
      next_due_at: null,
    })
    .where('watch_id', 'in', (eb) => eb.selectFrom('pauses').select('pauses.watch_id'))
    .where('next_due_at', 'is not', null)
    .execute();
}

/** Keeps changes that are to be reported to a paused watch when it is resumed. */
export async function keepForPaused(db: Db, watchId: string, changeIds: readonly number[]): Promise<void> {
  for (const part of chunks(changeIds, 2)) {
    await db
      .insertInto('paused_changes')
      .values(part.map((change_id) => ({ watch_id: watchId, change_id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/**
 * Takes out the changes that were kept for a watch while it was paused.
 * @returns their ids, in order
 */
export async function takePausedChanges(trx: Trx, watchId: string): Promise<number[]> {
  const rows = await trx.deleteFrom('paused_changes').where('watch_id', '=', watchId).returning('change_id').execute();
  return rows.map((row) => row.change_id).sort((a, b) => a - b);
}
