import type { Config } from '../../config/config.ts';
import { openName } from '../../config/config.ts';
import { loadQueriesOfWatch, loadWatchQueries } from '../../database/claims/queries.ts';
import type { Store, Trx } from '../../database/store.ts';
import { notifyOperators } from '../../outbox/incidents.ts';
import { closeIncident, openIncidents } from '../../outbox/incidentsTable.ts';
import { noteAudit } from '../../people/auditTable.ts';
import {
  listPauses,
  type Pause,
  type PauseEnd,
  removePause,
  savePause,
  takePausedChanges,
} from '../../schedule/pausesTable.ts';
import { listChanges } from '../../snapshot/changesTable.ts';
import { sentence } from '../../words/sentence.ts';
import { type KnownWatches, knownWatches, type ReportedChange, reportedLater } from '../audience/recipients.ts';
import { writeAlerts } from '../audience/route.ts';
import { kindsOfQueries } from '../incidents/noteIncidents.ts';
import { endUnwatchedByPause } from '../incidents/watchUnwatched.ts';

/**
 * Pauses a watch: it is not checked until it is resumed, or until the pause ends by itself. Written to the audit log.
 * Incidents of searches that no other watch asks end, and those who were notified of them are notified of that.
 * @returns false: the watch was removed meanwhile, and nothing is paused
 */
export async function pauseWatch(
  trx: Trx,
  config: Pick<Config, 'watches' | 'operators' | 'channels' | 'delivery'>,
  pause: Pause,
): Promise<boolean> {
  const { watchId, author, reason, beganAt, until } = pause;
  if (!(await savePause(trx, pause))) return false;
  const ours = new Map(config.watches.map((each) => [each.id, each]));
  const watch = (await knownWatches(trx, ours, [watchId])).get(watchId);
  const now = new Date(beganAt);
  if (watch !== undefined) await endUnwatchedByPause(trx, config, watch, { until, now });
  await endIncidentsOf(trx, config, watch, pause);
  const detail = [until === null ? 'until it is resumed' : `until ${until}`, reason].filter(Boolean).join(': ');
  await noteAudit(trx, { at: beganAt, who: author, what: 'watch.pause', subject: watchId, detail });
  return true;
}

/** Ends the incidents of searches that only paused watches ask. */
async function endIncidentsOf(
  trx: Trx,
  { operators }: Pick<Config, 'operators'>,
  watch: ReturnType<KnownWatches['get']>,
  pause: Pause,
): Promise<void> {
  const own = (await loadQueriesOfWatch(trx, pause.watchId)).map((watchQuery) => watchQuery.queryId);
  const asking = (await loadWatchQueries(trx, own)).filter((watchQuery) => watchQuery.pausedSince === null);
  const idle = new Set(own.filter((id) => asking.every((watchQuery) => watchQuery.queryId !== id)));
  const label = watch === undefined ? pause.watchId : openName(watch);
  const now = new Date(pause.beganAt);
  for (const { kind, subject, detail: before, beganAt } of await openIncidents(trx)) {
    const known = kindsOfQueries.find((candidate) => candidate === kind);
    if (known === undefined || !idle.has(subject)) continue;
    await closeIncident(trx, { kind, subject, now: pause.beganAt });
    const detail = `${pausedWords(label, pause, watch?.confidential)} When this began: ${before}`;
    const matter = watch?.confidential ? undefined : watch?.matter;
    const incident = { kind: known, subject, label, matter, detail, obsolete: true };
    await notifyOperators(trx, operators, incident, 'ended', { now, beganAt });
  }
}

function pausedWords(label: string, { author, reason, until }: Pause, confidential = false): string {
  const because = reason === '' || confidential ? '' : `, because: ${reason}`;
  const end = until === null ? 'until it is resumed' : `until ${until}`;
  return `${sentence(`${label} is paused ${end}, by ${author}${because}`)} It is not checked meanwhile, so this is no longer an incident. It becomes one again only if the watch misses its checks after it is resumed.`;
}

/**
 * Resumes a watch: it is due again as after downtime, and what the checks of other watches found
 * for it meanwhile is reported now.
 * @returns whether it was paused
 */
export async function resumeWatch(
  trx: Trx,
  config: Config,
  watchId: string,
  { who, now }: { readonly who: string; readonly now: Date },
): Promise<boolean> {
  if (!(await endPause(trx, config, watchId, { now, who }))) return false;
  await noteAudit(trx, { at: now.toISOString(), who, what: 'watch.resume', subject: watchId, detail: '' });
  return true;
}

/**
 * Ends the pauses whose time is over.
 * @returns how many
 */
export async function endDuePauses(store: Store, config: Config, now: Date): Promise<number> {
  const isOver = ({ until }: Pause) => until !== null && until <= now.toISOString();
  if (![...(await listPauses(store.db)).values()].some(isOver)) return 0;
  return store.transaction(async (trx) => {
    // Another process may have ended some meanwhile, or somebody may have extended them.
    const over = [...(await listPauses(trx)).values()].filter(isOver);
    for (const { watchId } of over) await endPause(trx, config, watchId, { now });
    return over.length;
  });
}

async function endPause(trx: Trx, config: Config, watchId: string, end: PauseEnd): Promise<boolean> {
  if (!(await removePause(trx, watchId, end))) return false;
  const changes: ReportedChange[] = [];
  for (const id of await takePausedChanges(trx, watchId)) {
    for (const change of await listChanges(trx, { id, limit: 1 })) changes.push(reportedLater(change, [watchId]));
  }
  const ours = new Map(config.watches.map((watch) => [watch.id, watch]));
  await writeAlerts(trx, config, await knownWatches(trx, ours, [watchId]), changes, end.now);
  return true;
}
