import { loadKeySuspension } from '../check/admission/keySuspension.ts';
import type { Config } from '../config/config.ts';
import { readPause } from '../store/outbox/channels.ts';
import { writeSetting } from '../store/settings.ts';
import type { Store } from '../store/store.ts';

/** Something without which Tipstaff cannot check or cannot deliver. */
export interface Obstacle {
  readonly kind: 'key-stopped' | 'channels-paused' | 'database';
  readonly reason: string;
}

/** What keeps Tipstaff from checking and delivering now; empty when it can do both. Holds no secret. */
export async function findObstacles(
  store: Store,
  config: Pick<Config, 'service' | 'channels'>,
  now: Date,
): Promise<Obstacle[]> {
  try {
    // A real write: a full or read-only disk lets itself be read.
    await writeSetting(store.db, 'ready-probe', now.toISOString());
    return [...(await keyObstacle(store, config)), ...(await channelObstacle(store, config))];
  } catch (error) {
    return [{ kind: 'database', reason: `the database refuses: ${error instanceof Error ? error.message : error}` }];
  }
}

async function keyObstacle(store: Store, config: Pick<Config, 'service'>): Promise<Obstacle[]> {
  const stop = await loadKeySuspension(store.db, config.service);
  if (stop === undefined) return [];
  const reason = `stopped calling the service since ${stop.since} (${stop.reason}); next try at ${stop.nextProbeAt}`;
  return [{ kind: 'key-stopped', reason }];
}

async function channelObstacle(store: Store, config: Pick<Config, 'channels'>): Promise<Obstacle[]> {
  const names = Object.keys(config.channels);
  const paused: string[] = [];
  for (const name of names) {
    if ((await readPause(store.db, name)) !== undefined) paused.push(name);
  }
  if (names.length === 0 || paused.length < names.length) return [];
  return [{ kind: 'channels-paused', reason: `every channel is paused: ${paused.join(', ')}` }];
}
