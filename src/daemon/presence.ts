import { hostname } from 'node:os';
import { version } from '../base/version.ts';
import { configDigest } from '../config/secrets.ts';
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

/** Tells the other daemons on the database that this one runs, with which config and in which roles. */
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
  // The config may be another one after a reload.
  const keep = () => keepProcess(store.db, { ...process, config: configDigest(parts.config) }, clock());
  await forgetProcesses(store.db, clock());
  await keep();
  return {
    /** Call it every 10 s. @throws TipstaffError `store.newer` when a newer program has changed the schema. */
    renew: async () => {
      await compareSchema(store.db);
      await keep();
      const running = await runningProcesses(store.db, clock());
      missed.note(running, clock());
      const checking = running.filter((other) => other.roles.includes('check')).map(({ id }) => id);
      share = checking.length > 1 ? shareOf(process.id, checking) : undefined;
    },
    /** As it was when it was renewed last. A process that is started again is not missed. */
    missingRoles: missed.now,
    /** Beside the others that check, as it was renewed last. */
    share: () => share,
    noteReload: (reload: Reload) => noteReload(store.db, process.id, reload),
    stop: () => endProcess(store.db, process.id),
  };
}

/** With the minute in which a silent process counts as running, and the 10 s between two looks: two minutes. */
const missedAfterMs = 40_000;

/** Nobody is blind where no process shows the pages. */
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
