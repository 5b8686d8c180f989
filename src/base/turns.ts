import { TipstaffError } from './errors.ts';

/**
 * For work that takes much memory or many threads: one at a time.
 * @param most as many are under way or wait; one may be given less room @throws TipstaffError `web.busy` for one more
 */
export function startTurns(most: number, busy: string) {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return async <T>(work: () => Promise<T>, room = most): Promise<T> => {
    if (waiting >= room) throw new TipstaffError('web.busy', busy, { retryable: true });
    waiting += 1;
    const turn = last.then(work).finally(() => {
      waiting -= 1;
    });
    last = turn.catch(() => {});
    return turn;
  };
}
