import { chunks, type Db } from '../database/store.ts';

/** An alert that waits for the other checks of its moment. */
export interface Batch {
  readonly id: number;
  /** When the first of these checks put it into the outbox. */
  readonly startedAt: Date;
  /** It is sent then at the latest. */
  readonly until: Date;
  /** It announces baselines, and waits for those of other watches alone. */
  readonly isBaseline: boolean;
}

/** The batches of a channel that still wait, the oldest first. */
export async function openBatches(db: Db, channel: string, now: Date): Promise<Batch[]> {
  const rows = await db
    .selectFrom('alerts')
    .select(['id', 'moment', 'due_at', 'kind'])
    .where('channel', '=', channel)
    .where('state', '=', 'waiting')
    .where('due_at', '>', now.toISOString())
    .where('moment', 'is not', null)
    .where('attempts', '=', 0)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    startedAt: new Date(row.moment ?? now),
    until: new Date(row.due_at),
    isBaseline: row.kind === 'baseline',
  }));
}

export async function release(db: Db, ids: readonly number[], now: Date): Promise<void> {
  for (const part of chunks(ids)) {
    await db
      .updateTable('alerts')
      .set({ due_at: now.toISOString() })
      .where('id', 'in', part)
      .where('state', '=', 'waiting')
      .where('attempts', '=', 0)
      .where('due_at', '>', now.toISOString())
      .execute();
  }
}
