import type { Db } from '../../store/store.ts';

export interface ChannelState {
  readonly refusedSince: Date | undefined;
  readonly refusal: string | undefined;
  readonly failingSince: Date | undefined;
  /** undefined of one that is refused: until somebody resumes it. In the past: nothing is deferred. */
  readonly deferredUntil: Date | undefined;
}

export async function loadChannelStates(db: Db): Promise<Map<string, ChannelState>> {
  const rows = await db.selectFrom('channels').selectAll().execute();
  const dateOf = (at: string | null) => (at === null ? undefined : new Date(at));
  return new Map(
    rows.map((row) => {
      const [refusedSince, failingSince] = [dateOf(row.paused_at), dateOf(row.failing_since)];
      const refusal = refusedSince && (row.pause_reason ?? '');
      return [row.id, { refusedSince, refusal, failingSince, deferredUntil: dateOf(row.retry_at) }];
    }),
  );
}

/** @param refusal why its server refuses it as a whole @returns how many failures in a row, and since when */
export async function countFailure(db: Db, channel: string, now: Date, refusal?: string) {
  const at = now.toISOString();
  const refused = refusal === undefined ? {} : { pause_reason: refusal };
  const row = await db
    .insertInto('channels')
    .values({ id: channel, failures: 1, failing_since: at, ...refused, ...(refusal && { paused_at: at }) })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        failures: eb('channels.failures', '+', 1),
        failing_since: eb.fn.coalesce('channels.failing_since', eb.val(at)),
        ...refused,
        ...(refusal && { paused_at: eb.fn.coalesce('channels.paused_at', eb.val(at)) }),
      })),
    )
    .returning(['failures', 'failing_since'])
    .executeTakeFirstOrThrow();
  return { failures: row.failures, since: new Date(row.failing_since ?? now) };
}

/** undefined: until somebody resumes it, as of one that its receiver ended. Its alerts stay due, in their order. */
export async function retryChannelAt(db: Db, channel: string, retryAt: Date | undefined): Promise<void> {
  await db
    .updateTable('channels')
    .set({ retry_at: retryAt?.toISOString() ?? null })
    .where('id', '=', channel)
    .execute();
}

/** @returns whether it was refused or failing */
export async function noteAlive(db: Db, channel: string): Promise<boolean> {
  const result = await db
    .updateTable('channels')
    .set({ paused_at: null, pause_reason: null, failures: 0, failing_since: null, retry_at: null })
    .where('id', '=', channel)
    .where((eb) => eb.or([eb('failures', '>', 0), eb('paused_at', 'is not', null)]))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Lets refused and failing channels be tried now; not those that their receiver ended. */
export async function probeNow(db: Db, channels: readonly string[], now: Date): Promise<void> {
  const waiting = db
    .updateTable('channels')
    .set({ retry_at: now.toISOString() })
    .where('id', 'in', [...channels]);
  await waiting.where('retry_at', '>', now.toISOString()).execute();
}
