import { hostname } from 'node:os';
import { TipstaffError } from '../base/errors.ts';
import { version } from '../base/version.ts';
import type { Service } from '../check/admission/serviceKey.ts';
import { previewWatch } from '../check/previewFigures.ts';
import { addressOf } from '../config/channels.ts';
import { type Config, configDigest } from '../config/config.ts';
import { isLoopback } from '../config/fields/fields.ts';
import { type ConfigSource, loadConfig } from '../config/loadConfig.ts';
import { startJob } from '../schedule/jobs.ts';
import { newLeaseOwner } from '../store/claims/claims.ts';
import { compareSchema } from '../store/openStore.ts';
import {
  endProcess,
  roles as everyRole,
  forgetProcesses,
  keepProcess,
  type MissingRole,
  noteReload,
  type Reload,
  type Role,
  type RunningProcess,
  rolesMissing,
  runningProcesses,
} from '../store/processes.ts';
import { startMetrics } from '../web/metrics.ts';
import { startWeb } from '../web/startWeb.ts';
import { followWatches } from './followWatches.ts';
import { checkPartsNow, type DaemonParts } from './jobs/jobs.ts';
import { followReloads, noteRefusal, openReloads, type ReloadPace } from './jobs/reloads.ts';
import { collectStops, prepareDatabase, startRunning } from './jobs/running.ts';
import type { Program } from './program.ts';

const presenceSeconds = 10;

export type Daemon = Awaited<ReturnType<typeof startDaemon>>;

export interface DaemonOptions {
  readonly roles?: readonly Role[] | undefined;
  readonly open: (program: Program) => Promise<Service>;
  readonly source?: ConfigSource | undefined; // Absent: the config never changes.
  readonly reloadPace?: ReloadPace | undefined;
}

/** If one part cannot start, all are stopped. Several daemons share their work, or repeat it without harm. */
export async function startDaemon(program: Program, options: DaemonOptions) {
  const { roles = everyRole, open, source, reloadPace } = options;
  const { store, clock } = program;
  const { add, stopAll } = collectStops();
  let current = program;
  // For parts that outlive a config and need the current one.
  const present = {
    ...program,
    get config() {
      return current.config;
    },
  };
  try {
    const service = await open(program);
    add(() => service.close());
    const presence = await startPresence(present, roles);
    add(() => presence.stop());
    const inForce = await followWatches(program);
    // In a container, a former process had the same name.
    await noteRefusal(program, { ok: true, words: [] });
    await prepareDatabase(program);
    await presence.renew();
    const outdated = new AbortController();
    add(keepPresence(program, presence, outdated));

    const metrics = await startMetrics(store, clock);
    const load = () => (source === undefined ? program.config : loadConfig(source));
    const reloads = openReloads({ program: () => current, load, bring, note: presence.noteReload });
    const pagesOf = (parts: DaemonParts) => ({ ...pageParts(parts), metrics, lastReload: () => reloads.last });
    const parts: DaemonParts = { program, service, inForce, roles, missingRoles: presence.missingRoles };
    const web = await startWeb(pagesOf(parts));
    add(() => web.close());
    const running = await startRunning(parts);
    add(() => running.stop());
    add(() => reloads.end());
    add(await followReloads(program, source, reloads, reloadPace));
    add(startCertificates(present, metrics.noteCertificates));
    return {
      url: web.url,
      /** Aborts with a TipstaffError `store.newer` when a newer program has changed the database. */
      outdated: outdated.signal,
      /** Brings the current config into force, or keeps the former one and says why. Never rejects. */
      reload: () => reloads.ask(),
      /** Aborts current work, which is done later. Takes less than 5 s. */
      stop: stopAll,
    };

    async function bring(next: Program): Promise<Pick<Reload, 'otherSince'>> {
      const brought = await running.replace(next, (made) => web.prepare(pagesOf(made)));
      current = next;
      await presence.renew();
      return brought;
    }
  } catch (error) {
    await stopAll();
    throw error;
  }
}

/** @returns a function that stops it */
function keepPresence({ log }: Program, presence: Presence, outdated: AbortController): () => Promise<void> {
  const work = () =>
    presence.renew().catch((error: unknown) => {
      if (error instanceof TipstaffError && error.code === 'store.newer') outdated.abort(error);
      throw error;
    });
  return startJob({ name: 'presence', when: presenceSeconds, work }, log).stop;
}

type Presence = Awaited<ReturnType<typeof startPresence>>;

/** Shows other daemons on the database that this one runs, with its config and roles. */
export async function startPresence(
  parts: Pick<Program, 'store' | 'config' | 'clock'>,
  roles: readonly Role[],
  monotonicMs: () => number = () => performance.now(),
) {
  const { store, clock } = parts;
  const missed = openMissedRoles(monotonicMs);
  const process = { id: newLeaseOwner(), host: hostname(), version, roles, startedAt: clock().toISOString() };
  // Reads the config each time, since a reload may replace it.
  const keep = () => keepProcess(store.db, { ...process, config: configDigest(parts.config) }, clock());
  await forgetProcesses(store.db, clock());
  await keep();
  return {
    /** Must be called every 10 s. @throws TipstaffError `store.newer` when a newer program has changed the schema */
    renew: async () => {
      await compareSchema(store.db);
      await keep();
      missed.note(await runningProcesses(store.db, clock()), clock());
    },
    /** As of the last `renew`. A process that restarts is not missing. */
    missingRoles: missed.now,
    noteReload: (reload: Reload) => noteReload(store.db, process.id, reload),
    stop: () => endProcess(store.db, process.id),
  };
}

/** Adds up to two minutes, with the minute until a silent process counts as dead and 10 s between two calls. */
const missedAfterMs = 40_000;

function openMissedRoles(monotonicMs: () => number) {
  const since = new Map<Role, { readonly at: string; readonly ms: number }>();
  return {
    note(running: readonly Pick<RunningProcess, 'roles'>[], now: Date) {
      const missing = rolesMissing(running);
      for (const role of since.keys()) if (!missing.includes(role)) since.delete(role);
      for (const role of missing) if (!since.has(role)) since.set(role, { at: now.toISOString(), ms: monotonicMs() });
    },
    now: (): readonly MissingRole[] =>
      [...since]
        .filter(([, { ms }]) => monotonicMs() - ms >= missedAfterMs)
        .map(([role, { at }]) => ({ role, since: at })),
  };
}

function pageParts(parts: DaemonParts): Omit<Parameters<typeof startWeb>[0], 'metrics'> {
  const { program, service, roles, missingRoles } = parts;
  const { store, config, clock, log } = program;
  return {
    ...{ store, config, clock, log, missingRoles },
    fetchPicture: service.fetchPicture,
    preview: (...asked) => previewWatch(checkPartsNow(parts), ...asked),
    // The pages of a reload are prepared before its config comes into force.
    newerConfig: () => parts.inForce.now.newer,
    pages: roles.includes('web'),
  };
}

const lookEverySeconds = 6 * 3600;

/** Connects to the servers without a paid call or a message. @param note gets each server's expiry date */
export function startCertificates(
  present: Pick<Program, 'config' | 'log'>,
  note: (until: ReadonlyMap<string, Date>) => void,
): () => Promise<void> {
  const work = async () => note(await certificatesOf(present.config));
  const { stop } = startJob({ name: 'certificates', when: lookEverySeconds, atStart: true, work }, present.log);
  return async () => {
    // Does not wait for a connection that gets no response.
    void stop();
  };
}

/** Reads certificates of servers on other machines, and of local ones that use https. */
async function certificatesOf({ service, watchdog, channels }: Config): Promise<Map<string, Date>> {
  const { reach } = await import('../base/http.ts');
  const { reachChannel } = await import('../alerts/channels/openChannel.ts');
  const sites = [service.baseUrl, ...(watchdog ? [watchdog.url] : [])].map((address) => {
    return { address, look: () => reach(new URL(address).origin) };
  });
  const receivers = Object.values(channels).map((channel) => {
    return { address: addressOf(channel), look: () => reachChannel(channel) };
  });
  const asked = [...sites, ...receivers].filter(({ address }) =>
    address.startsWith('smtp') ? !isLoopback(address) : address.startsWith('https:'),
  );
  const servers = new Map(asked.map(({ address, look }) => [new URL(address).host, look]));
  const found = await Promise.all(
    [...servers].map(
      async ([server, look]) => [server, (await look().catch(() => undefined))?.certificateUntil] as const,
    ),
  );
  return new Map(found.flatMap(([server, until]) => (until === undefined ? [] : [[server, until] as const])));
}
