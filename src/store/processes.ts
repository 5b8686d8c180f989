import { hostname } from 'node:os';
import { TipstaffError } from '../base/errors.ts';
import { daysAgo } from '../base/time.ts';
import { isDeadOwner } from './claims/claims.ts';
import type { Tables } from './schema/tables.ts';
import { type Db, readSetting } from './store.ts';

/** A process that reports nothing for this long has stopped or is cut off. */
const silentAfterMs = 60_000;

export const roles = ['check', 'deliver', 'web'] as const;
export type Role = (typeof roles)[number];

/** Without a process for the pages, no news is missed. */
const neededRoles: readonly Role[] = ['check', 'deliver'];

/** Returns the roles that no running process has, though nothing is checked or delivered without them. */
export function rolesMissing(running: readonly { readonly roles: readonly string[] }[]): Role[] {
  return neededRoles.filter((role) => !running.some(({ roles }) => roles.includes(role)));
}

/** Returns `vm (pid 12604)`, which stays the same while other processes of the machine come and go. */
export function processName({ id, host }: Pick<RunningProcess, 'id' | 'host'>): string {
  return `${host} (pid ${id.split('/')[1]})`;
}

export function ownName(): string {
  return processName({ id: `/${process.pid}`, host: hostname() });
}

export type MissingRole = Readonly<{ role: Role; since: string }>;

/** Parses roles such as `check,web`. @throws TipstaffError `usage.only` */
export function readRoles(list: string): Role[] {
  const names = list.split(',').map((name) => name.trim());
  return names.map((name) => {
    const role = roles.find((one) => one === name);
    if (role !== undefined) return role;
    throw new TipstaffError(
      'usage.only',
      `--only: found ${JSON.stringify(name)}; accepted: ${roles.join(', ')}, with commas between.`,
    );
  });
}

export interface Reload {
  readonly at: string;
  /** The `tipstaff reload` request that led to this reload; undefined after a signal or a changed file. */
  readonly asked?: string | undefined;
  readonly ok: boolean;
  /** What changed, by name; or why the config was refused, with the place of each mistake. No secrets. */
  readonly words: readonly string[];
  /** Since when another config is in force (ISO). This process then checks nothing. */
  readonly otherSince?: string | undefined;
  /** True when the reload failed for a reason outside the config and is retried automatically. */
  readonly again?: boolean | undefined;
}

export interface RunningProcess
  extends Readonly<Pick<Tables['processes'], 'id' | 'host' | 'version' | 'config' | 'startedAt'>> {
  readonly roles: readonly string[];
  readonly reload?: Reload | undefined;
}

export async function keepProcess(db: Db, own: RunningProcess, now: Date): Promise<void> {
  const { id, host, version, roles, startedAt, config } = own;
  const row = { config, seenAt: now.toISOString() };
  await db
    .insertInto('processes')
    .values({ id, host, version, roles: JSON.stringify(roles), startedAt, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}

export async function noteReload(db: Db, id: string, reload: Reload): Promise<void> {
  const reloaded = JSON.stringify(reload);
  await db.updateTable('processes').set({ reloaded }).where('id', '=', id).execute();
}

/** The setting that asks daemons to reload the config. Each request stores a different value. */
export const reloadAskedSetting = 'reload-asked';

export async function endProcess(db: Db, id: string): Promise<void> {
  await db.deleteFrom('processes').where('id', '=', id).execute();
}

/** Returns processes that reported within a minute, without dead ones of this machine, in the order of their start. */
export async function runningProcesses(db: Db, now: Date): Promise<RunningProcess[]> {
  const since = new Date(now.getTime() - silentAfterMs).toISOString();
  const rows = await db
    .selectFrom('processes')
    .select(['id', 'host', 'version', 'roles', 'config', 'startedAt', 'reloaded'])
    .where('seenAt', '>', since)
    .orderBy('startedAt')
    .orderBy('id')
    .execute();
  return rows
    .filter((row) => !isDeadOwner(row.id))
    .map(({ roles, reloaded, ...row }) => ({
      ...row,
      roles: JSON.parse(roles) as string[],
      reload: reloaded === null ? undefined : (JSON.parse(reloaded) as Reload),
    }));
}

export async function forgetProcesses(db: Db, now: Date): Promise<void> {
  const since = daysAgo(now, 1);
  await db.deleteFrom('processes').where('seenAt', '<', since).execute();
}

export interface ConfigInForce {
  readonly digest: string;
  readonly broughtAt: string;
  readonly file: string;
  readonly host: string;
  readonly former: readonly string[]; // Digests of the replaced configs, the latest first.
}

export const configSetting = 'config-in-force';

export function configInForce(db: Db): Promise<ConfigInForce | undefined> {
  return readSetting<ConfigInForce>(db, configSetting);
}

/** Says where the config came from: ` (/etc/tipstaff/watches.yaml on vm)`. */
export const sourceWords = ({ file, host }: ConfigInForce): string => ` (${file} on ${host})`;
