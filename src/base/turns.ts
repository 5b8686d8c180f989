import { TipstaffError } from './errors.ts';

/**
 * Returns a runner that does one piece of work at a time, in order.
 * @param most pieces running or waiting, by default any number; a caller may allow fewer. Set for work that takes much
 * memory or many threads @throws TipstaffError `web.busy` beyond that
 */
export function startTurns(most = Number.POSITIVE_INFINITY, busy = '') {
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
