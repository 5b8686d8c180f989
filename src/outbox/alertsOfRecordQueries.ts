import type { AlertsTable } from '../database/schema/outboxTables.ts';
import type { Db } from '../database/store.ts';

/** An alert that reports changes of a record. */
export interface AlertOfRecord {
  readonly id: number;
  readonly channel: string;
  readonly state: AlertsTable['state'];
  readonly createdAt: string;
  /** When it was delivered, or abandoned; null while it waits. */
  readonly endedAt: string | null;
  /** How many of the record's changes it reports. */
  readonly changes: number;
}

/** The alerts that report a record, newest first. @param watchIds only those that report it for one of these watches */
export async function alertsOfRecord(
  db: Db,
  recordId: number,
  { limit, watchIds }: { readonly limit: number; readonly watchIds?: readonly string[] | undefined },
): Promise<AlertOfRecord[]> {
  const rows = await db
    .selectFrom('changes')
    .innerJoin('alert_changes', 'alert_changes.change_id', 'changes.id')
    .innerJoin('alerts', 'alerts.id', 'alert_changes.alert_id')
    .select((eb) => [
      'alerts.id',
      'alerts.channel',
      'alerts.state',
      'alerts.created_at',
      'alerts.ended_at',
      eb.fn.count<number | string>('changes.id').distinct().as('changes'),
    ])
    .where('changes.record_id', '=', recordId)
    .$if(watchIds !== undefined, (all) => all.where('alert_changes.watch_id', 'in', [...(watchIds ?? []), '']))
    .groupBy(['alerts.id', 'alerts.channel', 'alerts.state', 'alerts.created_at', 'alerts.ended_at'])
    .orderBy('alerts.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    channel: row.channel,
    state: row.state,
    createdAt: row.created_at,
    endedAt: row.ended_at,
    changes: Number(row.changes),
  }));
}
