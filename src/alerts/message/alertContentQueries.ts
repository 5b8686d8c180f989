import type { RecordType } from '../../records/record.ts';
import type { AlertsTable } from '../../store/schema/outboxTables.ts';
import { type Db, inParts } from '../../store/store.ts';
import type { MessageChange } from './content.ts';

export interface StoredAlert {
  readonly channel: string;
  readonly kind: AlertsTable['kind'];
  readonly createdAt: string;
  readonly dueAt: string;
  /** When it could have been sent first: a digest at its hour, any other when it was due or first tried. */
  readonly readyAt: string;
  readonly sentAt: string | undefined;
  /** Announcements, notices or ended holds, depending on its kind; empty when it has none. */
  readonly payload: unknown;
  readonly digestFacts: unknown;
}

export async function loadAlert(db: Db, id: number): Promise<StoredAlert | undefined> {
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
  const payload: unknown = JSON.parse(row.payload ?? '[]');
  // An alert that was not sent yet shows what is true now.
  const digestFacts: unknown = row.state === 'sent' && row.coverage !== null ? JSON.parse(row.coverage) : undefined;
  const { channel, kind, created_at: createdAt, due_at: dueAt, open_for: openFor, triedAt } = row;
  const readyAt = [dueAt, triedAt ?? dueAt, openFor !== null && isMoment(openFor) ? openFor : dueAt].sort()[0] ?? dueAt;
  const sentAt = row.state === 'sent' ? (row.ended_at ?? undefined) : undefined;
  return { channel, kind, createdAt, dueAt, readyAt, sentAt, payload, digestFacts };
}

/** The key of what is deferred is the moment to which it is; see `AlertsTable.open_for`. */
function isMoment(openFor: string): boolean {
  return openFor !== 'any' && openFor !== 'batch';
}

export async function keepAsSent(db: Db, id: number, subject: string, facts: object | undefined): Promise<void> {
  await db
    .updateTable('alerts')
    .set({ subject, ...(facts && { coverage: JSON.stringify(facts) }) })
    .where('id', '=', id)
    .execute();
}

/** The subjects of those of these alerts that were sent; of digests, which name their watches, only with `digests`. */
export async function subjectsAsSent(db: Db, ids: readonly number[], { digests }: { digests: boolean }) {
  if (ids.length === 0) return new Map();
  const sent = db
    .selectFrom('alerts')
    .select(['id', 'subject'])
    .where('id', 'in', [...ids])
    .where('state', '=', 'sent');
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

export async function alertsOfChange(db: Db, changeId: number) {
  const alerts = await db
    .selectFrom('alert_changes')
    .innerJoin('alerts', 'alerts.id', 'alert_changes.alert_id')
    .select(['alerts.id', 'alerts.channel', 'alerts.state', 'alerts.due_at as dueAt'])
    .distinct()
    .where('change_id', '=', changeId)
    .orderBy('alerts.id')
    .execute();
  const ids = alerts.map((alert) => alert.id);
  const all = db
    .selectFrom('deliveries')
    .select(['alert_id as alertId', 'attempted_at as attemptedAt', 'outcome', 'response'])
    .orderBy('id');
  const rows = await inParts(ids, (part) => all.where('alert_id', 'in', part).execute());
  const deliveries = Map.groupBy(rows, (row) => row.alertId);
  return alerts.map((alert) => ({ ...alert, deliveries: deliveries.get(alert.id) ?? [] }));
}

export interface Reported {
  readonly channel: string;
  readonly recordId: number;
  readonly changes: readonly { readonly id: number; readonly watchId: string }[];
}

/** undefined where no such alert says anything of the record. @param of `createdAt`: only where it was made then */
export async function reportedBy(
  db: Db,
  of: { readonly alert: number; readonly createdAt?: string; readonly type: RecordType; readonly key: string },
): Promise<Reported | undefined> {
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
