import type { Db } from '../database/store.ts';
import type { MailLink } from '../people/mailLinks.ts';

/** What an alert reported of one record: to which channel, which changes, and for which watches. */
export interface Reported {
  readonly channel: string;
  readonly recordId: number;
  readonly changeIds: readonly number[];
  readonly watchIds: readonly string[];
}

/** undefined where there is no such alert any more, or it says nothing of the record. */
export async function reportedBy(db: Db, { alert, createdAt, type, key }: MailLink): Promise<Reported | undefined> {
  const rows = await db
    .selectFrom('alert_changes')
    .innerJoin('alerts', 'alerts.id', 'alert_changes.alert_id')
    .innerJoin('changes', 'changes.id', 'alert_changes.change_id')
    .innerJoin('records', 'records.id', 'changes.record_id')
    .select(['alerts.channel', 'changes.record_id', 'alert_changes.change_id', 'alert_changes.watch_id'])
    .where('alerts.id', '=', alert)
    .where('alerts.created_at', '=', createdAt)
    .where('records.type', '=', type)
    .where('records.key', '=', key)
    .orderBy('alert_changes.change_id')
    .orderBy('alert_changes.watch_id')
    .execute();
  const [first] = rows;
  if (first === undefined) return undefined;
  return {
    channel: first.channel,
    recordId: first.record_id,
    changeIds: [...new Set(rows.map((row) => row.change_id))],
    watchIds: [...new Set(rows.map((row) => row.watch_id))],
  };
}
