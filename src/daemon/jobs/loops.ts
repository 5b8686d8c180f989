import { openHttpPoster } from '../../alerts/channels/openChannel.ts';
import { errorMessage } from '../../base/http/serverResponse.ts';
import { userAgent } from '../../base/version.ts';
import { startCalendar } from '../../schedule/calendar.ts';
import { startTick } from '../../schedule/scheduler.ts';
import { startReadiness } from '../../web/readiness.ts';
import { type ClockTrust, followClock, openClockTrust } from '../clock.ts';
import { maintenanceJobs } from '../maintenance.ts';
import type { Program } from '../program.ts';
import { type DaemonParts, followService, startWork, type Work } from './work.ts';

const editedWatchesSeconds = 2;

interface Loops {
  /**
   * Ends what looks after the config and its watches, while another config is brought into force; checks and delivery
   * go on.
   */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Begins nothing more, and resolves when checks and deliveries under way have ended by themselves. */
  finish(): Promise<void>;
  /** Abandons what is under way; it is done later. Within 5 s. */
  stop(): Promise<void>;
}

export async function startLoops(parts: DaemonParts): Promise<Loops> {
  const time = openClockTrust();
  const work = await startWork(parts, () => mayCheck(parts, time));
  let pause = await startTicks(parts, work, time);
  return {
    pause: () => pause(),
    resume: async () => {
      pause = await startTicks(parts, work, time);
    },
    finish: async () => {
      await pause();
      await work.finish();
    },
    stop: async () => {
      await pause();
      await work.stop();
    },
  };
}

/** Not before the clocks were compared, and not while another config is in force. */
function mayCheck({ inForce }: DaemonParts, time: ClockTrust): boolean {
  return time.isRight && inForce.now.newer === undefined;
}

/** @returns what ends them, and resolves when they have ended. */
async function startTicks(parts: DaemonParts, work: Work, time: ClockTrust): Promise<() => Promise<void>> {
  const { add, stopAll } = collectStops();
  add(startMaintenance(parts.program, time));
  add(followEditedWatches(parts, work));
  add(startWatchdog(parts));
  if (!work.isAny) return stopAll;
  add(followService(parts, () => mayCheck(parts, time)));
  try {
    add(await compareClocks(parts.program, work, time));
  } catch (error) {
    await stopAll();
    await work.stop();
    throw error;
  }
  return stopAll;
}

function startMaintenance(program: Program, time: ClockTrust): () => Promise<void> {
  const ending = new AbortController();
  const mayDelete = () => time.isProven;
  const stopCalendar = startCalendar(maintenanceJobs({ ...program, signal: ending.signal, mayDelete }), program.log);
  return async () => {
    ending.abort();
    await stopCalendar();
  };
}

function followEditedWatches({ program, inForce }: DaemonParts, work: Work): () => Promise<void> {
  const look = async () => {
    if (await inForce.follow()) work.wake();
  };
  return startTick('edited watches', look, program.log, editedWatchesSeconds);
}

async function compareClocks(program: Program, work: Work, time: ClockTrust): Promise<() => Promise<void>> {
  const onCompared = (compared: Parameters<ClockTrust['note']>[0]) => {
    if (time.note(compared)) work.wake();
  };
  return followClock(program, { onCorrected: () => work.wake(), onCompared });
}

/**
 * Proof of life, by the protocol of healthchecks: after every healthy period `watchdog.url` is called, and `/fail`
 * below it with the reasons when this daemon cannot check or deliver. Whoever is called notices by itself when nothing
 * comes: so only a daemon that checks calls.
 * @returns what stops it
 */
function startWatchdog({ program, inForce, roles, missingRoles }: DaemonParts): () => Promise<void> {
  const { store, config, clock, log } = program;
  const { watchdog } = config;
  if (watchdog === undefined || !roles.includes('check')) return async () => {};
  const stopping = new AbortController();
  const http = openHttpPoster();
  const findReadiness = startReadiness(store, () => inForce.now.config, {
    newerConfig: () => inForce.now.newer,
    missingRoles,
  });
  const call = async () => {
    const { obstacles } = await findReadiness(clock());
    const reasons = obstacles.map(({ kind, reason }) => `${kind}: ${reason}`).join('\n');
    const url = obstacles.length === 0 ? watchdog.url : failAddress(watchdog.url);
    const headers = { 'content-type': 'text/plain; charset=utf-8', 'user-agent': userAgent };
    await http.post(url, headers, program.redact(reasons), stopping.signal).then(
      ({ status }) => {
        if (status >= 400) log.warn({ status }, 'the watchdog refused the proof of life');
      },
      (error: unknown) => {
        if (!stopping.signal.aborted) log.warn({ reason: errorMessage(error) }, 'the watchdog cannot be reached');
      },
    );
  };
  const stopTick = startTick('watchdog', call, log, watchdog.everySeconds);
  return async () => {
    stopping.abort();
    await stopTick();
    await http.close();
  };
}

/** `https://hc-ping.com/UUID` → `https://hc-ping.com/UUID/fail`; a query stays behind it. */
function failAddress(address: string): string {
  const url = new URL(address);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/fail`;
  return url.href;
}

interface Stops {
  add(stop: () => Promise<void>): void;
  /**
   * Stops all parts, the last started first, one after the other. Safe to call twice. @throws what the first that
   * failed threw, once all were asked.
   */
  stopAll(): Promise<void>;
}

export function collectStops(): Stops {
  const stops: (() => Promise<void>)[] = [];
  return {
    add: (stop) => void stops.push(stop),
    stopAll: async () => {
      const failed: unknown[] = [];
      for (let next = stops.pop(); next !== undefined; next = stops.pop())
        await next().catch((error: unknown) => failed.push(error));
      if (failed.length > 0) throw failed[0];
    },
  };
}
