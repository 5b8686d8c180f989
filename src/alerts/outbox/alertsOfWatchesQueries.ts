import { type ExpressionBuilder, sql } from 'kysely';
import type { RecordType } from '../../records/record.ts';
import type { AlertsTable } from '../../store/schema/outboxTables.ts';
import type { Tables } from '../../store/schema/tables.ts';
import { type Db, inOrder, type Span, selectSpan } from '../../store/store.ts';
import type { MessageChange } from '../message/content.ts';

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
    .where((eb) => eb.or([...(notices ? [eb('kind', 'in', ['notice', 'baseline'])] : []), reportsOnly(watchIds)(eb)]));
  if (channel !== undefined) query = query.where('channel', '=', channel);
  if (state !== undefined) query = query.where('state', '=', state);
  const rows = await selectSpan(query, [sql.ref('id')], span).execute();
  return inOrder(rows, span).map((row) => row.id);
}

/** True for an alert that reports changes, and all of them for these watches. */
export function reportsOnly(watchIds: readonly string[]) {
  return (eb: ExpressionBuilder<Tables, 'alerts'>) =>
    eb.and([
      eb('kind', '=', 'changes'),
      eb.exists(eb.selectFrom('alert_changes').select('alert_id').whereRef('alert_id', '=', 'alerts.id')),
      eb.not(reportsOthers(watchIds)(eb)),
    ]);
}

/** True for an alert that reports changes for a watch other than these. */
function reportsOthers(watchIds: readonly string[]) {
  return ({ exists, selectFrom }: ExpressionBuilder<Tables, 'alerts'>) => {
    const reported = selectFrom('alert_changes as reported').select('reported.alert_id');
    const others = reported.where('reported.watch_id', 'not in', watchIds);
    return exists(others.whereRef('reported.alert_id', '=', 'alerts.id'));
  };
}

export type DeliveryAttempt = Awaited<ReturnType<typeof attemptsOf>>[number];

const attemptColumns = ['attempted_at as attemptedAt', 'outcome', 'response'] as const;

export function attemptsOf(db: Db, alertId: number, limit: number) {
  const attempts = db.selectFrom('deliveries').where('alert_id', '=', alertId).orderBy('id', 'desc').limit(limit);
  return attempts.select(attemptColumns).execute();
}

export type AlertOfRecord = Awaited<ReturnType<typeof alertsOfRecord>>[number];

interface RecordAlertsAsked {
  readonly limit: number;
  readonly readable: readonly string[]; // Ids of the watches that the viewer may read.
  /** Finds only alerts that report the record for one of these watches; undefined: all alerts. */
  readonly watchIds?: readonly string[] | undefined;
}

export async function reportedAmong(db: Db, recordIds: readonly number[]): Promise<ReadonlySet<number>> {
  const changes = db.selectFrom('changes').innerJoin('alert_changes', 'alert_changes.change_id', 'changes.id');
  const reported = changes.select('changes.record_id').distinct();
  const rows = await reported.where('changes.record_id', 'in', recordIds).execute();
  return new Set(rows.map((row) => row.record_id));
}

export async function alertsOfRecord(db: Db, recordId: number, { limit, readable, watchIds }: RecordAlertsAsked) {
  const rows = await db
    .selectFrom('changes')
    .innerJoin('alert_changes', 'alert_changes.change_id', 'changes.id')
    .innerJoin('alerts', 'alerts.id', 'alert_changes.alert_id')
    .select(['alerts.id', 'alerts.channel', 'alerts.state'])
    .select(['alerts.created_at as createdAt', 'alerts.ended_at as endedAt'])
    .select((eb) => eb.fn.count<number>('changes.id').distinct().as('changes'))
    .select((eb) => reportsOthers(readable)(eb).as('isHidden'))
    .where('changes.record_id', '=', recordId)
    .$if(watchIds !== undefined, (all) => all.where('alert_changes.watch_id', 'in', watchIds ?? []))
    .groupBy(['alerts.id', 'alerts.channel', 'alerts.state', 'alerts.created_at', 'alerts.ended_at'])
    .orderBy('alerts.id', 'desc')
    .limit(limit)
    .execute();
  // The page of an alert opens to those who may read every watch that it reports.
  return rows.map(({ isHidden, ...alert }) => ({ ...alert, opens: !isHidden }));
}

export type StoredAlert = NonNullable<Awaited<ReturnType<typeof loadAlert>>>;

export async function loadAlert(db: Db, id: number) {
  const row = await db
    .selectFrom('alerts')
    .select(['channel', 'kind', 'state', 'created_at', 'due_at', 'payload', 'coverage', 'open_for', 'ended_at'])
    .select((eb) =>
      eb
        .selectFrom('deliveries')
        .select(({ fn }) => fn.min('attempted_at').as('at'))
        .whereRef('deliveries.alert_id', '=', 'alerts.id')
        .as('triedAt'),
    )
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  // A list of announcements, notices or ended holds, depending on `kind`.
  const payload: unknown = JSON.parse(row.payload ?? '[]');
  // An alert that is not sent yet shows the facts of today.
  const digestFacts: unknown = row.state === 'sent' && row.coverage !== null ? JSON.parse(row.coverage) : undefined;
  const { channel, kind, created_at: createdAt, due_at: dueAt, open_for: openFor, triedAt } = row;
  // When the alert could first be sent: the hour of a digest, else when it was due or first tried.
  const readyAt = [dueAt, triedAt ?? dueAt, openFor !== null && isMoment(openFor) ? openFor : dueAt].sort()[0] ?? dueAt;
  const sentAt = row.state === 'sent' ? (row.ended_at ?? undefined) : undefined;
  return { channel, kind, createdAt, dueAt, readyAt, sentAt, payload, digestFacts };
}

/** True if the key is the moment to which the alert is deferred (`AlertsTable.open_for`). */
const isMoment = (openFor: string): boolean => openFor !== 'any' && openFor !== 'batch';

export async function keepAsSent(db: Db, id: number, subject: string, facts: object | undefined): Promise<void> {
  await db
    .updateTable('alerts')
    .set({ subject, ...(facts && { coverage: JSON.stringify(facts) }) })
    .where('id', '=', id)
    .execute();
}

/** Returns the subjects of sent alerts. @param options.digests includes digests, whose subjects name watches */
export async function subjectsAsSent(db: Db, ids: readonly number[], { digests }: { digests: boolean }) {
  const sent = db.selectFrom('alerts').select(['id', 'subject']).where('id', 'in', ids).where('state', '=', 'sent');
  const rows = await (digests ? sent : sent.where('coverage', 'is', null)).execute();
  return new Map(rows.flatMap(({ id, subject }) => (subject === null ? [] : [[id, subject]])));
}

export async function loadAnnounced(
  db: Db,
  change: Pick<MessageChange, 'kind' | 'entry' | 'detectedAt'> & { readonly recordId: number },
): Promise<Pick<MessageChange, 'announced'>> {
  const number = change.entry?.documentNumber ?? '';
  if (change.kind !== 'entry.new' || number === '') return {};
  const row = await db
    .selectFrom('nudges')
    .leftJoin('nudge_sources', (join) =>
      join.onRef('nudge_sources.source', '=', 'nudges.source').onRef('nudge_sources.court', '=', 'nudges.court'),
    )
    .select(['published_at', 'seen_at', 'nudge_sources.read_at'])
    .where('record_id', '=', change.recordId)
    .where('document', '=', number)
    .where('nudges.state', '!=', 'known')
    .where('seen_at', '<=', change.detectedAt)
    .orderBy('nudges.id')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return {};
  const source = row.read_at === null ? 'other' : 'feed';
  return { announced: { filedAt: row.published_at ?? undefined, seenAt: row.seen_at, source } };
}

export function loadAlertChanges(db: Db, alertId: number) {
  return db
    .selectFrom('alert_changes')
    .innerJoin('watches', 'watches.id', 'alert_changes.watch_id')
    .select(['change_id as changeId', 'watch_id as watchId', 'watches.name', 'watches.matter'])
    .where('alert_id', '=', alertId)
    .orderBy('change_id')
    .orderBy('watch_id')
    .execute();
}

/** Returns alerts with all their deliveries. */
export async function loadDelivered(db: Db, ids: readonly number[]) {
  const alerts = db.selectFrom('alerts').select(['id', 'channel', 'kind', 'state']).orderBy('id');
  const timed = alerts.select(['created_at as createdAt', 'due_at as dueAt', 'ended_at as endedAt']);
  const rows = await timed.where('id', 'in', ids).execute();
  const attempts = db
    .selectFrom('deliveries')
    .select(['alert_id', ...attemptColumns])
    .orderBy('id');
  const made = await attempts.where('alert_id', 'in', ids).execute();
  const byAlert = Map.groupBy(made, (attempt) => attempt.alert_id);
  return rows.map((alert) => {
    const deliveries = (byAlert.get(alert.id) ?? []).map(({ alert_id: _, ...attempt }) => attempt);
    return { ...alert, deliveries };
  });
}

export async function alertsOfChange(db: Db, changeId: number) {
  const reporting = db.selectFrom('alert_changes').select('alert_id').distinct().where('change_id', '=', changeId);
  const ids = (await reporting.orderBy('alert_id').execute()).map((row) => row.alert_id);
  return loadDelivered(db, ids);
}

export type Reported = NonNullable<Awaited<ReturnType<typeof reportedBy>>>;

/** Returns what an alert reports of a record; undefined: nothing. @param of.createdAt must be the alert's time */
export async function reportedBy(
  db: Db,
  of: { readonly alert: number; readonly createdAt?: string; readonly type: RecordType; readonly key: string },
) {
  const { alert, createdAt, type, key } = of;
  let query = db
    .selectFrom('alert_changes')
    .innerJoin('alerts', 'alerts.id', 'alert_changes.alert_id')
    .innerJoin('changes', 'changes.id', 'alert_changes.change_id')
    .innerJoin('records', 'records.id', 'changes.record_id')
    .select(['alerts.channel', 'changes.record_id', 'alert_changes.change_id', 'alert_changes.watch_id'])
    .where('alerts.id', '=', alert)
    .where('records.type', '=', type)
    .where('records.key', '=', key)
    .orderBy('alert_changes.change_id')
    .orderBy('alert_changes.watch_id');
  if (createdAt !== undefined) query = query.where('alerts.created_at', '=', createdAt);
  const rows = await query.execute();
  const [first] = rows;
  if (first === undefined) return undefined;
  const changes = rows.map(({ change_id: id, watch_id: watchId }) => ({ id, watchId }));
  return { channel: first.channel, recordId: first.record_id, changes };
}
