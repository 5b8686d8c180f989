import { sql } from 'kysely';
import { chunks, type Db, type Trx } from '../store.ts';

/** A watch that is not checked until a moment, or until somebody resumes it. */
export interface Pause {
  readonly watchId: string;
  readonly author: string;
  /** Empty where nobody said. */
  readonly reason: string;
  /** ISO, UTC. */
  readonly beganAt: string;
  /** null: until it is resumed. */
  readonly until: string | null;
}

/** The pauses that run, by watch; those whose time has come included. */
export async function listPauses(db: Db): Promise<Map<string, Pause>> {
  const rows = await db
    .selectFrom('pauses')
    .select(['watch_id as watchId', 'author', 'reason', 'began_at as beganAt', 'until'])
    .orderBy('watch_id')
    .execute();
  return new Map(rows.map((row) => [row.watchId, row]));
}

/** Pauses a watch; if it is paused already, the new end and reason replace the former ones. */
export async function savePause(trx: Trx, { watchId, author, reason, beganAt, until }: Pause): Promise<void> {
  await trx
    .insertInto('pauses')
    .values({ watch_id: watchId, author, reason, began_at: beganAt, until })
    .onConflict((conflict) => conflict.column('watch_id').doUpdateSet({ author, reason, until }))
    .execute();
  await setAsideDue(trx);
}

/** How a pause ends. */
export interface PauseEnd {
  readonly now: Date;
  /** undefined: its time came. */
  readonly who?: string | undefined;
}

/** Ends the pause of a watch; it is remembered. @returns whether it was paused. */
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

/** A pause that is over, or runs. */
export interface PauseSpan extends Omit<Pause, 'until'> {
  /** ISO, UTC; null: it runs. */
  readonly endedAt: string | null;
  /** null: its time came, or it runs. */
  readonly endedBy: string | null;
}

/** The pauses of these watches that touch a period (ISO, up to and not with `until`), those that run included, in the order in which they began. */
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

/** When the last pause of each of these watches ended (ISO), by watch; one that was never paused is absent. */
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

/** Takes the searches of paused watches out of what falls due: to be called when due times may have been given to them. */
export async function setAsideDue(trx: Trx): Promise<void> {
  await trx
    .updateTable('watch_queries')
    .set({
      // What was due before stays due: one check too many is better than one too few.
      paused_due_at: sql`case when paused_due_at < next_due_at then paused_due_at else next_due_at end`,
      next_due_at: null,
    })
    .where('watch_id', 'in', (eb) => eb.selectFrom('pauses').select('pauses.watch_id'))
    .where('next_due_at', 'is not', null)
    .execute();
}

/** Notes changes that are reported to a paused watch when it is resumed. */
export async function keepForPaused(db: Db, watchId: string, changeIds: readonly number[]): Promise<void> {
  for (const part of chunks(changeIds, 2)) {
    await db
      .insertInto('paused_changes')
      .values(part.map((change_id) => ({ watch_id: watchId, change_id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** The changes that were kept for a watch while it was paused, in order; they are kept no longer. */
export async function takePausedChanges(trx: Trx, watchId: string): Promise<number[]> {
  const rows = await trx.deleteFrom('paused_changes').where('watch_id', '=', watchId).returning('change_id').execute();
  return rows.map((row) => row.change_id).sort((a, b) => a - b);
}
