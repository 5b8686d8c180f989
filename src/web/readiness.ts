import { loadChannelStates } from '../alerts/outbox/deliveriesTable.ts';
import { within } from '../base/calls.ts';
import { messageOf } from '../base/errors.ts';
import { hourMs } from '../base/time.ts';
import { whyUnwatched } from '../base/words/watchWords.ts';
import { loadKeySuspension } from '../check/admission/serviceKey.ts';
import { whyBudgetSpent } from '../check/incidents/noteIncidents.ts';
import type { Config } from '../config/config.ts';
import { overdueAfterMs } from '../schedule/nextDue.ts';
import { nextDueAt } from '../store/claims/due.ts';
import { type ProbeStore, startStoreProbe } from '../store/condition.ts';
import type { ConfigInForce, MissingRole } from '../store/processes.ts';
import { firstFailureSinceComplete } from '../store/snapshot/checksTable.ts';
import type { Store } from '../store/store.ts';

/** A channel that fails for a shorter time is retried, and usually works again. */
const channelPatienceMs = 10 * 60_000;

const databasePatienceMs = 5_000;

export const obstacleKinds = [
  'database',
  'role-missing',
  'config-older',
  'key-stopped',
  'budget-reached',
  'no-complete-check',
  'checks-overdue',
  'channels-paused',
  'channels-failing',
] as const;

export interface Obstacle {
  readonly kind: (typeof obstacleKinds)[number];
  readonly since: string | null;
  /** Contains no secret. */
  readonly reason: string;
}

type ReadinessConfig = Pick<Config, 'service' | 'channels' | 'operators' | 'watches' | 'budget'>;

/** A channel that delivers to nobody. One such channel is no obstacle, because the others deliver. */
interface ChannelDown {
  readonly channel: string;
  readonly state: 'paused' | 'failing';
  readonly since: string;
}

interface Readiness {
  readonly obstacles: readonly Obstacle[];
  readonly channelsDown: readonly ChannelDown[];
}

export interface KnownHere {
  /** Returns the config in force if another process loaded a newer one. */
  readonly newerConfig?: (() => Pick<ConfigInForce, 'broughtAt'> | undefined) | undefined;
  readonly missingRoles?: (() => readonly MissingRole[]) | undefined;
}

/** @param config returns the current config, because watches of the page come and go */
export function startReadiness(store: Store, config: () => ReadinessConfig, here: KnownHere = {}) {
  const probe = startStoreProbe(store);
  return async (now: Date): Promise<Readiness> => {
    const newer = here.newerConfig?.();
    const found = await inTime(askStore(store, config(), now, probe)).catch(databaseRefuses);
    const known = [...(newer ? [olderConfig(newer)] : []), ...(here.missingRoles?.() ?? []).map(missingRole)];
    return { ...found, obstacles: [...known, ...found.obstacles] };
  };
}

function missingRole({ role, since }: MissingRole): Obstacle {
  const reason = `no process has the role ${role}: start one with tipstaff run --only ${role}`;
  return { kind: 'role-missing', since, reason };
}

function olderConfig({ broughtAt }: Pick<ConfigInForce, 'broughtAt'>): Obstacle {
  const reason =
    `another process loaded another config at ${broughtAt}; this process checks nothing until it has the same file ` +
    'and variables, or is restarted with the right ones';
  return { kind: 'config-older', since: broughtAt, reason };
}

function databaseRefuses(error: unknown): Readiness {
  const reason = `the database refuses: ${messageOf(error)}`;
  return { obstacles: [{ kind: 'database', since: null, reason }], channelsDown: [] };
}

async function askStore(store: Store, config: ReadinessConfig, now: Date, probe: ProbeStore): Promise<Readiness> {
  await probe(now);
  const channelsDown = await findChannelsDown(store, config, now);
  const found = [
    await keyObstacle(store, config),
    await budgetObstacle(store, config, now),
    await failingObstacle(store, now),
    await overdueObstacle(store, now),
    channelObstacle(channelsDown, config),
  ];
  return { obstacles: found.filter((obstacle) => obstacle !== undefined), channelsDown };
}

async function keyObstacle(store: Store, { service }: ReadinessConfig): Promise<Obstacle | undefined> {
  const suspension = await loadKeySuspension(store.db, service);
  if (suspension === undefined) return undefined;
  const { since, nextProbeAt } = suspension;
  const reason = `no calls to the service since ${since}, next try at ${nextProbeAt}: ${suspension.reason}`;
  return { kind: 'key-stopped', since, reason };
}

async function budgetObstacle(store: Store, config: ReadinessConfig, now: Date): Promise<Obstacle | undefined> {
  const spent = await whyBudgetSpent(store.db, config, now);
  return spent && { kind: 'budget-reached', ...spent };
}

async function failingObstacle(store: Store, now: Date): Promise<Obstacle | undefined> {
  const failure = await firstFailureSinceComplete(store.db);
  if (failure === undefined || now.getTime() - Date.parse(failure.endedAt) < hourMs) return undefined;
  // /readyz needs no sign-in, and the words of the service may quote a search.
  const reason = `no check of any watch was complete since ${failure.endedAt} (${whyUnwatched(failure.cause)})`;
  return { kind: 'no-complete-check', since: failure.endedAt, reason };
}

async function overdueObstacle(store: Store, now: Date): Promise<Obstacle | undefined> {
  const since = await nextDueAt(store.db);
  if (since === undefined || now.getTime() - Date.parse(since) < overdueAfterMs) return undefined;
  return { kind: 'checks-overdue', since, reason: `a check has been due since ${since} and was not made` };
}

async function findChannelsDown(store: Store, config: ReadinessConfig, now: Date): Promise<ChannelDown[]> {
  const states = await loadChannelStates(store.db);
  return usedChannels(config).flatMap((channel): ChannelDown[] => {
    const { pausedAt, failingSince } = states.get(channel) ?? {};
    if (pausedAt) return [{ channel, state: 'paused', since: pausedAt }];
    const isLong = failingSince && now.getTime() - Date.parse(failingSince) >= channelPatienceMs;
    return isLong ? [{ channel, state: 'failing', since: failingSince }] : [];
  });
}

/** Returns the channels that something is sent to. An unused channel never fails and delivers nothing. */
function usedChannels({ channels, operators, watches }: ReadinessConfig): string[] {
  const used = new Set([...operators, ...watches.flatMap(({ notify }) => notify)]);
  return Object.keys(channels).filter((name) => used.has(name));
}

function channelObstacle(down: readonly ChannelDown[], config: ReadinessConfig): Obstacle | undefined {
  const [latest] = down.map(({ since }) => since).sort((one, other) => other.localeCompare(one));
  if (latest === undefined || down.length < usedChannels(config).length) return undefined;
  const kind = down.every(({ state }) => state === 'paused') ? 'channels-paused' : 'channels-failing';
  const list = down.map(({ channel, state, since }) => `${channel} ${state} since ${since}`);
  return { kind, since: latest, reason: `every channel is paused or failing: ${list.join(', ')}` };
}

/** Rejects if the database does not respond in time. */
export function inTime<T>(asked: Promise<T>): Promise<T> {
  return within(databasePatienceMs, asked, () => {
    throw new Error(`no response within ${databasePatienceMs / 1000} seconds`);
  });
}
