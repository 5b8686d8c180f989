import { hostname } from 'node:os';
import { version } from '../base/version.ts';
import { configDigest } from '../config/config.ts';
import { newLeaseOwner } from '../store/claims/claims.ts';
import { type Share, shareOf } from '../store/claims/queue.ts';
import { compareSchema } from '../store/openStore.ts';
import {
  endProcess,
  forgetProcesses,
  keepProcess,
  type MissingRole,
  noteReload,
  type Reload,
  type Role,
  type RunningProcess,
  runningProcesses,
} from '../store/processes.ts';
import type { Program } from './program.ts';

type Parts = Pick<Program, 'store' | 'config' | 'clock'>;

/** Shows other daemons on the database that this one runs, with its config and roles. */
export type Presence = Awaited<ReturnType<typeof startPresence>>;

export async function startPresence(
  parts: Parts,
  roles: readonly Role[],
  monotonicMs: () => number = () => performance.now(),
) {
  const { store, clock } = parts;
  const missed = openMissedRoles(monotonicMs);
  let share: Share | undefined;
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
      const running = await runningProcesses(store.db, clock());
      missed.note(running, clock());
      const checking = running.filter((other) => other.roles.includes('check')).map(({ id }) => id);
      share = checking.length > 1 ? shareOf(process.id, checking) : undefined;
    },
    /** As of the last `renew`. A process that restarts is not missing. */
    missingRoles: missed.now,
    /** This process's part of the queries beside others that check, as of the last `renew`. */
    share: () => share,
    noteReload: (reload: Reload) => noteReload(store.db, process.id, reload),
    stop: () => endProcess(store.db, process.id),
  };
}

/** Adds up to two minutes, with the minute until a silent process counts as dead and 10 s between two calls. */
const missedAfterMs = 40_000;

/** Without a process for the pages, no news is missed. */
const neededRoles: readonly Role[] = ['check', 'deliver'];

function openMissedRoles(monotonicMs: () => number) {
  const since = new Map<Role, { readonly at: string; readonly ms: number }>();
  return {
    note(running: readonly Pick<RunningProcess, 'roles'>[], now: Date) {
      for (const role of neededRoles) {
        if (running.some(({ roles }) => roles.includes(role))) since.delete(role);
        else if (!since.has(role)) since.set(role, { at: now.toISOString(), ms: monotonicMs() });
      }
    },
    now: (): readonly MissingRole[] =>
      [...since]
        .filter(([, { ms }]) => monotonicMs() - ms >= missedAfterMs)
        .map(([role, { at }]) => ({ role, since: at })),
  };
}
