import { notifyOperators } from '../alerts/incidents.ts';
import { endDueMutes } from '../alerts/mutes.ts';
import { startDelivery } from '../alerts/startDelivery.ts';
import { loadKeySuspension } from '../check/admission/keySuspension.ts';
import type { CheckParts } from '../check/parts.ts';
import { endDuePauses } from '../check/pauses.ts';
import { previewWatch } from '../check/preview.ts';
import { leaseSeconds, runClaimedCheck } from '../check/runCheck.ts';
import type { WatchConfig } from '../config/config.ts';
import { everyService } from '../config/serviceOf.ts';
import { startClockWatch } from '../program/clockWatch.ts';
import { openDelivery } from '../program/delivery.ts';
import { followWatches } from '../program/followWatches.ts';
import { endObsoleteIncidents } from '../program/obsoleteIncidents.ts';
import type { Program } from '../program/program.ts';
import { endRemovedWatches, noteRemovedWatches } from '../program/removedWatches.ts';
import { openService } from '../program/service.ts';
import { upkeepJobs } from '../program/upkeep.ts';
import { startCalendar } from '../schedule/calendar.ts';
import { startSchedulers } from '../schedule/scheduler.ts';
import { syncWatches } from '../schedule/syncWatches.ts';
import { retrySkipped } from '../store/queue/due.ts';
import { startMetrics } from '../web/metrics.ts';
import { startWeb } from '../web/startWeb.ts';

// How often each channel looks at the outbox for what fell due, or was put there by other processes; a check here wakes it.
const outboxSeconds = 1;
const mutesSeconds = 30;
const removedWatchesSeconds = 30;
const editedWatchesSeconds = 2;
const firstStep = '0001_watches';

export interface Daemon {
  /** Where its page, health and metrics are. */
  readonly url: string;
  /** Stops all parts, the last started first; what was under way is abandoned and done later. Takes less than 5 s. */
  stop(): Promise<void>;
}

/**
 * Starts everything that `tipstaff run` runs: service, web, delivery, schedule. When one part cannot start, none stays.
 * @param open opens the service; the demo has its own
 */
export async function startDaemon(program: Program, open: typeof openService = openService): Promise<Daemon> {
  const { store, config, clock, log } = program;
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (let next = stops.pop(); next !== undefined; next = stops.pop()) await next();
  };
  try {
    const service = await open(program);
    stops.push(() => service.close());

    const synced = await syncWatches(store, config, clock());
    for (const key of everyService(config)) {
      if ((await loadKeySuspension(store.db, key)) === undefined) await retrySkipped(store.db, clock(), key.name);
    }
    log.info(synced, 'watches read from the config');
    await endRemovedWatches(program);
    await endObsoleteIncidents(program);
    if (store.migrated.includes(firstStep)) await announceNewDatabase(program);

    const inForce = followWatches(program);
    const checks = (): CheckParts => {
      const { config, watches } = inForce.now;
      const { client, services, fetchPicture } = service;
      return { ...program, config, watches, client, services, fetchPicture };
    };
    const metrics = await startMetrics(store, config, clock);
    const preview = (watch: WatchConfig, signal: AbortSignal) => previewWatch(checks(), watch, signal);
    const { fetchPicture } = service;
    const web = await startWeb({ store, config, metrics, clock, log, fetchPicture, preview });
    stops.push(() => web.close());

    const { parts, close } = await openDelivery(program, service);
    stops.push(close);
    const delivery = startDelivery({ ...parts, everySeconds: outboxSeconds, inForce: () => inForce.now.delivered });

    const ending = new AbortController();
    const stopCalendar = startCalendar(upkeepJobs({ ...program, signal: ending.signal }), log);
    stops.push(async () => {
      ending.abort();
      await stopCalendar();
    });
    const endMutes = async () => {
      const { config: current } = inForce.now;
      const resumed = await endDuePauses(store, current, clock());
      if ((await endDueMutes(store, current, clock())) + resumed > 0) delivery.wake();
    };
    stops.push(startRepeating(mutesSeconds, endMutes, log));
    let removed: string | undefined;
    const noteRemoved = async () => {
      removed = await noteRemovedWatches(program, removed);
    };
    stops.push(startRepeating(removedWatchesSeconds, noteRemoved, log));
    const scheduler = startSchedulers(
      {
        store,
        clock,
        log,
        leaseSeconds,
        isKnown: (queryId) => inForce.now.queryIds.has(queryId),
        runCheck: (claim, signal) => runClaimedCheck(checks(), claim, { signal }),
        onChecked: () => delivery.wake(),
      },
      everyService(config),
      (queryId) => inForce.now.queryIds.get(queryId),
    );
    const follow = async () => {
      if (await inForce.follow()) scheduler.wake();
    };
    stops.push(startRepeating(editedWatchesSeconds, follow, log));
    const clockWatch = await startClockWatch(program, () => {
      scheduler.wake();
      delivery.wake();
    });
    stops.push(async () => clockWatch());
    // Both wait for what they have under way to let go: side by side, so that the waits do not add up.
    stops.push(async () => {
      await Promise.all([scheduler.stop(), delivery.stop()]);
    });
    return { url: web.url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Where there was a database before, it is not here: nobody should learn that from missing news. */
async function announceNewDatabase({ store, config, clock, log }: Program): Promise<void> {
  const { database, operators } = config;
  const detail = `${database} was made at this start, so that every watch takes a baseline: what is there by now is not reported. If Tipstaff ran here before, stop it and put its database or a backup back.`;
  log.warn(detail);
  const incident = { kind: 'new-database', subject: database, detail } as const;
  await store.transaction((trx) => notifyOperators(trx, operators, incident, 'began', { now: clock() }));
}

/** Does `work` now and then, once at a time. @returns what stops it. */
function startRepeating(seconds: number, work: () => Promise<void>, log: Program['log']): () => Promise<void> {
  let running = Promise.resolve();
  const run = () => {
    running = running.then(work).catch((err) => log.error({ err }, 'upkeep failed; it is tried again'));
  };
  const timer = setInterval(run, seconds * 1000);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
