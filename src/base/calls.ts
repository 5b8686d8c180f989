import { setTimeout as sleep } from 'node:timers/promises';
import { TipstaffError } from './errors.ts';

/** Computes a value once per immutable object, for example once for ten thousand watches and not for every page. */
export function madeOnce<From extends object, Made extends object | string>(
  make: (from: From) => Made,
): (from: From) => Made {
  const known = new WeakMap<From, Made>();
  return (from) => {
    const made = known.get(from) ?? make(from);
    known.set(from, made);
    return made;
  };
}

const rememberedAtMost = 10_000;

/** Computes a value once per text, such as a time zone. Forgets all beyond a limit, because people write such texts. */
export function madeOncePerText<Made>(make: (text: string) => Made): (text: string) => Made {
  const known = new Map<string, Made>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined || known.has(text)) return before as Made;
    const made = make(text);
    if (known.size >= rememberedAtMost) known.clear();
    known.set(text, made);
    return made;
  };
}

/** Finds again what was found so long ago. What failed is sought anew at the next call. */
export function keptFor<T>(milliseconds: number, find: () => Promise<T>): () => Promise<T> {
  let kept: { readonly found: Promise<T>; until: number } | undefined;
  return () => {
    if (kept !== undefined && performance.now() < kept.until) return kept.found;
    const made = { found: find(), until: Number.POSITIVE_INFINITY };
    made.found.then(
      () => {
        made.until = performance.now() + milliseconds;
      },
      () => {
        kept = undefined;
      },
    );
    kept = made;
    return made.found;
  };
}

/** Settles as `work` does, or as `late` does if the work takes longer. Ignores how the work ends after that. */
export async function within<T, Late>(milliseconds: number, work: Promise<T>, late: () => Late): Promise<T | Late> {
  const ended = new AbortController();
  const timer = sleep(milliseconds, undefined, { signal: ended.signal }).then(late);
  return Promise.race([work, timer]).finally(() => ended.abort());
}

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
