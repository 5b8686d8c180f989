import { sql } from 'kysely';
import type { AlertsTable } from '../../store/schema/outboxTables.ts';
import { anyOf, type Db, inOrder, inParts, type Span, selectSpan } from '../../store/store.ts';

/** Those that report only these watches; notices only for viewers who may see everything. */
export interface AlertsFilter {
  readonly watchIds: readonly string[];
  readonly notices: boolean;
  readonly channel?: string | undefined;
  readonly state?: AlertsTable['state'] | undefined;
}

export async function alertIdsFor(db: Db, filter: AlertsFilter, span: Span): Promise<number[]> {
  const { watchIds, notices, channel, state } = filter;
  let query = db
    .selectFrom('alerts')
    .select('id')
    .where((eb) =>
      eb.or([
        ...(notices ? [eb('kind', 'in', ['notice', 'baseline'])] : []),
        eb.and([
          eb('kind', '=', 'changes'),
          eb.exists(eb.selectFrom('alert_changes').select('alert_id').whereRef('alert_id', '=', 'alerts.id')),
          eb.not(
            eb.exists(
              eb
                .selectFrom('alert_changes')
                .select('alert_id')
                .whereRef('alert_id', '=', 'alerts.id')
                .where('watch_id', 'not in', watchIds.length > 0 ? anyOf(db, watchIds) : ['']),
            ),
          ),
        ]),
      ]),
    );
  if (channel !== undefined) query = query.where('channel', '=', channel);
  if (state !== undefined) query = query.where('state', '=', state);
  const rows = await selectSpan(query, [sql.ref('id')], span).execute();
  return inOrder(rows, span).map((row) => row.id);
}

export type DeliveryAttempt = Awaited<ReturnType<typeof attemptsOf>>[number];

export function attemptsOf(db: Db, alertId: number, limit: number) {
  return db
    .selectFrom('deliveries')
    .select(['attempted_at as attemptedAt', 'outcome', 'response'])
    .where('alert_id', '=', alertId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export interface AlertOfRecord {
  readonly id: number;
  readonly channel: string;
  readonly state: AlertsTable['state'];
  readonly createdAt: string;
  readonly endedAt: string | null;
  readonly changes: number;
  /** It reports only watches that the viewer may read, so it has a page for them. */
  readonly opens: boolean;
}

interface RecordAlertsAsked {
  readonly limit: number;
  /** Those that the viewer may read. */
  readonly readable: readonly string[];
  /** Only alerts that report the record for one of these; undefined: all. */
  readonly watchIds?: readonly string[] | undefined;
}

export async function reportedAmong(db: Db, recordIds: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await inParts(recordIds, (part) =>
    db
      .selectFrom('changes')
      .innerJoin('alert_changes', 'alert_changes.change_id', 'changes.id')
      .select('changes.record_id')
      .distinct()
      .where('changes.record_id', 'in', part)
      .execute(),
  );
  return new Set(rows.map((row) => row.record_id));
}

export async function alertsOfRecord(db: Db, recordId: number, { limit, readable, watchIds }: RecordAlertsAsked) {
  const rows = await db
    .selectFrom('changes')
    .innerJoin('alert_changes', 'alert_changes.change_id', 'changes.id')
    .innerJoin('alerts', 'alerts.id', 'alert_changes.alert_id')
    .select((eb) => [
      'alerts.id',
      'alerts.channel',
      'alerts.state',
      'alerts.created_at as createdAt',
      'alerts.ended_at as endedAt',
      eb.fn.count<number | string>('changes.id').distinct().as('changes'),
    ])
    .where('changes.record_id', '=', recordId)
    .$if(watchIds !== undefined, (all) => all.where('alert_changes.watch_id', 'in', [...(watchIds ?? []), '']))
    .groupBy(['alerts.id', 'alerts.channel', 'alerts.state', 'alerts.created_at', 'alerts.ended_at'])
    .orderBy('alerts.id', 'desc')
    .limit(limit)
    .execute();
  const ids = rows.map(({ id }) => id);
  const others = await inParts(ids, (part) =>
    db
      .selectFrom('alert_changes')
      .select('alert_id')
      .distinct()
      .where('alert_id', 'in', part)
      .where('watch_id', 'not in', readable.length > 0 ? anyOf(db, readable) : [''])
      .execute(),
  );
  const hidden = new Set(others.map((row) => row.alert_id));
  return rows.map((row) => ({ ...row, changes: Number(row.changes), opens: !hidden.has(row.id) }));
}
