import { previewWatch } from '../check/preview.ts';
import { roles as everyRole, type Role } from '../database/processes.ts';
import { TipstaffError } from '../errors.ts';
import { startClockWatch } from '../program/clockWatch.ts';
import { prepareDatabase } from '../program/daemon/prepareDatabase.ts';
import { collectStops } from '../program/daemon/stops.ts';
import { checkPartsNow, type DaemonParts, followServices, startWork, type Work } from '../program/daemon/work.ts';
import { followWatches } from '../program/followWatches.ts';
import { maintenanceJobs } from '../program/maintenance.ts';
import { type Presence, startPresence } from '../program/presence.ts';
import type { Program } from '../program/program.ts';
import { noteRemovedWatches } from '../program/removedWatches.ts';
import { openService } from '../program/service.ts';
import { startCalendar } from '../schedule/calendar.ts';
import { startTick } from '../schedule/scheduler.ts';
import { startMetrics } from '../web/metrics.ts';
import { startWeb, type Web } from '../web/startWeb.ts';

const removedWatchesSeconds = 30;
const editedWatchesSeconds = 2;
const presenceSeconds = 10;

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
  const { add, stopAll } = collectStops();
  try {
    const service = await open(program);
    add(() => service.close());
    const presence = await startPresence(program, roles);
    add(() => presence.stop());
    const inForce = await followWatches(program);
    await prepareDatabase(program, inForce.now);
    await presence.renew();
    const outdated = new AbortController();
    add(keepPresence(program, presence, outdated));

    const parts: DaemonParts = { program, service, inForce, roles };
    const web = await startPages(parts);
    add(() => web.close());
    const time = { isRight: false };
    const work = await startWork(parts, () => time.isRight);
    add(() => work.stop());
    add(startMaintenance(program));
    add(followRemovedWatches(program));
    add(followEditedWatches(parts, work));
    if (work.isAny) {
      add(followServices(parts, () => time.isRight));
      add(await followClock(program, work, time));
    }
    return { url: web.url, outdated: outdated.signal, stop: stopAll };
  } catch (error) {
    await stopAll();
    throw error;
  }
}

/** @returns what stops it, as the functions below do. */
function keepPresence({ log }: Program, presence: Presence, outdated: AbortController): () => Promise<void> {
  const renew = async () => {
    await presence.renew().catch((error: unknown) => {
      if (error instanceof TipstaffError && error.code === 'store.newer') outdated.abort(error);
      throw error;
    });
  };
  return startTick('presence', renew, log, presenceSeconds);
}

async function startPages(parts: DaemonParts): Promise<Web> {
  const { program, service, inForce, roles } = parts;
  const { store, config, clock, log } = program;
  return startWeb({
    store,
    config,
    clock,
    log,
    metrics: await startMetrics(store, config, clock),
    fetchPicture: service.fetchPicture,
    preview: (watch, signal, otherWatches) => previewWatch(checkPartsNow(parts), watch, signal, otherWatches),
    newerConfig: () => inForce.now.newer,
    pages: roles.includes('web'),
  });
}

function startMaintenance(program: Program): () => Promise<void> {
  const ending = new AbortController();
  const stopCalendar = startCalendar(maintenanceJobs({ ...program, signal: ending.signal }), program.log);
  return async () => {
    ending.abort();
    await stopCalendar();
  };
}

function followRemovedWatches(program: Program): () => Promise<void> {
  let removed: string | undefined;
  const look = async () => {
    removed = await noteRemovedWatches(program, removed);
  };
  return startTick('removed watches', look, program.log, removedWatchesSeconds);
}

function followEditedWatches({ program, inForce }: DaemonParts, work: Work): () => Promise<void> {
  const look = async () => {
    if (await inForce.follow()) work.wake();
  };
  return startTick('edited watches', look, program.log, editedWatchesSeconds);
}

/** @param time is right while this machine's clock agrees with the database's. */
async function followClock(program: Program, work: Work, time: { isRight: boolean }): Promise<() => Promise<void>> {
  const onCompared = (agrees: boolean) => {
    const isNews = agrees && !time.isRight;
    time.isRight = agrees;
    if (isNews) work.wake();
  };
  return startClockWatch(program, { onCorrected: () => work.wake(), onCompared });
}
