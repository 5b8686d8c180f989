import type { Db } from './store.ts';

/** A channel on which nothing passes until somebody mends it. */
export interface ChannelPause {
  /** When it was found dead. */
  readonly since: Date;
  /** When it is probed next, with one alert. */
  readonly until: Date;
  readonly reason: string;
}

export async function readPause(db: Db, channel: string): Promise<ChannelPause | undefined> {
  const row = await db.selectFrom('channels').selectAll().where('id', '=', channel).executeTakeFirst();
  if (row === undefined || row.paused_at === null || row.paused_until === null) return undefined;
  return { since: new Date(row.paused_at), until: new Date(row.paused_until), reason: row.pause_reason ?? '' };
}

export async function pauseChannel(db: Db, channel: string, pause: ChannelPause): Promise<void> {
  const columns = {
    paused_at: pause.since.toISOString(),
    paused_until: pause.until.toISOString(),
    pause_reason: pause.reason,
  };
  await db
    .insertInto('channels')
    .values({ id: channel, ...columns })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
    .execute();
}

export async function resumeChannel(db: Db, channel: string): Promise<void> {
  await db
    .updateTable('channels')
    .set({ paused_at: null, paused_until: null, pause_reason: null })
    .where('id', '=', channel)
    .execute();
}

/** Lets a paused channel be probed now: somebody mended it, or wants to know. */
export async function probeNow(db: Db, channels: readonly string[], now: Date): Promise<void> {
  await db
    .updateTable('channels')
    .set({ paused_until: now.toISOString() })
    .where('id', 'in', [...channels])
    .where('paused_until', '>', now.toISOString())
    .execute();
}
