import type { Db } from '../database/store.ts';
import type { ChangeKind } from '../diff/change.ts';

/** Which channels have an alert, sent or waiting, that reports this change. */
export async function channelsNotifiedOf(db: Db, changeId: number): Promise<Set<string>> {
  const rows = await db
    .selectFrom('alert_changes')
    .innerJoin('alerts', 'alerts.id', 'alert_changes.alert_id')
    .select('alerts.channel')
    .distinct()
    .where('change_id', '=', changeId)
    .execute();
  return new Set(rows.map((row) => row.channel));
}

/** Which channels have an alert, sent or waiting, of a change of this kind to a record, found since then. */
export async function channelsNotifiedOfRecord(
  db: Db,
  recordId: number,
  kind: ChangeKind,
  since: string,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('changes')
    .innerJoin('alert_changes', 'alert_changes.change_id', 'changes.id')
    .innerJoin('alerts', 'alerts.id', 'alert_changes.alert_id')
    .select('alerts.channel')
    .distinct()
    .where('record_id', '=', recordId)
    .where('changes.kind', '=', kind)
    .where('detected_at', '>=', since)
    .execute();
  return new Set(rows.map((row) => row.channel));
}
