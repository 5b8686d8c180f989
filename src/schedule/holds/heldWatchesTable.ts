import { sql } from 'kysely';
import { oneAtATime, type Trx } from '../../store/store.ts';
import type { Hold, HoldEnd } from './holds.ts';
import { closeHold, findHold, loadUnchecked, putHold } from './holdsTable.ts';

/**
 * Holds a watch or a record. A watch that is not to be checked meanwhile loses its due times until then.
 * @returns false: there is no such watch (any more), and nothing is stored
 */
export async function saveHold(trx: Trx, hold: Omit<Hold, 'id'>): Promise<boolean> {
  await oneAtATime(trx, 'watches');
  if (hold.watchId !== null && !(await isWatched(trx, hold.watchId))) return false;
  await putHold(trx, hold);
  if (!hold.isChecked) await setAsideDue(trx);
  return true;
}

/** Whether the watch is in force, or was made on the page and is so within seconds. */
async function isWatched(trx: Trx, watchId: string): Promise<boolean> {
  const inForce = trx.selectFrom('watches').select('id').where('id', '=', watchId).where('removed_at', 'is', null);
  if ((await inForce.executeTakeFirst()) !== undefined) return true;
  const own = trx.selectFrom('own_watches').select('id').where('id', '=', watchId);
  return (await own.executeTakeFirst()) !== undefined;
}

/** Ends a hold, and gives a watch that was not checked its due times back. @returns whether it was running */
export async function removeHold(trx: Trx, { id, watchId, isChecked }: Hold, end: HoldEnd): Promise<boolean> {
  if (!isChecked) await oneAtATime(trx, 'watches');
  if (!(await closeHold(trx, id, end))) return false;
  if (isChecked) return true;
  await trx
    .updateTable('watch_queries')
    .set((eb) => ({ next_due_at: eb.ref('held_due_at'), held_due_at: null }))
    .where('watch_id', '=', watchId)
    .where('held_due_at', 'is not', null)
    .execute();
  return true;
}

/**
 * A watch that is removed is checked as usual when another one gets its id. What was kept for it is not reported any
 * more.
 */
export async function endHoldOfRemoved(trx: Trx, watchId: string, end: HoldEnd): Promise<void> {
  const hold = await findHold(trx, { watchId, recordId: null, isChecked: false });
  if (hold !== undefined) await removeHold(trx, hold, end);
}

/** The same for all watches that were removed. To be called before watches come into force. */
export async function endHoldsOfRemoved(trx: Trx, now: Date): Promise<void> {
  for (const [watchId, hold] of await loadUnchecked(trx)) {
    if (!(await isWatched(trx, watchId))) await removeHold(trx, hold, { now, who: 'removal of the watch' });
  }
}

/**
 * Takes the searches of watches that are not to be checked out of the due times. To be called whenever they may have
 * got some.
 */
export async function setAsideDue(trx: Trx): Promise<void> {
  await trx
    .updateTable('watch_queries')
    .set({
      // The earlier due time counts: one check too many is better than one too few.
      held_due_at: sql`case when held_due_at < next_due_at then held_due_at else next_due_at end`,
      next_due_at: null,
    })
    .where('watch_id', 'in', (eb) =>
      eb
        .selectFrom('holds')
        .select((of) => of.ref('holds.watch_id').$notNull().as('id'))
        .where('is_checked', '=', 0)
        .where('ended_at', 'is', null),
    )
    .where('next_due_at', 'is not', null)
    .execute();
}
