import { TipstaffError } from '../../base/errors.ts';

const mostWaiting = 10;

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * Makes one file at a time: the rows of a large one take a hundred megabytes while it is made.
 * @param signal whoever has gone meanwhile takes no turn
 * @throws TipstaffError `web.busy` where many wait already
 */
export async function inTurn<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T | undefined> {
  if (waiting >= mostWaiting) {
    const why = 'Many files are being made at this moment. Ask for yours again in a minute.';
    throw new TipstaffError('web.busy', why, { retryable: true });
  }
  waiting += 1;
  const turn = last.then(() => (signal?.aborted ? undefined : work()));
  last = turn.catch(() => {});
  try {
    return await turn;
  } finally {
    waiting -= 1;
  }
}
