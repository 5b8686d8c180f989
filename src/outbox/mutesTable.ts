import { type Selectable, sql } from 'kysely';
import type { MutedChangesTable, MutesTable } from '../database/schema/outboxTables.ts';
import { bulks, type Db } from '../database/store.ts';

/** A watch or a record about which nothing is reported until a moment. */
export interface Mute {
  readonly id: number;
  readonly watchId: string | null;
  readonly recordId: number | null;
  readonly label: string;
  readonly author: string;
  readonly reason: string;
  readonly beganAt: string;
  readonly until: string;
}

/**
 * Mutes a watch or a record. If it is muted already, the new end and reason replace the old ones, and
 * what was muted so far stays muted.
 */
export async function putMute(db: Db, mute: Omit<Mute, 'id'>): Promise<void> {
  const { watchId, recordId, label, author, reason, beganAt, until } = mute;
  await db
    .insertInto('mutes')
    .values({
      watch_id: watchId,
      record_id: recordId,
      label,
      author,
      reason,
      began_at: beganAt,
      until,
      ended_at: null,
    })
    .onConflict((conflict) =>
      conflict
        .expression(sql`coalesce(watch_id, ''), coalesce(record_id, 0)`)
        .where('ended_at', 'is', null)
        .doUpdateSet({ author, reason, until }),
    )
    .execute();
}

/** The mutes that were not ended, including those whose time is over. */
export async function runningMutes(db: Db): Promise<Mute[]> {
  const rows = await db.selectFrom('mutes').selectAll().where('ended_at', 'is', null).orderBy('id').execute();
  return rows.map(fromRow);
}

/** The mute that keeps a change of this record from this watch, if any. A mute of the record alone holds for every watch. */
export function findMute(
  mutes: readonly Mute[],
  about: { recordId: number; watchId: string },
  now: string,
): Mute | undefined {
  return mutes.find(
    (mute) =>
      mute.until > now &&
      (mute.recordId === null || mute.recordId === about.recordId) &&
      (mute.watchId === null || mute.watchId === about.watchId),
  );
}

/** @returns whether it ended now: whoever ends it reports what it muted */
export async function endMute(db: Db, id: number, endedAt: string): Promise<boolean> {
  const ended = db.updateTable('mutes').set({ ended_at: endedAt }).where('id', '=', id).where('ended_at', 'is', null);
  return (await ended.executeTakeFirst()).numUpdatedRows > 0n;
}

/** A change that a mute kept from a channel. */
export interface MutedChange {
  readonly muteId: number;
  readonly changeId: number;
  readonly watchId: string;
  readonly channel: string;
}

export async function insertMutedChanges(db: Db, changes: readonly MutedChange[]): Promise<void> {
  const rows: MutedChangesTable[] = changes.map((change) => ({
    mute_id: change.muteId,
    change_id: change.changeId,
    watch_id: change.watchId,
    channel: change.channel,
  }));
  for (const part of bulks(db, rows, 4)) {
    await db
      .insertInto('muted_changes')
      .values(part)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** What a mute kept from each channel, and of which record, except for changes that were reported there for another watch. */
export async function mutedChanges(db: Db, muteId: number): Promise<(MutedChange & { readonly recordId: number })[]> {
  return db
    .selectFrom('muted_changes')
    .innerJoin('changes', 'changes.id', 'change_id')
    .select(['mute_id as muteId', 'change_id as changeId', 'watch_id as watchId', 'channel', 'record_id as recordId'])
    .where('mute_id', '=', muteId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('alert_changes')
            .innerJoin('alerts', 'alerts.id', 'alert_changes.alert_id')
            .select('alerts.id')
            .whereRef('alert_changes.change_id', '=', 'muted_changes.change_id')
            .whereRef('alerts.channel', '=', 'muted_changes.channel'),
        ),
      ),
    )
    .orderBy('change_id')
    .execute();
}

/** A mute that kept a change from a channel. */
export interface MuteOfChange extends Pick<Mute, 'label' | 'author' | 'reason' | 'until'> {
  readonly channel: string;
  readonly watchId: string;
  readonly endedAt: string | null;
}

export async function mutesOfChange(db: Db, changeId: number): Promise<MuteOfChange[]> {
  return db
    .selectFrom('muted_changes')
    .innerJoin('mutes', 'mutes.id', 'muted_changes.mute_id')
    .select(['channel', 'muted_changes.watch_id as watchId', 'label', 'author', 'reason', 'until'])
    .select('ended_at as endedAt')
    .where('change_id', '=', changeId)
    .orderBy('mutes.id')
    .execute();
}

/** How many changes each mute has kept from channels so far: mute id → number. */
export async function countMuted(db: Db): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('muted_changes')
    .select((eb) => ['mute_id', eb.fn.count('change_id').distinct().as('muted')])
    .groupBy('mute_id')
    .execute();
  return new Map(rows.map((row) => [row.mute_id, Number(row.muted)]));
}

function fromRow(row: Selectable<MutesTable>): Mute {
  return {
    id: row.id,
    watchId: row.watch_id,
    recordId: row.record_id,
    label: row.label,
    author: row.author,
    reason: row.reason,
    beganAt: row.began_at,
    until: row.until,
  };
}
