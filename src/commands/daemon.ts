import { notifyOperators } from '../alerts/incidents.ts';
import { endDueMutes } from '../alerts/mutes.ts';
import { startDelivery } from '../alerts/startDelivery.ts';
import { loadKeySuspension } from '../check/admission/keySuspension.ts';
import type { CheckParts } from '../check/parts.ts';
import { endDuePauses } from '../check/pauses.ts';
import { previewWatch } from '../check/preview.ts';
import { runClaimedCheck } from '../check/runCheck.ts';
import type { WatchConfig } from '../config/config.ts';
import { everyService } from '../config/serviceOf.ts';
import { TipstaffError } from '../errors.ts';
import { startClockWatch } from '../program/clockWatch.ts';
import { noteCopiedAway } from '../program/copiedAway.ts';
import { openDelivery } from '../program/delivery.ts';
import { type FollowedWatches, followWatches } from '../program/followWatches.ts';
import { startPresence } from '../program/presence.ts';
import type { Program } from '../program/program.ts';
import { endRemovedWatches, noteRemovedWatches } from '../program/removedWatches.ts';
import { roles as everyRole, type Role } from '../program/roles.ts';
import { openService, type Service } from '../program/service.ts';
import { upkeepJobs } from '../program/upkeep.ts';
import { startCalendar } from '../schedule/calendar.ts';
import { startSchedulers } from '../schedule/scheduler.ts';
import { startTick } from '../schedule/tick.ts';
import { retrySkipped } from '../store/queue/due.ts';
import type { QueryClaim } from '../store/queue/queue.ts';
import { startMetrics } from '../web/metrics.ts';
import { startWeb } from '../web/startWeb.ts';

// How often each channel looks at the outbox for what fell due, or was put there by other processes; a check here wakes it.
const outboxSeconds = 1;
const mutesSeconds = 30;
const removedWatchesSeconds = 30;
const editedWatchesSeconds = 2;
const presenceSeconds = 10;
const firstStep = '0001_watches';

export interface Daemon {
  /** Where its page, health and metrics are. */
  readonly url: string;
  /** Fires, with a TipstaffError `store.newer`, when a newer program has changed the database so that this one must end. */
  readonly outdated: AbortSignal;
  /** Stops all parts, the last started first; what was under way is abandoned and done later. Takes less than 5 s. */
  stop(): Promise<void>;
}

export interface DaemonOptions {
  /** What it does: by default everything. */
  readonly roles?: readonly Role[] | undefined;
  /** Opens the service; the demo has its own. */
  readonly open?: typeof openService | undefined;
}

/**
 * Starts what `tipstaff run` runs: service, web, delivery, schedule. When one part cannot start, none stays. Any number of daemons may run on
 * one database, each with any roles: work that several of them do is done once, or is harmless when repeated.
 */
export async function startDaemon(program: Program, options: DaemonOptions = {}): Promise<Daemon> {
  const { roles = everyRole, open = openService } = options;
  const { store, config, clock, log } = program;
  const does = (role: Role) => roles.includes(role);
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (let next = stops.pop(); next !== undefined; next = stops.pop()) await next();
  };
  const repeat = (name: string, seconds: number, work: () => Promise<void>) =>
    stops.push(startTick(name, work, log, seconds));
  try {
    const service = await open(program);
    stops.push(() => service.close());

    const presence = await startPresence(program, roles);
    stops.push(() => presence.stop());
    const inForce = await followWatches(program);
    for (const key of everyService(config)) {
      if ((await loadKeySuspension(store.db, key)) === undefined) await retrySkipped(store.db, clock(), key.name);
    }
    if (inForce.now.newer === undefined) await endRemovedWatches(program);
    if (store.migrated.includes(firstStep)) await announceNewDatabase(program);
    await noteCopiedAway(program);
    await presence.renew();
    const outdated = new AbortController();
    repeat('presence', presenceSeconds, async () => {
      await presence.renew().catch((error: unknown) => {
        if (error instanceof TipstaffError && error.code === 'store.newer') outdated.abort(error);
        throw error;
      });
    });

    const checks = (): CheckParts => {
      const { config, watches } = inForce.now;
      const { client, services, fetchPicture } = service;
      return { ...program, config, watches, client, services, fetchPicture };
    };
    const metrics = await startMetrics(store, config, clock);
    const preview = (watch: WatchConfig, signal: AbortSignal) => previewWatch(checks(), watch, signal);
    const { fetchPicture } = service;
    const newerConfig = () => inForce.now.newer;
    const pages = does('web');
    const web = await startWeb({ store, config, metrics, clock, log, fetchPicture, preview, newerConfig, pages });
    stops.push(() => web.close());

    const delivery = does('deliver') ? await startDelivering(program, service, inForce) : undefined;
    // False until both clocks were compared.
    let isTimeRight = false;
    const isKnown = (queryId: string) => isTimeRight && inForce.now.queryIds.has(queryId);
    const serviceOf = (queryId: string) => inForce.now.queryIds.get(queryId);
    const scheduler = does('check')
      ? startChecking(program, { checks, isKnown, serviceOf, onChecked: () => delivery?.wake() })
      : undefined;
    // Each waits for its work under way to end. Both at once, so that the waits do not add up.
    stops.push(async () => {
      await Promise.all([scheduler?.stop(), delivery?.stop()]);
    });
    const wake = () => {
      scheduler?.wake();
      delivery?.wake();
    };
    stops.push(startUpkeep(program));
    let removed: string | undefined;
    repeat('removed watches', removedWatchesSeconds, async () => {
      removed = await noteRemovedWatches(program, removed);
    });
    repeat('edited watches', editedWatchesSeconds, async () => {
      if (await inForce.follow()) wake();
    });
    if (scheduler ?? delivery) {
      const onCompared = (agrees: boolean) => {
        const isNews = agrees && !isTimeRight;
        isTimeRight = agrees;
        if (isNews) wake();
      };
      const stopClockWatch = await startClockWatch(program, { onCorrected: wake, onCompared });
      stops.push(async () => void stopClockWatch());
    }
    return { url: web.url, outdated: outdated.signal, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Looks for due work by itself, and when it is woken. */
interface Loop {
  wake(): void;
  stop(): Promise<void>;
}

function startChecking(
  { store, config, clock, log }: Program,
  parts: {
    readonly checks: () => CheckParts;
    readonly isKnown: (queryId: string) => boolean;
    readonly serviceOf: (queryId: string) => string | undefined;
    readonly onChecked: () => void;
  },
): Loop {
  const { isKnown, onChecked } = parts;
  const runCheck = (claim: QueryClaim, signal: AbortSignal) => runClaimedCheck(parts.checks(), claim, { signal });
  return startSchedulers({ store, clock, log, isKnown, runCheck, onChecked }, everyService(config), parts.serviceOf);
}

async function startDelivering(program: Program, service: Service, inForce: FollowedWatches): Promise<Loop> {
  const { store, clock, log } = program;
  const { parts, close } = await openDelivery(program, service);
  const delivery = startDelivery({ ...parts, everySeconds: outboxSeconds, inForce: () => inForce.now.delivered });
  const endMutes = async () => {
    const { config } = inForce.now;
    const resumed = await endDuePauses(store, config, clock());
    if ((await endDueMutes(store, config, clock())) + resumed > 0) delivery.wake();
  };
  const stopMutes = startTick('mutes', endMutes, log, mutesSeconds);
  return {
    wake: delivery.wake,
    stop: async () => {
      await Promise.all([delivery.stop(), stopMutes()]);
      await close();
    },
  };
}

function startUpkeep(program: Program): () => Promise<void> {
  const ending = new AbortController();
  const stopCalendar = startCalendar(upkeepJobs({ ...program, signal: ending.signal }), program.log);
  return async () => {
    ending.abort();
    await stopCalendar();
  };
}

/** A database that was there before may be gone: nobody should learn that only from missing news. */
async function announceNewDatabase({ store, config, clock, log }: Program): Promise<void> {
  const { operators } = config;
  const database = store.name;
  const detail = `${database} was made at this start, so that every watch takes a baseline: what is there by now is not reported. If Tipstaff ran here before, stop it and put its database or a backup back.`;
  log.warn(detail);
  const incident = { kind: 'new-database', subject: database, detail } as const;
  await store.transaction((trx) => notifyOperators(trx, operators, incident, 'began', { now: clock() }));
}
