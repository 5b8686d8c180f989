import { addToAlert } from '../alerts/outbox/addToAlertQueries.ts';
import { notifyOperators } from '../alerts/outbox/incidents.ts';
import { closeIncident, openIncidents } from '../alerts/outbox/incidentsTable.ts';
import { sentence } from '../base/words/sentence.ts';
import { personName } from '../base/words/watchWords.ts';
import { type Config, openName } from '../config/config.ts';
import {
  becauseWords,
  deferredBy,
  type Held,
  type Hold,
  type HoldEnd,
  isOver,
  untilWords,
} from '../schedule/holds/holds.ts';
import {
  findHold,
  heldChanges,
  insertHeldChanges,
  removeHold,
  runningHolds,
  saveHold,
} from '../schedule/holds/holdsTable.ts';
import { type AuditKind, noteAudit } from '../store/auditTable.ts';
import { loadQueriesOfWatch, loadWatchQueries } from '../store/claims/queries.ts';
import { listChanges } from '../store/snapshot/changesTable.ts';
import { oneAtATime, type Store, type Trx } from '../store/store.ts';
import { type KnownWatches, knownWatches, reportedLater, sending, writeAlerts } from './audience/recipients.ts';
import { kindsOfSearches } from './incidents/kinds.ts';
import { endUnwatchedByHold } from './incidents/readers.ts';

type HoldingConfig = Pick<Config, 'watches' | 'operators' | 'channels' | 'delivery'>;

/** A pause also ends incidents of queries that no other watch has. @returns false if the watch was removed */
export async function beginHold(trx: Trx, config: HoldingConfig, hold: Omit<Hold, 'id'>): Promise<boolean> {
  if (!(await saveHold(trx, hold))) return false;
  if (hold.watchId !== null && !hold.isChecked) await endIncidentsOf(trx, config, hold.watchId, hold);
  const detail = [untilWords(hold), hold.reason].filter(Boolean).join(': ');
  await noteAudit(trx, { at: hold.beganAt, who: hold.author }, ...auditedAs(hold, 'begins'), detail);
  return true;
}

function auditedAs(
  { watchId, recordId, isChecked, label }: Held & Pick<Hold, 'label'>,
  phase: 'begins' | 'ends',
): readonly [what: AuditKind, subject: string] {
  const verbs = isChecked
    ? ({ begins: 'mute', ends: 'unmute' } as const)
    : ({ begins: 'pause', ends: 'resume' } as const);
  const isWatch = watchId !== null && recordId === null;
  return isWatch ? [`watch.${verbs[phase]}`, watchId] : [`record.${verbs[phase]}`, label];
}

async function endIncidentsOf(trx: Trx, config: HoldingConfig, watchId: string, hold: Omit<Hold, 'id'>): Promise<void> {
  const watch = (await knownWatches(trx, config, [watchId])).get(watchId);
  const now = new Date(hold.beganAt);
  if (watch !== undefined) await endUnwatchedByHold(trx, config, watch, { until: hold.until, now });
  const label = watch === undefined ? watchId : openName(watch);
  const matter = watch?.confidential ? undefined : watch?.matter;
  const idle = await queriesOnlyOf(trx, watchId);
  for (const { kind, subject, detail: before, beganAt } of await openIncidents(trx)) {
    const known = kindsOfSearches.find((candidate) => candidate === kind);
    if (known === undefined || !idle.has(subject)) continue;
    await closeIncident(trx, { kind, subject, now: hold.beganAt });
    const detail = `${noIncidentWords(label, hold, watch)} When this began: ${before}`;
    const incident = { kind: known, subject, label, matter, detail, obsolete: true };
    await notifyOperators(trx, config.operators, incident, 'ended', { now, beganAt });
  }
}

async function queriesOnlyOf(trx: Trx, watchId: string): Promise<ReadonlySet<string>> {
  const own = (await loadQueriesOfWatch(trx, watchId)).map((watchQuery) => watchQuery.queryId);
  const checked = (await loadWatchQueries(trx, own)).filter((watchQuery) => watchQuery.isChecked);
  return new Set(own.filter((id) => checked.every((watchQuery) => watchQuery.queryId !== id)));
}

function noIncidentWords(label: string, hold: Omit<Hold, 'id'>, watch: ReturnType<KnownWatches['get']>): string {
  const because = becauseWords(hold, watch?.confidential);
  return (
    `${sentence(`${label} is paused ${untilWords(hold)}, by ${personName(hold.author)}${because}`)} It is not ` +
    'checked meanwhile, so this is no longer an incident. It becomes one again only if the watch misses its checks ' +
    'after it is resumed.'
  );
}

export async function endHoldOn(trx: Trx, config: Config, held: Held, end: Required<HoldEnd>): Promise<boolean> {
  await oneAtATime(trx, 'ends of holds');
  const hold = await findHold(trx, held);
  if (hold === undefined || !(await endHold(trx, config, hold, end))) return false;
  const { now, who = '' } = end;
  await noteAudit(trx, { at: now.toISOString(), who }, ...auditedAs(hold, 'ends'));
  return true;
}

export async function endDueHolds(store: Store, config: Config, now: Date): Promise<number> {
  if (!(await runningHolds(store.db)).some((hold) => isOver(hold, now))) return 0;
  return store.transaction(async (trx) => {
    await oneAtATime(trx, 'ends of holds');
    // Read again inside the transaction, since another process may have ended or extended some holds.
    const over = (await runningHolds(trx)).filter((hold) => isOver(hold, now));
    for (const hold of over) await endHold(trx, config, hold, { now });
    return over.length;
  });
}

export async function endHold(trx: Trx, config: Config, hold: Hold, end: HoldEnd): Promise<boolean> {
  if (!(await removeHold(trx, hold, end))) return false;
  if (hold.isChecked) await reportDeferred(trx, config, hold, end.now);
  else if (hold.watchId !== null) await reportFoundByOthers(trx, config, hold.id, hold.watchId, end.now);
  return true;
}

async function reportFoundByOthers(trx: Trx, config: Config, id: number, watchId: string, now: Date): Promise<void> {
  const ids = (await heldChanges(trx, id)).map(({ changeId }) => changeId);
  const found = await listChanges(trx, { ids, limit: ids.length });
  const changes = found.map((change) => reportedLater(change, [watchId]));
  await writeAlerts(trx, config, await knownWatches(trx, config, [watchId]), changes, now);
}

/** Changes that another hold covers wait until that hold ends. */
async function reportDeferred(trx: Trx, config: Config, hold: Hold, now: Date): Promise<void> {
  const others = await runningHolds(trx);
  const kept = (await heldChanges(trx, hold.id)).map((change) => ({ ...change, by: deferredBy(others, change, now) }));
  const deferred = kept.flatMap(({ by, ...change }) => (by === undefined ? [] : [{ ...change, holdId: by.id }]));
  await insertHeldChanges(trx, deferred);
  const { label, author, reason, beganAt } = hold;
  const payload = [{ label, author, reason, beganAt, endedAt: now.toISOString() }];
  const free = kept.filter(({ by }) => by === undefined);
  for (const [channel, changes] of Map.groupBy(free, (change) => change.channel))
    await addToAlert(trx, { ...sending(config, channel, now), kind: 'changes', changes, payload });
}
