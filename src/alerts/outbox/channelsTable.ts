import type { Db } from '../../store/store.ts';

/** A channel that its server refuses as a whole, or that its receiver ended, until somebody fixes it. */
export interface ChannelRefusal {
  readonly since: Date;
  /** When it is probed next, with one alert; undefined: not until somebody resumes it. */
  readonly until: Date | undefined;
  readonly reason: string;
}

export async function readRefusal(db: Db, channel: string): Promise<ChannelRefusal | undefined> {
  const row = await db.selectFrom('channels').selectAll().where('id', '=', channel).executeTakeFirst();
  if (row === undefined || row.paused_at === null) return undefined;
  const until = row.paused_until === null ? undefined : new Date(row.paused_until);
  return { since: new Date(row.paused_at), until, reason: row.pause_reason ?? '' };
}

/** Since when a channel is refused, since when it fails, and until when a failing one is sent nothing. */
export interface ChannelState {
  readonly refusedSince: Date | undefined;
  readonly failingSince: Date | undefined;
  readonly deferredUntil: Date | undefined;
}

/** The channels that were ever refused or failing, by name. */
export async function loadChannelStates(db: Db): Promise<Map<string, ChannelState>> {
  const rows = await db.selectFrom('channels').select(['id', 'paused_at', 'failing_since', 'retry_at']).execute();
  const dateOf = (at: string | null) => (at === null ? undefined : new Date(at));
  return new Map(
    rows.map((row) => {
      const [refusedSince, failingSince] = [dateOf(row.paused_at), dateOf(row.failing_since)];
      return [row.id, { refusedSince, failingSince, deferredUntil: dateOf(row.retry_at) }];
    }),
  );
}

/**
 * Until when nothing is sent to a channel: because it is refused (`resumed`: until somebody resumes it), and because it
 * fails. A moment in the past defers nothing.
 */
export interface ChannelWait {
  readonly refusedUntil: Date | 'resumed' | undefined;
  readonly retryAt: Date | undefined;
}

export async function readWait(db: Db, channel: string): Promise<ChannelWait> {
  const row = await db
    .selectFrom('channels')
    .select(['paused_at', 'paused_until', 'retry_at'])
    .where('id', '=', channel)
    .executeTakeFirst();
  const dateOf = (column: string | null | undefined) => (column ? new Date(column) : undefined);
  const isEnded = typeof row?.paused_at === 'string' && row.paused_until === null;
  return { refusedUntil: isEnded ? 'resumed' : dateOf(row?.paused_until), retryAt: dateOf(row?.retry_at) };
}

export async function noteRefusal(db: Db, channel: string, refusal: ChannelRefusal): Promise<void> {
  const columns = {
    paused_at: refusal.since.toISOString(),
    paused_until: refusal.until?.toISOString() ?? null,
    pause_reason: refusal.reason,
  };
  await db
    .insertInto('channels')
    .values({ id: channel, ...columns })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
    .execute();
}

/**
 * Counts an attempt that the channel did not accept.
 * @returns how many in a row there are now, and since when
 */
export async function countFailure(db: Db, channel: string, now: Date): Promise<{ failures: number; since: Date }> {
  const row = await db
    .insertInto('channels')
    .values({
      id: channel,
      paused_at: null,
      paused_until: null,
      pause_reason: null,
      failures: 1,
      failing_since: now.toISOString(),
      retry_at: null,
    })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        failures: eb('channels.failures', '+', 1),
        // A later moment comes from a clock that was ahead.
        failing_since: eb
          .case()
          .when('channels.failing_since', '<', now.toISOString())
          .then(eb.ref('channels.failing_since'))
          .else(now.toISOString())
          .end(),
      })),
    )
    .returning(['failures', 'failing_since'])
    .executeTakeFirstOrThrow();
  return { failures: row.failures, since: new Date(row.failing_since ?? now) };
}

/** Sends nothing to a failing channel until then. Its alerts stay due, in their order. */
export async function retryChannelAt(db: Db, channel: string, retryAt: Date): Promise<void> {
  await db.updateTable('channels').set({ retry_at: retryAt.toISOString() }).where('id', '=', channel).execute();
}

/**
 * Notes that the channel accepted something, so that it is neither refused nor failing.
 * @returns whether it was
 */
export async function noteAlive(db: Db, channel: string): Promise<boolean> {
  const result = await db
    .updateTable('channels')
    .set({ paused_at: null, paused_until: null, pause_reason: null, failures: 0, failing_since: null, retry_at: null })
    .where('id', '=', channel)
    .where((eb) => eb.or([eb('failures', '>', 0), eb('paused_at', 'is not', null)]))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Lets a channel be tried now because a message reached it, even one that its receiver ended. */
export async function resumeChannel(db: Db, channel: string, now: Date): Promise<void> {
  await db
    .updateTable('channels')
    .set((eb) => ({
      retry_at: null,
      paused_until: eb.case().when('paused_at', 'is not', null).then(now.toISOString()).else(null).end(),
    }))
    .where('id', '=', channel)
    .execute();
}

/**
 * Lets refused and failing channels be tried now, because somebody fixed them or wants to know. Not
 * those that their receiver ended.
 */
export async function probeNow(db: Db, channels: readonly string[], now: Date): Promise<void> {
  const at = now.toISOString();
  await db
    .updateTable('channels')
    .set((eb) => ({
      retry_at: null,
      paused_until: eb.case().when('paused_until', '>', at).then(at).else(eb.ref('paused_until')).end(),
    }))
    .where('id', 'in', [...channels])
    .execute();
}
