import { startDelivery } from '../../alerts/outbox/deliver.ts';
import { incidentsFor } from '../../alerts/outbox/incidents.ts';
import { endDueHolds } from '../../check/changeHolds.ts';
import type { CheckParts } from '../../check/checkParts.ts';
import { lookAtService } from '../../check/incidents/serviceAway.ts';
import { openKeepComparing } from '../../check/likeness/comparing.ts';
import { runDueCheck } from '../../check/runCheck.ts';
import { startFirstPictures } from '../../evidence/firstPictures.ts';
import { startScheduler, startTick } from '../../schedule/scheduler.ts';
import type { QueryClaim } from '../../store/claims/queue.ts';
import type { Role } from '../../store/processes.ts';
import { openDelivery } from '../delivery.ts';
import type { FollowedWatches } from '../followWatches.ts';
import type { Presence } from '../presence.ts';
import type { Program } from '../program.ts';
import type { Service } from '../service.ts';
import { openDatabaseWatch } from './databaseHealth.ts';

// How often the outbox is searched for alerts that fell due or come from other processes; a check of this process wakes
// the delivery.
const outboxSeconds = 1;
const databaseSeconds = 30;
const looksSeconds = 5;
const holdsSeconds = 30;
const deadSeconds = 5;
const nudgesSeconds = 2;

/** Works on a timer, and when it is woken. */
interface Loop {
  wake(): void;
  /** Begins nothing more, and resolves when what is under way has ended by itself. */
  finish(): Promise<void>;
  stop(): Promise<void>;
}

export interface Work extends Loop {
  /** False where neither role is this daemon's: then there is nothing to wake. */
  readonly isAny: boolean;
}

/** @param mayCheck whether checks may begin, and holds end, now. */
export async function startWork(parts: DaemonParts, mayCheck: () => boolean): Promise<Work> {
  const { roles } = parts;
  const delivery = roles.includes('deliver') ? await startDelivering(parts) : undefined;
  const checking = roles.includes('check') ? startChecking(parts, mayCheck, () => delivery?.wake()) : undefined;
  const loops = [checking, delivery].filter((loop) => loop !== undefined);
  if (checking !== undefined) {
    loops.push(startKeepingPictures(parts, mayCheck), startComparing(parts, mayCheck));
    loops.push(...(await startNudging(parts, mayCheck)));
  }
  if (loops.length > 0) {
    const wakeWork = () => {
      checking?.wake();
      delivery?.wake();
    };
    loops.push(startEndingHolds(parts, mayCheck, wakeWork), startFreeingTheDead(parts));
  }
  return {
    isAny: loops.length > 0,
    wake: () => {
      for (const loop of loops) loop.wake();
    },
    finish: async () => {
      await Promise.all(loops.map((loop) => loop.finish()));
    },
    // All wait for their work under way to end; at the same time, so that the waits do not add up.
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

function byItself(stop: () => Promise<void>): Loop {
  return { wake: () => {}, finish: stop, stop };
}

function startChecking(parts: DaemonParts, mayCheck: () => boolean, onChecked: () => void): Loop {
  const { program, inForce, share } = parts;
  const { store, config, clock, log } = program;
  const isKnown = (queryId: string) => mayCheck() && inForce.now.queryIds.has(queryId);
  const runCheck = (claim: QueryClaim, signal: AbortSignal) => runDueCheck(checkPartsNow(parts), claim, signal);
  const { concurrency, recheckBaseSeconds: recheckSeconds } = config.service;
  const scheduling = { store, clock, log, isKnown, runCheck, recheckSeconds, concurrency };
  return startScheduler({ ...scheduling, share, onChecked });
}

/**
 * Asks courts for their feeds and follows what sources said; nothing where the config has no source. A check that is
 * moved forward is found by the tick of the checks.
 */
async function startNudging({ program, service, inForce }: DaemonParts, mayCheck: () => boolean): Promise<Loop[]> {
  const { store, config, clock, log } = program;
  const sources = Object.values(config.nudges);
  if (sources.length === 0) return [];
  const has = (type: (typeof sources)[number]['type']) => sources.some((source) => source.type === type);
  const { openFollower } = await import('../../schedule/nudges/followNudges.ts');
  const loops = [
    { look: openFollower({ store, clock, log, config: () => inForce.now.config }), close: async () => {} },
  ];
  if (has('feeds')) {
    const { openFeedPolls } = await import('../../schedule/nudges/feed/pollFeeds.ts');
    const template = config.service.baseUrl === 'sandbox' ? `${service.baseUrl}/courts/{court}/rss` : undefined;
    loops.push(openFeedPolls({ store, config, template, clock, log, incidents: incidentsFor({ config, log, clock }) }));
  }
  return loops.map(({ look, close }) => {
    const stopTick = startTick('nudges', () => (mayCheck() ? look() : Promise.resolve()), log, nudgesSeconds);
    return byItself(async () => {
      await close();
      await stopTick();
    });
  });
}

function startKeepingPictures({ program, service }: DaemonParts, mayCheck: () => boolean): Loop {
  return byItself(startFirstPictures({ ...program, fetchPicture: service.fetchPicture }, mayCheck));
}

function startComparing({ program, service, inForce }: DaemonParts, mayCheck: () => boolean): Loop {
  const config = () => inForce.now.config;
  const { fetchPicture, fetchUnkept } = service;
  const comparing = openKeepComparing({ ...program, config, fetchPicture, fetchUnkept });
  const look = async () => {
    if (mayCheck()) await comparing.look();
  };
  const stopTick = startTick('designs compared', look, program.log, looksSeconds);
  return byItself(async () => {
    comparing.abort();
    await stopTick();
    await comparing.close();
  });
}

async function startDelivering({ program, service, inForce }: DaemonParts): Promise<Loop> {
  const { parts, close } = await openDelivery(program, service);
  const delivery = startDelivery({ ...parts, everySeconds: outboxSeconds, inForce: () => inForce.now.delivered });
  const stopWatch = startTick('database', openDatabaseWatch(parts), program.log, databaseSeconds);
  let closing: Promise<void> | undefined;
  // Who finishes may be stopped meanwhile.
  const end = async (endDelivery: () => Promise<void>) => {
    await Promise.all([endDelivery(), stopWatch()]);
    closing ??= close();
    await closing;
  };
  return { wake: delivery.wake, finish: () => end(delivery.finish), stop: () => end(delivery.stop) };
}

/** What a process that was killed was doing waits no longer than that after it is known to be dead. */
function startFreeingTheDead({ program: { store, log } }: DaemonParts): Loop {
  return byItself(startTick('claims of the dead', () => store.queue.releaseDead(), log, deadSeconds));
}

/**
 * Ends holds whose time is over, in whichever daemon sees it first: what they kept is written as alerts, and watches
 * that were not checked fall due.
 */
function startEndingHolds(
  { program: { store, clock, log }, inForce }: DaemonParts,
  mayCheck: () => boolean,
  onEnded: () => void,
): Loop {
  const end = async () => {
    if (!mayCheck()) return;
    const { config } = inForce.now;
    if ((await endDueHolds(store, config, clock())) > 0) onEnded();
  };
  let ending = Promise.resolve();
  const wake = () => {
    ending = ending.then(end).catch((err) => log.error({ err }, 'holds could not be ended; trying again'));
  };
  const stopTick = startTick('holds', async () => wake(), log, holdsSeconds);
  const stop = async () => {
    await stopTick();
    await ending;
  };
  return { wake, finish: stop, stop };
}

/** What the parts of a daemon are started with. */
export interface DaemonParts {
  readonly program: Program;
  readonly service: Service;
  readonly inForce: FollowedWatches;
  readonly roles: readonly Role[];
  readonly missingRoles: Presence['missingRoles'];
  readonly share: Presence['share'];
}

/** For a check that begins now, with the watches in force now, which stay the same to its end. */
export function checkPartsNow({ program, service, inForce }: DaemonParts): CheckParts {
  const { config, watches } = inForce.now;
  const { client, keepPictures } = service;
  return { ...program, config, watches, client, keepPictures };
}

const everySeconds = 30;

/**
 * Notifies that a service is away when its time has come: a suspended key makes no check for hours.
 * @param mayCheck else nothing is said.
 */
export function followService(parts: DaemonParts, mayCheck: () => boolean): () => Promise<void> {
  const { store, clock, log } = parts.program;
  const look = async () => {
    if (mayCheck()) await store.transaction((trx) => lookAtService(trx, checkPartsNow(parts), clock()));
  };
  return startTick('service', look, log, everySeconds);
}
