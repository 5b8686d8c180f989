import { sql } from 'kysely';
import { type Db, oneAtATime, putRows, type Trx } from '../../store/store.ts';
import { isOwnWatch } from '../ownWatchesTable.ts';
import { type Held, type Hold, type HoldEnd, uncheckedWatches, type WatchHold } from './holds.ts';

/** Holds a watch or a record. If a hold exists, its end, author and reason are replaced. */
export async function putHold(db: Db, hold: Omit<Hold, 'id'>): Promise<void> {
  const { watchId, recordId, label, author, reason, beganAt, until, isChecked } = hold;
  const held = { watch_id: watchId, record_id: recordId, label, began_at: beganAt, is_checked: isChecked ? 1 : 0 };
  await db
    .insertInto('holds')
    .values({ ...held, author, reason, until })
    .onConflict((conflict) =>
      conflict
        .expression(sql`coalesce(watch_id, ''), coalesce(record_id, 0), coalesce(kind, ''), is_checked`)
        .where('ended_at', 'is', null)
        .doUpdateSet({ author, reason, until }),
    )
    .execute();
}

/** Includes holds whose time is over. Inside a transaction, no other process can end them. */
export async function runningHolds(db: Db): Promise<Hold[]> {
  const running = db
    .selectFrom('holds')
    .select(['id', 'watch_id as watchId', 'record_id as recordId', 'label', 'author', 'reason', 'until'])
    .select(['began_at as beganAt', 'is_checked as isChecked'])
    .where('ended_at', 'is', null)
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
  const running = db.updateTable('holds').where('id', '=', id).where('ended_at', 'is', null);
  const ended = running.set({ ended_at: now.toISOString(), ended_by: who ?? null });
  return (await ended.executeTakeFirst()).numUpdatedRows > 0n;
}

export interface HeldChange {
  readonly holdId: number;
  readonly changeId: number;
  readonly watchId: string;
  readonly channel: string; // '' if the channel is chosen when the hold ends.
}

export async function insertHeldChanges(db: Db, changes: readonly HeldChange[]): Promise<void> {
  const rows = changes.map(({ holdId, changeId, watchId, channel }) => {
    return { hold_id: holdId, change_id: changeId, watch_id: watchId, channel };
  });
  await putRows(db, 'held_changes', rows, 'keep');
}

/** Leaves out changes that the channel already got for another watch. */
export async function heldChanges(db: Db, holdId: number): Promise<(HeldChange & { readonly recordId: number })[]> {
  return db
    .selectFrom('held_changes')
    .innerJoin('changes', 'changes.id', 'change_id')
    .select(['hold_id as holdId', 'change_id as changeId', 'watch_id as watchId', 'channel', 'record_id as recordId'])
    .where('hold_id', '=', holdId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('alert_changes')
            .innerJoin('alerts', 'alerts.id', 'alert_changes.alert_id')
            .select('alerts.id')
            .whereRef('alert_changes.change_id', '=', 'held_changes.change_id')
            .whereRef('alerts.channel', '=', 'held_changes.channel'),
        ),
      ),
    )
    .orderBy('change_id')
    .execute();
}

export async function holdsOfChange(db: Db, changeId: number) {
  return db
    .selectFrom('held_changes')
    .innerJoin('holds', 'holds.id', 'held_changes.hold_id')
    .select(['channel', 'held_changes.watch_id as watchId', 'label', 'author', 'reason', 'until'])
    .select('ended_at as endedAt')
    .where('change_id', '=', changeId)
    .where('is_checked', '=', 1)
    .orderBy('holds.id')
    .execute();
}

export async function countHeldChanges(db: Db): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('held_changes')
    .select((eb) => ['hold_id', eb.fn.count<number>('change_id').distinct().as('changes')])
    .groupBy('hold_id')
    .execute();
  return new Map(rows.map((row) => [row.hold_id, row.changes]));
}

/** Returns pauses in a period (ISO, `until` excluded), in the order of their start; `endedAt`: null while one runs. */
export async function uncheckedIn(
  db: Db,
  watchIds: readonly string[],
  { from, until }: { readonly from: string; readonly until: string },
) {
  return db
    .selectFrom('holds')
    .select(['author', 'reason', 'began_at as beganAt', 'ended_at as endedAt', 'ended_by as endedBy'])
    .select((eb) => eb.ref('watch_id').$notNull().as('watchId'))
    .where('watch_id', 'in', watchIds)
    .where('is_checked', '=', 0)
    .where('began_at', '<', until)
    .where((eb) => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>', from)]))
    .orderBy('began_at')
    .orderBy('id')
    .execute();
}

/** Returns when each watch was last resumed (ISO). Watches that were never paused are absent. */
export async function lastResumed(db: Db, watchIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const ended = db.selectFrom('holds').where('is_checked', '=', 0).where('ended_at', 'is not', null);
  const last = ended.select(['watch_id', db.fn.max('ended_at').as('at')]).groupBy('watch_id');
  const rows = await last.where('watch_id', 'in', watchIds).execute();
  return new Map(rows.map(({ watch_id, at }) => [watch_id ?? '', at ?? '']));
}

/** An entry type (`letter`) or a kind of change (`docket.updated`) that is excluded outside the config. */
export type Quieted = Awaited<ReturnType<typeof listQuieted>>[number];

export async function listQuieted(db: Db, watchId?: string) {
  const query = db
    .selectFrom('holds')
    .select((eb) => [eb.ref('watch_id').$notNull().as('watchId'), eb.ref('kind').$notNull().as('kind')])
    .select(['began_at as at', 'author as who'])
    .where('kind', 'is not', null);
  const some = watchId === undefined ? query : query.where('watch_id', '=', watchId);
  return some.orderBy('watch_id').orderBy('kind').execute();
}

/** If the kind is already excluded, the first row stays. */
export async function quieten(trx: Trx, { watchId, kind, at, who }: Quieted): Promise<void> {
  const quiet = { watch_id: watchId, kind, began_at: at, author: who, label: '', reason: '', is_checked: 1 };
  await putRows(trx, 'holds', [quiet], 'keep');
}

export async function reportAgain(trx: Trx, watchId: string, kind: string): Promise<boolean> {
  const quiet = trx.deleteFrom('holds').where('watch_id', '=', watchId).where('kind', '=', kind);
  const ended = await quiet.executeTakeFirst();
  return ended.numDeletedRows > 0n;
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
  const inForce = trx.selectFrom('watches').select('id').where('id', '=', watchId).where('removed_at', 'is', null);
  return (await inForce.executeTakeFirst()) !== undefined || isOwnWatch(trx, watchId);
}

/** Ends a hold. After a pause, the watch gets its due times back. @returns true if the hold was running */
export async function removeHold(trx: Trx, { id, watchId, isChecked }: Hold, end: HoldEnd): Promise<boolean> {
  if (!isChecked) await oneAtATime(trx, 'watches');
  if (!(await closeHold(trx, id, end))) return false;
  if (isChecked) return true;
  const held = trx.updateTable('watch_queries').where('watch_id', '=', watchId).where('held_due_at', 'is not', null);
  await held.set((eb) => ({ next_due_at: eb.ref('held_due_at'), held_due_at: null })).execute();
  return true;
}

/** Ends all holds of a removed watch, so a new watch with its id is checked and reports. Held changes are dropped. */
export async function endHoldsOfWatch(trx: Trx, watchId: string, end: HoldEnd): Promise<void> {
  for (const hold of await runningHolds(trx)) if (hold.watchId === watchId) await removeHold(trx, hold, end);
  await trx.deleteFrom('holds').where('watch_id', '=', watchId).where('kind', 'is not', null).execute();
}

/** Does the same for all removed watches. Must run before new watches come into force. */
export async function endHoldsOfRemoved(trx: Trx, now: Date): Promise<void> {
  const held = trx.selectFrom('holds').select('watch_id').distinct().where('ended_at', 'is', null);
  for (const { watch_id: watchId } of await held.orderBy('watch_id').execute()) {
    if (watchId === null || (await isWatched(trx, watchId))) continue;
    await endHoldsOfWatch(trx, watchId, { now, who: 'removal of the watch' });
  }
}

/** Clears the due times of paused watches. Must run whenever these may have received due times. */
export async function setAsideDue(trx: Trx): Promise<void> {
  await trx
    .updateTable('watch_queries')
    .set({
      // The earlier time is kept: one extra check is better than a missing one.
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
