import type { Logger } from 'pino';
import type { ServiceConfig } from '../../config/config.ts';
import { openPool } from '../../http/pool.ts';
import { digestOf, openEnvelope } from './body.ts';
import { type CallOutcome, type CallTarget, call } from './call.ts';
import { type KnownPage, type PageRequest, type PageResponse, pricePerPage } from './page.ts';
import { retryWaitMs } from './retryWait.ts';
import { errorClassOf, type Failure, leftAlone, searchErrorOf } from './searchError.ts';
import { openTurns, pause, type SharedPace, type Turn } from './turns.ts';

export interface SearchClient {
  /**
   * Asks for one page, in turn with every other call of this client, and tries again after busy and server errors.
   * Throws SearchError once the retries are used up, or the signal's reason when aborted.
   */
  fetchPage(request: PageRequest, options?: FetchOptions): Promise<PageResponse>;
  /**
   * Makes another call to the service in turn with the pages: one pace for the key, whatever is asked. Rejects with the signal's
   * reason when aborted while waiting.
   */
  inTurn<T>(call: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Ends what is under way (it rejects) and closes the connections. */
  close(): Promise<void>;
}

export interface FetchOptions {
  readonly signal?: AbortSignal | undefined;
  /** Books every call, so that whatever ends a check leaves no paid call out of the ledger. */
  readonly book?: BookRequest | undefined;
  /** The page that probably comes again: it is not parsed then. */
  readonly expected?: KnownPage | undefined;
}

/**
 * Books one call before it leaves, at the most that it can cost in credits. Resolves with what corrects the booking once it is
 * known what the call cost: 0 for one that failed; a call that was abandoned stays booked, because it may have been charged.
 */
export type BookRequest = (highestCredits: number) => Promise<(credits: number) => Promise<void>>;

export interface SearchClientParts {
  /** `baseUrl` must be a URL by now: who starts the sandbox puts its address there. */
  readonly config: ServiceConfig;
  readonly clock?: (() => Date) | undefined;
  readonly pace: SharedPace;
  /** 0 to 1, for jitter. */
  readonly random?: (() => number) | undefined;
  /** Gets a line for every attempt that is made again, without the token or a body. */
  readonly log?: Pick<Logger, 'warn'> | undefined;
}

/** A client of the search service: one pool, one pace, whatever the number of watches. */
export function createSearchClient(parts: SearchClientParts): SearchClient {
  const { config, clock = () => new Date(), random = Math.random, pace, log } = parts;
  const timeoutMs = config.timeoutSeconds * 1000;
  const dispatcher = openPool({
    connections: config.concurrency,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connect: { timeout: Math.min(timeoutMs, 10_000) },
    maxResponseSize: Math.ceil(config.maxAnswerMegabytes * 1024 * 1024),
  });
  const target: CallTarget = { ...config, dispatcher, clock };
  const turns = openTurns(pace, log);
  const closing = new AbortController();

  /** @throws SearchError while the service is to be left alone. */
  async function enter(signal: AbortSignal, counts: Counts): Promise<Turn> {
    const turn = await turns.take(signal);
    if (turn.kind === 'turn') return turn;
    throw leftAlone(new Date(clock().getTime() + turn.forMs), turn.forMs, counts);
  }

  async function attempt(
    request: PageRequest,
    { book, expected }: Wanted,
    { leave }: Pick<Turn, 'leave'>,
    signal: AbortSignal,
  ): Promise<Attempt> {
    try {
      const correct = await book(pricePerPage(request, config.prices));
      // Whatever is thrown here comes from the signal: the call may have been charged, and stays booked.
      const read = readPage(request, await call(target, request, signal), config.prices, expected);
      if (read.kind === 'page') await correct(read.page.credits);
      else if (!read.failure.gaveUp) await correct(0);
      return read;
    } finally {
      await leave();
    }
  }

  return {
    async fetchPage(request, { signal: stop, book = bookNothing, expected } = {}) {
      const signal = stop ? AbortSignal.any([stop, closing.signal]) : closing.signal;
      let givenUp = 0;
      for (let requests = 1; ; requests += 1) {
        const turn = await enter(signal, { requests: requests - 1, givenUp });
        const tried = await attempt(request, { book, expected }, turn, signal);
        if (tried.kind === 'page') {
          if (turn.slowed) await pace.speedUp();
          return { ...tried.page, requests };
        }
        const { failure } = tried;
        if (failure.gaveUp) givenUp += 1;
        if (failure.errorClass === 'busy') await pace.slowDown(failure.retryAfterMs ?? 0);
        const waitMs = retryWaitMs({ ...failure, attempt: requests, worthRetrying: !failure.final }, config, random);
        if (waitMs === undefined) throw searchErrorOf(request.operation, failure, { requests, givenUp }, config);
        const { errorClass, what } = failure;
        log?.warn(
          { operation: request.operation, errorClass, what, attempt: requests, waitMs },
          'search call tried again',
        );
        await pause(waitMs, signal);
      }
    },
    async inTurn(call, stop) {
      const signal = stop ? AbortSignal.any([stop, closing.signal]) : closing.signal;
      const { leave } = await enter(signal, { requests: 0, givenUp: 0 });
      try {
        return await call();
      } finally {
        await leave();
      }
    },
    async close() {
      closing.abort(new Error('The search client was closed.'));
      await dispatcher.destroy();
    },
  };
}

type Counts = { readonly requests: number; readonly givenUp: number };

type Wanted = { readonly book: BookRequest; readonly expected: KnownPage | undefined };

const bookNothing: BookRequest = async () => async () => {};

type Attempt =
  | { readonly kind: 'page'; readonly page: Omit<PageResponse, 'requests'> }
  | { readonly kind: 'failure'; readonly failure: Failure };

/** What a call came to: a page, or a failure, also one of those that come as a 200. */
function readPage(
  request: PageRequest,
  outcome: CallOutcome,
  prices: ServiceConfig['prices'],
  expected: KnownPage | undefined,
): Attempt {
  if (outcome.kind === 'failure') return outcome;
  const { bytes, retryAfterMs } = outcome;
  const digest = digestOf(bytes);
  const pageOf = ({ arrived, total, pointCost }: Omit<KnownPage, 'digest'>, hits?: readonly unknown[]): Attempt => {
    const credits = pointCost ?? pricePerPage(request, prices, arrived);
    return { kind: 'page', page: { bytes, digest, hits, total, pointCost, credits } };
  };
  if (digest === expected?.digest) return pageOf(expected);
  const opened = openEnvelope(bytes);
  if (opened.kind === 'error') {
    const { what, serviceCode, serviceMessage } = opened;
    const errorClass = errorClassOf(200, serviceCode);
    const said = { httpStatus: 200, serviceCode, serviceMessage, bytes, retryAfterMs };
    return { kind: 'failure', failure: { errorClass, what: `${what} with HTTP 200`, ...said } };
  }
  return pageOf({ ...opened, arrived: opened.hits.length }, opened.hits);
}
