import { endDueMutes } from '../../alerts/mutes.ts';
import { startDelivery } from '../../alerts/startDelivery.ts';
import { endDuePauses } from '../../check/pauses.ts';
import { runClaimedCheck } from '../../check/runCheck.ts';
import { everyService } from '../../config/serviceOf.ts';
import { startSchedulers } from '../../schedule/scheduler.ts';
import { startTick } from '../../schedule/tick.ts';
import type { QueryClaim } from '../../store/queue/queue.ts';
import { openDelivery } from '../delivery.ts';
import { checkPartsNow, type DaemonParts } from './daemonParts.ts';

// How often the outbox is searched for alerts that fell due or come from other processes; a check of this process wakes the delivery.
const outboxSeconds = 1;
const mutesSeconds = 30;

/** Looks for due work by itself, and when it is woken. */
interface Loop {
  wake(): void;
  stop(): Promise<void>;
}

/** The loops of the roles `check` and `deliver`. */
export interface Work extends Loop {
  /** False where neither role is this daemon's: then there is nothing to wake. */
  readonly isAny: boolean;
}

/** @param isTimeRight no check begins before the clocks were compared. */
export async function startWork(parts: DaemonParts, isTimeRight: () => boolean): Promise<Work> {
  const { roles } = parts;
  const delivery = roles.includes('deliver') ? await startDelivering(parts) : undefined;
  const checking = roles.includes('check') ? startChecking(parts, isTimeRight, () => delivery?.wake()) : undefined;
  return {
    isAny: (checking ?? delivery) !== undefined,
    wake: () => {
      checking?.wake();
      delivery?.wake();
    },
    // Both wait for their work under way to end; at the same time, so that the waits do not add up.
    stop: async () => {
      await Promise.all([checking?.stop(), delivery?.stop()]);
    },
  };
}

function startChecking(parts: DaemonParts, isTimeRight: () => boolean, onChecked: () => void): Loop {
  const { program, inForce } = parts;
  const { store, config, clock, log } = program;
  const isKnown = (queryId: string) => isTimeRight() && inForce.now.queryIds.has(queryId);
  const serviceOf = (queryId: string) => inForce.now.queryIds.get(queryId);
  const runCheck = (claim: QueryClaim, signal: AbortSignal) => runClaimedCheck(checkPartsNow(parts), claim, { signal });
  return startSchedulers({ store, clock, log, isKnown, runCheck, onChecked }, everyService(config), serviceOf);
}

async function startDelivering({ program, service, inForce }: DaemonParts): Promise<Loop> {
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
