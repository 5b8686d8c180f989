import { sql } from 'kysely';
import { pausedWatches } from '../../store/claims/queries.ts';
import type { Tables } from '../../store/schema/tables.ts';
import { type Db, oneAtATime, putRows, type Trx } from '../../store/store.ts';
import { isOwnWatch } from '../ownWatchesTable.ts';
import { type Held, type Hold, type HoldEnd, uncheckedWatches, type WatchHold } from './holds.ts';

/** Holds a watch or a record. If a hold exists, its end, author and reason are replaced. */
export async function putHold(db: Db, hold: Omit<Hold, 'id'>): Promise<void> {
  const { author, reason, until, isChecked } = hold;
  await db
    .insertInto('holds')
    .values({ ...hold, isChecked: isChecked ? 1 : 0 })
    .onConflict((conflict) =>
      conflict
        .expression(sql`coalesce(watch_id, ''), coalesce(record_id, 0), coalesce(kind, ''), is_checked`)
        .where('endedAt', 'is', null)
        .doUpdateSet({ author, reason, until }),
    )
    .execute();
}

/** Includes holds whose time is over. Inside a transaction, no other process can end them. */
export async function runningHolds(db: Db): Promise<Hold[]> {
  const running = db
    .selectFrom('holds')
    .select(['id', 'watchId', 'recordId', 'label', 'author', 'reason', 'until', 'beganAt', 'isChecked'])
    .where('endedAt', 'is', null)
    .where('kind', 'is', null)
    .orderBy('id');
  const rows = await running.$if(db.isTransaction, (query) => query.forShare()).execute();
  return rows.map((row) => ({ ...row, isChecked: row.isChecked === 1 }));
}

export async function loadUnchecked(db: Db): Promise<ReadonlyMap<string, WatchHold>> {
  return uncheckedWatches(await runningHolds(db));
}

export async function findHold(db: Db, held: Held): Promise<Hold | undefined> {
  return (await runningHolds(db)).find(
    (hold) => hold.watchId === held.watchId && hold.recordId === held.recordId && hold.isChecked === held.isChecked,
  );
}

/** @returns true if this call ended the hold; only then the caller reports the deferred changes */
export async function closeHold(db: Db, id: number, { now, who }: HoldEnd): Promise<boolean> {
  const running = db.updateTable('holds').where('id', '=', id).where('endedAt', 'is', null);
  const ended = running.set({ endedAt: now.toISOString(), endedBy: who ?? null });
  return (await ended.executeTakeFirst()).numUpdatedRows > 0n;
}

export type HeldChange = Readonly<Tables['heldChanges']>;

export async function insertHeldChanges(db: Db, changes: readonly HeldChange[]): Promise<void> {
  const rows = changes.map(({ holdId, changeId, watchId, channel }) => ({ holdId, changeId, watchId, channel }));
  await putRows(db, 'heldChanges', rows, 'keep');
}

/** Leaves out changes that the channel already got for another watch. */
export async function heldChanges(db: Db, holdId: number): Promise<(HeldChange & { readonly recordId: number })[]> {
  return db
    .selectFrom('heldChanges')
    .innerJoin('changes', 'changes.id', 'changeId')
    .select(['holdId', 'changeId', 'watchId', 'channel', 'recordId'])
    .where('holdId', '=', holdId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('alertChanges')
            .innerJoin('alerts', 'alerts.id', 'alertChanges.alertId')
            .select('alerts.id')
            .whereRef('alertChanges.changeId', '=', 'heldChanges.changeId')
            .whereRef('alerts.channel', '=', 'heldChanges.channel'),
        ),
      ),
    )
    .orderBy('changeId')
    .execute();
}

export async function holdsOfChange(db: Db, changeId: number) {
  return db
    .selectFrom('heldChanges')
    .innerJoin('holds', 'holds.id', 'heldChanges.holdId')
    .select(['channel', 'heldChanges.watchId', 'label', 'author', 'reason', 'until', 'endedAt'])
    .where('changeId', '=', changeId)
    .where('isChecked', '=', 1)
    .orderBy('holds.id')
    .execute();
}

export async function countHeldChanges(db: Db): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('heldChanges')
    .select((eb) => ['holdId', eb.fn.count<number>('changeId').distinct().as('changes')])
    .groupBy('holdId')
    .execute();
  return new Map(rows.map((row) => [row.holdId, row.changes]));
}

/** Returns pauses in a period (ISO, `until` excluded), in the order of their start; `endedAt`: null while one runs. */
export async function uncheckedIn(
  db: Db,
  watchIds: readonly string[],
  { from, until }: { readonly from: string; readonly until: string },
) {
  return db
    .selectFrom('holds')
    .select(['author', 'reason', 'beganAt', 'endedAt', 'endedBy'])
    .select((eb) => eb.ref('watchId').$notNull().as('watchId'))
    .where('watchId', 'in', watchIds)
    .where('isChecked', '=', 0)
    .where('beganAt', '<', until)
    .where((eb) => eb.or([eb('endedAt', 'is', null), eb('endedAt', '>', from)]))
    .orderBy('beganAt')
    .orderBy('id')
    .execute();
}

/** Returns when each watch was last resumed (ISO). Watches that were never paused are absent. */
export async function lastResumed(db: Db, watchIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const ended = db.selectFrom('holds').where('isChecked', '=', 0).where('endedAt', 'is not', null);
  const last = ended.select(['watchId', db.fn.max('endedAt').as('at')]).groupBy('watchId');
  const rows = await last.where('watchId', 'in', watchIds).execute();
  return new Map(rows.map(({ watchId, at }) => [watchId ?? '', at ?? '']));
}

/** An entry type (`letter`) or a kind of change (`docket.updated`) that is excluded outside the config. */
export type Quieted = Awaited<ReturnType<typeof listQuieted>>[number];

export async function listQuieted(db: Db, watchId?: string) {
  const query = db
    .selectFrom('holds')
    .select((eb) => [eb.ref('watchId').$notNull().as('watchId'), eb.ref('kind').$notNull().as('kind')])
    .select(['beganAt as at', 'author as who'])
    .where('kind', 'is not', null);
  const some = watchId === undefined ? query : query.where('watchId', '=', watchId);
  return some.orderBy('watchId').orderBy('kind').execute();
}

/** If the kind is already excluded, the first row stays. */
export async function quieten(trx: Trx, { watchId, kind, at, who }: Quieted): Promise<void> {
  const quiet = { watchId, kind, beganAt: at, author: who, label: '', reason: '', isChecked: 1 };
  await putRows(trx, 'holds', [quiet], 'keep');
}

export async function reportAgain(trx: Trx, watchId: string, kind: string): Promise<boolean> {
  const quiet = trx.deleteFrom('holds').where('watchId', '=', watchId).where('kind', '=', kind);
  return (await quiet.executeTakeFirst()).numDeletedRows > 0n;
}

/** A pause also clears the watch's due times. @returns false if the watch does not exist (any more) */
export async function saveHold(trx: Trx, hold: Omit<Hold, 'id'>): Promise<boolean> {
  await oneAtATime(trx, 'watches');
  if (hold.watchId !== null && !(await isWatched(trx, hold.watchId))) return false;
  await putHold(trx, hold);
  if (!hold.isChecked) await setAsideDue(trx);
  return true;
}

async function isWatched(trx: Trx, watchId: string): Promise<boolean> {
  const inForce = trx.selectFrom('watches').select('id').where('id', '=', watchId).where('removedAt', 'is', null);
  return (await inForce.executeTakeFirst()) !== undefined || isOwnWatch(trx, watchId);
}

/** Ends a hold. After a pause, the watch gets its due times back. @returns true if the hold was running */
export async function removeHold(trx: Trx, { id, watchId, isChecked }: Hold, end: HoldEnd): Promise<boolean> {
  if (!isChecked) await oneAtATime(trx, 'watches');
  if (!(await closeHold(trx, id, end))) return false;
  if (isChecked) return true;
  const held = trx.updateTable('watchQueries').where('watchId', '=', watchId).where('heldDueAt', 'is not', null);
  await held.set((eb) => ({ nextDueAt: eb.ref('heldDueAt'), heldDueAt: null })).execute();
  return true;
}

/** Ends all holds of a removed watch, so a new watch with its id is checked and reports. Held changes are dropped. */
export async function endHoldsOfWatch(trx: Trx, watchId: string, end: HoldEnd): Promise<void> {
  for (const hold of await runningHolds(trx)) if (hold.watchId === watchId) await removeHold(trx, hold, end);
  await trx.deleteFrom('holds').where('watchId', '=', watchId).where('kind', 'is not', null).execute();
}

/** Does the same for all removed watches. Must run before new watches come into force. */
export async function endHoldsOfRemoved(trx: Trx, now: Date): Promise<void> {
  const held = trx.selectFrom('holds').select('watchId').distinct().where('endedAt', 'is', null);
  for (const { watchId } of await held.orderBy('watchId').execute()) {
    if (watchId === null || (await isWatched(trx, watchId))) continue;
    await endHoldsOfWatch(trx, watchId, { now, who: 'removal of the watch' });
  }
}

/** Clears the due times of paused watches. Must run whenever these may have received due times. */
export async function setAsideDue(trx: Trx): Promise<void> {
  await trx
    .updateTable('watchQueries')
    .set({
      // The earlier time is kept: one extra check is better than a missing one.
      heldDueAt: sql`case when held_due_at < next_due_at then held_due_at else next_due_at end`,
      nextDueAt: null,
    })
    .where('watchId', 'in', pausedWatches(trx))
    .where('nextDueAt', 'is not', null)
    .execute();
}
