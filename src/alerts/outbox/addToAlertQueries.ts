import type { Selectable } from 'kysely';
import { hourMs } from '../../base/time.ts';
import type { ChangeKind } from '../../records/diff/change.ts';
import type { AlertsTable } from '../../store/schema/outboxTables.ts';
import { type Db, hasOneWriter, putRows, type Trx } from '../../store/store.ts';

export interface AlertDraft {
  readonly channel: string;
  readonly kind: AlertsTable['kind'];
  readonly dueAt: Date; // When it may be sent, by `whenDue`; not later than `createdAt` means at once.
  /** For an alert that is due at once: until when it waits for others to join it. Absent: it does not wait. */
  readonly groupUntil?: Date | undefined;
  readonly createdAt: Date;
  /** What it reports, each with a watch for which it reports it; empty unless `kind` is `changes`. */
  readonly changes: readonly { readonly changeId: number; readonly watchId: string }[];
  readonly payload?: readonly object[] | undefined;
  /** How the payload joins that of an alert that grows. Default: it is put behind it. */
  readonly grow?: ((before: readonly object[]) => readonly object[]) | undefined;
  /** Joins any untried alert of its kind, whatever moment that one waits for. Default: baselines do. */
  readonly grows?: boolean | undefined;
}

/** In the transaction that commits what it reports. An untried alert of the same moment, or an open batch, grows. */
export async function addToAlert(trx: Trx, draft: AlertDraft): Promise<number> {
  const waiting = await findWaiting(trx, draft);
  const id = waiting === undefined ? await insertAlert(trx, draft) : waiting.id;
  if (waiting !== undefined) await grow(trx, waiting, draft);
  await insertAlertChanges(trx, id, draft.changes);
  return id;
}

const isAtOnce = ({ dueAt, createdAt }: AlertDraft): boolean => dueAt <= createdAt;

function isBatch(draft: AlertDraft): boolean {
  return isAtOnce(draft) && draft.groupUntil !== undefined && draft.groupUntil > draft.createdAt;
}

async function insertAlertChanges(trx: Trx, alertId: number, changes: AlertDraft['changes']): Promise<void> {
  const rows = changes.map(({ changeId, watchId }) => ({ alert_id: alertId, change_id: changeId, watch_id: watchId }));
  await putRows(trx, 'alert_changes', rows, 'keep');
}

export async function joinWaitingAlert(trx: Trx, channel: string, changes: AlertDraft['changes']): Promise<void> {
  for (const change of changes) {
    const waiting = await trx
      .selectFrom('alert_changes')
      .innerJoin('alerts', 'alerts.id', 'alert_changes.alert_id')
      .select('alerts.id')
      .where('change_id', '=', change.changeId)
      .where('alerts.channel', '=', channel)
      .where('alerts.state', '=', 'waiting')
      .where('alerts.attempts', '=', 0)
      .where('alerts.claimed_by', 'is', null)
      .$if(!hasOneWriter(trx), (query) => query.forUpdate('alerts'))
      .executeTakeFirst();
    if (waiting !== undefined) await insertAlertChanges(trx, waiting.id, [change]);
  }
}

type WaitingAlert = Pick<Selectable<AlertsTable>, 'id' | 'payload' | 'due_at' | 'batch_started_at'>;

/** The alert that this draft joins. Read for update, so that no delivery takes it before what joins it is committed. */
async function findWaiting(trx: Trx, draft: AlertDraft): Promise<WaitingAlert | undefined> {
  if (isAtOnce(draft) && !growsAtAnyTime(draft) && draft.kind !== 'changes') return undefined;
  return selectJoinable(trx, draft)
    .select(['id', 'payload', 'due_at', 'batch_started_at'])
    .orderBy('id')
    .limit(1)
    .$if(!hasOneWriter(trx), (query) => query.forUpdate())
    .executeTakeFirst();
}

function selectJoinable(trx: Trx, draft: AlertDraft) {
  // One under a lease, or ever under one, may have been read or have arrived: what joined it now would be lost.
  const waiting = trx
    .selectFrom('alerts')
    .where('channel', '=', draft.channel)
    .where('state', '=', 'waiting')
    .where('attempts', '=', 0)
    .where('kind', '=', draft.kind)
    .where('fence', '=', 0)
    .where('claimed_by', 'is', null);
  if (growsAtAnyTime(draft)) return waiting;
  if (isAtOnce(draft)) return waiting.where('open_for', '=', 'batch');
  // What the checks find that a digest waits for belongs to that digest, not to the next one.
  return waiting.where((eb) =>
    eb.or([
      eb.and([eb('batch_started_at', 'is', null), eb('due_at', '=', draft.dueAt.toISOString())]),
      eb.and([eb('batch_started_at', 'is not', null), eb('open_for', '!=', 'batch')]),
    ]),
  );
}

const growsAtAnyTime = ({ kind, grows = kind === 'baseline' }: AlertDraft): boolean => grows;

function openFor(draft: AlertDraft): string | null {
  if (growsAtAnyTime(draft)) return 'any';
  if (!isAtOnce(draft)) return draft.dueAt.toISOString();
  return isBatch(draft) ? 'batch' : null;
}

/** A unique index allows one open alert: the later of two transactions fails, runs again, and adds to the other's. */
async function insertAlert(trx: Trx, draft: AlertDraft): Promise<number> {
  const { channel, kind, dueAt, createdAt, groupUntil = dueAt } = draft;
  const waits = isBatch(draft);
  const open = openFor(draft);
  if (open !== null) {
    const ofChannel = trx.updateTable('alerts').where('channel', '=', channel).where('kind', '=', kind);
    const former = ofChannel.set({ open_for: null }).where('open_for', '=', open);
    // One that somebody has just made stays open.
    await former.where('id', 'not in', selectJoinable(trx, draft).select('id')).execute();
  }
  const at = createdAt.toISOString();
  const times = {
    created_at: at,
    due_at: (waits ? groupUntil : dueAt).toISOString(),
    batch_started_at: waits ? at : null,
  };
  const payload = draft.payload === undefined ? null : JSON.stringify(draft.payload);
  const columns = { channel, kind, state: 'waiting' as const, ...times, open_for: open, payload };
  return (await trx.insertInto('alerts').values(columns).returning('id').executeTakeFirstOrThrow()).id;
}

async function grow(trx: Trx, waiting: WaitingAlert, draft: AlertDraft): Promise<void> {
  const { payload = [], grow: joined = (before) => [...before, ...payload] } = draft;
  const before = waiting.payload === null ? [] : (JSON.parse(waiting.payload) as object[]);
  const grown = draft.payload !== undefined && { payload: JSON.stringify(joined(before)) };
  const columns = { due_at: dueOnceGrown(waiting, draft), ...grown };
  await trx.updateTable('alerts').set(columns).where('id', '=', waiting.id).execute();
}

function dueOnceGrown({ due_at: dueAt, batch_started_at: startedAt }: WaitingAlert, draft: AlertDraft): string {
  const { kind, createdAt, groupUntil } = draft;
  if (!isAtOnce(draft) || startedAt === null) return dueAt;
  if (!isBatch(draft)) return createdAt.toISOString() < dueAt ? createdAt.toISOString() : dueAt;
  const latest = new Date(Date.parse(startedAt) + hourMs).toISOString();
  return kind === 'baseline' && groupUntil !== undefined
    ? ([groupUntil.toISOString(), latest].sort()[0] ?? dueAt)
    : dueAt;
}

export async function channelsNotifiedOf(db: Db, changeId: number): Promise<Set<string>> {
  return namesOf(await channelsReporting(db).where('change_id', '=', changeId).execute());
}

/** Which channels were told of it for a watch, or are being told: their alert cannot say anything else any more. */
export async function channelsThatSaid(db: Db, changeId: number, watchId: string): Promise<Set<string>> {
  const said = channelsReporting(db)
    .where('change_id', '=', changeId)
    .where('watch_id', '=', watchId)
    .where((eb) => eb.or([eb('alerts.state', '!=', 'waiting'), eb('attempts', '>', 0), eb('fence', '>', 0)]));
  return namesOf(await said.execute());
}

export async function channelsNotifiedOfRecord(db: Db, recordId: number, kind: ChangeKind, since: string) {
  const ofRecord = channelsReporting(db)
    .innerJoin('changes', 'changes.id', 'alert_changes.change_id')
    .where('record_id', '=', recordId)
    .where('changes.kind', '=', kind)
    .where('detected_at', '>=', since);
  return namesOf(await ofRecord.execute());
}

function channelsReporting(db: Db) {
  return db
    .selectFrom('alert_changes')
    .innerJoin('alerts', 'alerts.id', 'alert_changes.alert_id')
    .select('alerts.channel')
    .distinct();
}

function namesOf(rows: readonly { readonly channel: string }[]): Set<string> {
  return new Set(rows.map(({ channel }) => channel));
}
