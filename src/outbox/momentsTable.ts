import { chunks, type Db } from '../database/store.ts';

/** An alert that waits for the checks of a moment. */
export interface GroupedAlert {
  readonly id: number;
  /** When the first of these checks put it into the outbox. */
  readonly moment: Date;
  /** It is sent then at the latest. */
  readonly until: Date;
  /** It announces baselines, and waits for those of other watches alone. */
  readonly isBaseline: boolean;
}

/** The alerts of a channel that still wait for checks, the oldest first. */
export async function groupedAlerts(db: Db, channel: string, now: Date): Promise<GroupedAlert[]> {
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
    moment: new Date(row.moment ?? now),
    until: new Date(row.due_at),
    isBaseline: row.kind === 'baseline',
  }));
}

/** Makes alerts due now that need not wait for checks any longer. */
export async function letGo(db: Db, ids: readonly number[], now: Date): Promise<void> {
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
