import type { Config } from '../config/config.ts';
import { configDigest } from '../config/configDigest.ts';
import { watchesOfFile } from '../config/ownWatches.ts';
import { addGeneration, type Generation, newestGeneration, wasBrought } from '../database/generations.ts';
import { runningProcesses } from '../database/processes.ts';
import type { Trx } from '../database/store.ts';

/**
 * Brings a process's config into force, in the transaction that stores its watches: one that was never in force is newer than the one that is.
 * One that was in force before, and was replaced, returns (somebody restored it) once no daemon runs with its replacement; while
 * such a daemon runs, this process has only not been given the new config yet.
 * @param isStart false: only the very first config is brought, because a config does not become newer while its process runs.
 * @returns the generation in force, and whether it is this config's.
 */
export async function bringConfig(
  trx: Trx,
  config: Config,
  { now, isStart }: { readonly now: Date; readonly isStart: boolean },
): Promise<{ readonly generation: Generation; readonly isOurs: boolean }> {
  const digest = configDigest(config);
  const newest = await newestGeneration(trx);
  if (newest?.digest === digest) return { generation: newest, isOurs: true };
  if (newest !== undefined && !(isStart && (await mayReplace(trx, digest, newest, now)))) {
    return { generation: newest, isOurs: false };
  }
  const generation = { number: (newest?.number ?? 0) + 1, digest, broughtAt: now.toISOString() };
  const watchIds = watchesOfFile(config).map(({ id }) => id);
  await addGeneration(trx, generation, watchIds);
  return { generation, isOurs: true };
}

async function mayReplace(trx: Trx, digest: string, newest: Generation, now: Date): Promise<boolean> {
  if (!(await wasBrought(trx, digest))) return true;
  return !(await runningProcesses(trx, now)).some((process) => process.config === newest.digest);
}
