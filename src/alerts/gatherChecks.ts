import type { CheckFacts } from '../channels/message/content.ts';
import { prepared } from '../store/prepared.ts';
import type { Db } from '../store/store.ts';

/** The checks that found the alert's changes, oldest first. */
export async function checksOfChanges(db: Db, alertId: number): Promise<CheckFacts[]> {
  return (await selectFinders(db, { alertId })).rows.map(factsOf);
}

const selectFinders = prepared<{ readonly alertId: number }, CheckRow>((db, value) =>
  selectChecks(db).where('id', 'in', (eb) =>
    eb
      .selectFrom('alert_changes')
      .innerJoin('changes', 'changes.id', 'alert_changes.change_id')
      .select('changes.check_id')
      .where('alert_changes.alert_id', '=', value('alertId')),
  ),
);

/** Every check of these watches since a moment, news or none, oldest first: what a digest can vouch for. */
export async function checksSince(db: Db, watchIds: readonly string[], since: string): Promise<CheckFacts[]> {
  const rows = await selectChecks(db)
    .where('ended_at', '>=', since)
    .where('query_id', 'in', (eb) =>
      eb
        .selectFrom('watch_queries')
        .select('query_id')
        .where('watch_id', 'in', [...watchIds]),
    )
    .execute();
  return rows.map(factsOf);
}

function selectChecks(db: Db) {
  return db.selectFrom('checks').select(['id', 'ended_at', 'outcome', 'reason']).orderBy('id');
}

type CheckRow = Readonly<{ id: number; ended_at: string; outcome: CheckFacts['outcome']; reason: string | null }>;

function factsOf(row: CheckRow): CheckFacts {
  return { id: row.id, endedAt: row.ended_at, outcome: row.outcome, reason: row.reason ?? undefined };
}
