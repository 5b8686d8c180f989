import { type ExpressionBuilder, sql } from 'kysely';
import type { RecordType } from '../../records/record.ts';
import type { AlertsTable } from '../../store/schema/outboxTables.ts';
import type { Tables } from '../../store/schema/tables.ts';
import { allOf, type Db, inOrder, type Span, selectSpan } from '../../store/store.ts';
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
  return inOrder(await allOf(selectSpan(query, [sql.ref('id')], span), 'id'), span);
}

/** True for an alert that reports changes, and all of them for these watches. */
export function reportsOnly(watchIds: readonly string[]) {
  return (eb: ExpressionBuilder<Tables, 'alerts'>) =>
    eb.and([
      eb('kind', '=', 'changes'),
      eb.exists(eb.selectFrom('alertChanges').select('alertId').whereRef('alertId', '=', 'alerts.id')),
      eb.not(reportsOthers(watchIds)(eb)),
    ]);
}

/** True for an alert that reports changes for a watch other than these. */
function reportsOthers(watchIds: readonly string[]) {
  return ({ exists, selectFrom }: ExpressionBuilder<Tables, 'alerts'>) => {
    const reported = selectFrom('alertChanges as reported').select('reported.alertId');
    const others = reported.where('reported.watchId', 'not in', watchIds);
    return exists(others.whereRef('reported.alertId', '=', 'alerts.id'));
  };
}

export type DeliveryAttempt = Awaited<ReturnType<typeof attemptsOf>>[number];

const attemptColumns = ['attemptedAt', 'outcome', 'response'] as const;

export function attemptsOf(db: Db, alertId: number, limit: number) {
  const attempts = db.selectFrom('deliveries').where('alertId', '=', alertId).orderBy('id', 'desc').limit(limit);
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
  const changes = db.selectFrom('changes').innerJoin('alertChanges', 'alertChanges.changeId', 'changes.id');
  const reported = changes.select('changes.recordId').distinct();
  return new Set(await allOf(reported.where('changes.recordId', 'in', recordIds), 'recordId'));
}

export async function alertsOfRecord(db: Db, recordId: number, { limit, readable, watchIds }: RecordAlertsAsked) {
  const rows = await db
    .selectFrom('changes')
    .innerJoin('alertChanges', 'alertChanges.changeId', 'changes.id')
    .innerJoin('alerts', 'alerts.id', 'alertChanges.alertId')
    .select(['alerts.id', 'alerts.channel', 'alerts.state', 'alerts.createdAt', 'alerts.endedAt'])
    .select((eb) => eb.fn.count<number>('changes.id').distinct().as('changes'))
    .select((eb) => reportsOthers(readable)(eb).as('isHidden'))
    .where('changes.recordId', '=', recordId)
    .$if(watchIds !== undefined, (all) => all.where('alertChanges.watchId', 'in', watchIds ?? []))
    .groupBy(['alerts.id', 'alerts.channel', 'alerts.state', 'alerts.createdAt', 'alerts.endedAt'])
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
    .select(['channel', 'kind', 'state', 'createdAt', 'dueAt', 'payload', 'coverage', 'openFor', 'endedAt'])
    .select((eb) =>
      eb
        .selectFrom('deliveries')
        .select(({ fn }) => fn.min('attemptedAt').as('at'))
        .whereRef('deliveries.alertId', '=', 'alerts.id')
        .as('triedAt'),
    )
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  // A list of announcements, notices or ended holds, depending on `kind`.
  const payload: unknown = JSON.parse(row.payload ?? '[]');
  // An alert that is not sent yet shows the facts of today.
  const digestFacts: unknown = row.state === 'sent' && row.coverage !== null ? JSON.parse(row.coverage) : undefined;
  const { channel, kind, createdAt, dueAt, openFor, triedAt } = row;
  // When the alert could first be sent: the hour of a digest, else when it was due or first tried.
  const readyAt = [dueAt, triedAt ?? dueAt, openFor !== null && isMoment(openFor) ? openFor : dueAt].sort()[0] ?? dueAt;
  const sentAt = row.state === 'sent' ? (row.endedAt ?? undefined) : undefined;
  return { channel, kind, createdAt, dueAt, readyAt, sentAt, payload, digestFacts };
}

/** True if the key is the moment to which the alert is deferred (`AlertsTable.openFor`). */
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
    .leftJoin('nudgeSources', (join) =>
      join.onRef('nudgeSources.source', '=', 'nudges.source').onRef('nudgeSources.court', '=', 'nudges.court'),
    )
    .select(['publishedAt', 'seenAt', 'nudgeSources.readAt'])
    .where('recordId', '=', change.recordId)
    .where('document', '=', number)
    .where('nudges.state', '!=', 'known')
    .where('seenAt', '<=', change.detectedAt)
    .orderBy('nudges.id')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return {};
  const source = row.readAt === null ? 'other' : 'feed';
  return { announced: { filedAt: row.publishedAt ?? undefined, seenAt: row.seenAt, source } };
}

export function loadAlertChanges(db: Db, alertId: number) {
  return db
    .selectFrom('alertChanges')
    .innerJoin('watches', 'watches.id', 'alertChanges.watchId')
    .select(['changeId', 'watchId', 'watches.name', 'watches.matter'])
    .where('alertId', '=', alertId)
    .orderBy('changeId')
    .orderBy('watchId')
    .execute();
}

export async function loadDelivered(db: Db, ids: readonly number[]) {
  const alerts = db.selectFrom('alerts').select(['id', 'channel', 'kind', 'state', 'createdAt', 'dueAt', 'endedAt']);
  const rows = await alerts.where('id', 'in', ids).orderBy('id').execute();
  const attempts = db.selectFrom('deliveries').select(['alertId', ...attemptColumns]);
  const made = await attempts.where('alertId', 'in', ids).orderBy('id').execute();
  const byAlert = Map.groupBy(made, (attempt) => attempt.alertId);
  return rows.map((alert) => {
    const deliveries = (byAlert.get(alert.id) ?? []).map(({ alertId: _, ...attempt }) => attempt);
    return { ...alert, deliveries };
  });
}

export async function alertsOfChange(db: Db, changeId: number) {
  const reporting = db.selectFrom('alertChanges').select('alertId').distinct().where('changeId', '=', changeId);
  return loadDelivered(db, await allOf(reporting.orderBy('alertId'), 'alertId'));
}

export type Reported = NonNullable<Awaited<ReturnType<typeof reportedBy>>>;

/** Returns what an alert reports of a record; undefined: nothing. @param of.createdAt must be the alert's time */
export async function reportedBy(
  db: Db,
  of: { readonly alert: number; readonly createdAt?: string; readonly type: RecordType; readonly key: string },
) {
  const { alert, createdAt, type, key } = of;
  let query = db
    .selectFrom('alertChanges')
    .innerJoin('alerts', 'alerts.id', 'alertChanges.alertId')
    .innerJoin('changes', 'changes.id', 'alertChanges.changeId')
    .innerJoin('records', 'records.id', 'changes.recordId')
    .select(['alerts.channel', 'changes.recordId', 'alertChanges.changeId', 'alertChanges.watchId'])
    .where('alerts.id', '=', alert)
    .where('records.type', '=', type)
    .where('records.key', '=', key)
    .orderBy('alertChanges.changeId')
    .orderBy('alertChanges.watchId');
  if (createdAt !== undefined) query = query.where('alerts.createdAt', '=', createdAt);
  const rows = await query.execute();
  const [first] = rows;
  if (first === undefined) return undefined;
  const changes = rows.map(({ changeId: id, watchId }) => ({ id, watchId }));
  return { channel: first.channel, recordId: first.recordId, changes };
}
