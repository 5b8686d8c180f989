import { setTimeout as sleep } from 'node:timers/promises';
import { TipstaffError } from '../../errors.ts';
import { isDuplicate, isRace } from './postgresErrors.ts';

const longestPauseMs = 250;
/**
 * If two transactions insert the same row at once, the second one finds it when it is run again. A
 * mistake of ours fails every time.
 */
const duplicatesAtMost = 5;

/**
 * Runs a serializable statement or transaction: it does what it would do if nobody else wrote meanwhile. Where others
 * came in between, it has done nothing and is run again from its beginning.
 * @param hasDoneNothing for which other errors this is known too
 * @throws TipstaffError `store.busy`, retryable, when others came in between for `busySeconds`
 */
export async function untilAlone<T>(
  busySeconds: number,
  run: () => Promise<T>,
  hasDoneNothing: (error: unknown) => boolean = () => false,
): Promise<T> {
  const begun = performance.now();
  let duplicates = 0;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (isDuplicate(error)) duplicates += 1;
      const others = isRace(error) || isDuplicate(error);
      if (!(others || hasDoneNothing(error)) || duplicates > duplicatesAtMost) throw error;
      if (performance.now() - begun > busySeconds * 1000) throw others ? cameBetween(busySeconds, error) : error;
    }
    await sleep(Math.random() * Math.min(longestPauseMs, 2 ** (attempt + 2)));
  }
}

function cameBetween(busySeconds: number, cause: unknown): TipstaffError {
  const message = `Others kept writing to the same rows of the database for longer than ${busySeconds} seconds: try again when it is less busy.`;
  return new TipstaffError('store.busy', message, { retryable: true, cause });
}
