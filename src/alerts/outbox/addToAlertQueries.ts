import type { Selectable } from 'kysely';
import { hourMs } from '../../base/time.ts';
import type { ChangeKind } from '../../records/diff/change.ts';
import type { AlertsTable } from '../../store/schema/outboxTables.ts';
import { allOf, type Db, isAny, putRows, type Trx } from '../../store/store.ts';
import { type AlertColumns, isUnclaimed } from './alertsTable.ts';

export interface AlertDraft {
  readonly channel: string;
  readonly kind: AlertsTable['kind'];
  readonly dueAt: Date; // When it may be sent, by `whenDue`; not later than `createdAt` means at once.
  /** How long an alert that is due at once waits for more to report. Absent: it does not wait. */
  readonly groupUntil?: Date | undefined;
  readonly createdAt: Date;
  /** The reported changes, each with the watch that reports it; empty unless `kind` is `changes`. */
  readonly changes: readonly { readonly changeId: number; readonly watchId: string }[];
  readonly payload?: readonly object[] | undefined;
  /** Merges the payload into that of the alert that the draft joins. Default: appends it. */
  readonly mergePayload?: ((before: readonly object[]) => readonly object[]) | undefined;
  /** True if the draft joins any unclaimed alert of its kind, whatever moment that alert waits for. */
  readonly joinsAny?: boolean | undefined;
}

/** Adds to an open alert of the same moment or batch, else inserts one. Belongs in the transaction of the changes. */
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
  const rows = changes.map(({ changeId, watchId }) => ({ alertId, changeId, watchId }));
  await putRows(trx, 'alertChanges', rows, 'keep');
}

/** Names further watches in the unclaimed alerts that report these changes already. */
export async function joinWaitingAlert(trx: Trx, channel: string, changes: AlertDraft['changes']): Promise<void> {
  for (const change of changes) {
    const waiting = await trx
      .selectFrom('alertChanges')
      .innerJoin('alerts', 'alerts.id', 'alertChanges.alertId')
      .select('alerts.id')
      .where('changeId', '=', change.changeId)
      .where('alerts.channel', '=', channel)
      .where((eb) => isUnclaimed(eb))
      .forUpdate('alerts')
      .executeTakeFirst();
    if (waiting !== undefined) await insertAlertChanges(trx, waiting.id, [change]);
  }
}

type WaitingAlert = Pick<Selectable<AlertsTable>, 'id' | 'payload' | 'dueAt' | 'batchStartedAt'>;

/** Returns the alert that this draft joins, locked, so that no delivery claims it before this transaction commits. */
async function findWaiting(trx: Trx, draft: AlertDraft): Promise<WaitingAlert | undefined> {
  if (isAtOnce(draft) && !draft.joinsAny && draft.kind !== 'changes') return undefined;
  return selectJoinable(trx, draft)
    .select(['id', 'payload', 'dueAt', 'batchStartedAt'])
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
}

function selectJoinable(trx: Trx, draft: AlertDraft) {
  const ofKind = trx.selectFrom('alerts').where('channel', '=', draft.channel).where('kind', '=', draft.kind);
  const waiting = ofKind.where(isUnclaimed);
  if (draft.joinsAny) return waiting;
  if (isAtOnce(draft)) return waiting.where('openFor', '=', 'batch');
  // A digest that already waits for its checks gets what these checks find, although its moment has passed.
  return waiting.where((eb) =>
    eb.or([
      eb.and([eb('batchStartedAt', 'is', null), eb('dueAt', '=', draft.dueAt.toISOString())]),
      waitsForChecks(eb),
    ]),
  );
}

function waitsForChecks(eb: AlertColumns) {
  return eb.and([eb('batchStartedAt', 'is not', null), eb('openFor', '!=', 'batch')]);
}

export async function isDigestWaiting(db: Db, channel: string): Promise<boolean> {
  const ofChannel = db.selectFrom('alerts').where('channel', '=', channel).where('kind', '=', 'changes');
  return isAny(ofChannel.where(isUnclaimed).where(waitsForChecks));
}

function openFor(draft: AlertDraft): string | null {
  if (draft.joinsAny) return 'any';
  if (!isAtOnce(draft)) return draft.dueAt.toISOString();
  return isBatch(draft) ? 'batch' : null;
}

/** A unique index allows one open alert, so the later of two transactions fails, runs again, and joins that alert. */
async function insertAlert(trx: Trx, draft: AlertDraft): Promise<number> {
  const { channel, kind, dueAt, createdAt, groupUntil = dueAt } = draft;
  const waits = isBatch(draft);
  const open = openFor(draft);
  if (open !== null) {
    const ofChannel = trx.updateTable('alerts').where('channel', '=', channel).where('kind', '=', kind);
    const former = ofChannel.set({ openFor: null }).where('openFor', '=', open);
    // An alert that another transaction has just made stays open.
    await former.where('id', 'not in', selectJoinable(trx, draft).select('id')).execute();
  }
  const at = createdAt.toISOString();
  const times = { createdAt: at, dueAt: (waits ? groupUntil : dueAt).toISOString(), batchStartedAt: waits ? at : null };
  const payload = draft.payload === undefined ? null : JSON.stringify(draft.payload);
  const columns = { channel, kind, state: 'waiting' as const, ...times, openFor: open, payload };
  return (await trx.insertInto('alerts').values(columns).returning('id').executeTakeFirstOrThrow()).id;
}

async function grow(trx: Trx, waiting: WaitingAlert, draft: AlertDraft): Promise<void> {
  const { payload = [], mergePayload = (before) => [...before, ...payload] } = draft;
  const before = waiting.payload === null ? [] : (JSON.parse(waiting.payload) as object[]);
  const merged = draft.payload !== undefined && { payload: JSON.stringify(mergePayload(before)) };
  const columns = { dueAt: dueOnceGrown(waiting, draft), ...merged };
  await trx.updateTable('alerts').set(columns).where('id', '=', waiting.id).execute();
}

function dueOnceGrown({ dueAt, batchStartedAt: startedAt }: WaitingAlert, draft: AlertDraft): string {
  const { kind, createdAt, groupUntil } = draft;
  if (!isAtOnce(draft) || startedAt === null) return dueAt;
  if (!isBatch(draft)) return createdAt.toISOString() < dueAt ? createdAt.toISOString() : dueAt;
  const latest = new Date(Date.parse(startedAt) + hourMs).toISOString();
  return kind === 'baseline' && groupUntil !== undefined
    ? ([groupUntil.toISOString(), latest].sort()[0] ?? dueAt)
    : dueAt;
}

export async function channelsNotifiedOf(db: Db, changeId: number): Promise<Set<string>> {
  return new Set(await allOf(channelsReporting(db).where('changeId', '=', changeId), 'channel'));
}

/** Returns the channels whose alert about this change was ever claimed, so that its words are final. */
export async function channelsThatSaid(db: Db, changeId: number, watchId: string): Promise<Set<string>> {
  const said = channelsReporting(db)
    .where('changeId', '=', changeId)
    .where('watchId', '=', watchId)
    .where((eb) => eb.not(isUnclaimed(eb)));
  return new Set(await allOf(said, 'channel'));
}

export async function channelsNotifiedOfRecord(db: Db, recordId: number, kind: ChangeKind, since: string) {
  const ofRecord = channelsReporting(db)
    .innerJoin('changes', 'changes.id', 'alertChanges.changeId')
    .where('recordId', '=', recordId)
    .where('changes.kind', '=', kind)
    .where('detectedAt', '>=', since);
  return new Set(await allOf(ofRecord, 'channel'));
}

function channelsReporting(db: Db) {
  return db
    .selectFrom('alertChanges')
    .innerJoin('alerts', 'alerts.id', 'alertChanges.alertId')
    .select('alerts.channel')
    .distinct();
}
