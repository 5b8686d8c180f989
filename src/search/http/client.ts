import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Agent } from 'undici';
import type { ServiceConfig } from '../../config/config.ts';
import { KnownHits } from '../knownHits.ts';
import { openPage } from '../openPage.ts';
import type { KnownPage } from '../paging/searchResult.ts';
import type { Body } from './body.ts';
import { type CallTarget, call } from './call.ts';
import { errorClassOf } from './errorCodes.ts';
import { type Failure, searchErrorOf } from './failure.ts';
import { createPacing } from './pacing.ts';
import type { PageContent, PageRequest, PageResponse } from './page.ts';
import { pricedCredits } from './prices.ts';
import { retryWaitMs } from './retry.ts';

export interface SearchClient {
  /**
   * Asks for one page, in turn with every other call of this client, and tries again after busy and server incident.
   * Hits that are known are not parsed; of the known page itself `content` is undefined.
   * Throws SearchError once the retries are used up, or the signal's reason when aborted.
   */
  fetchPage(request: PageRequest, options?: FetchOptions): Promise<PageResponse>;
  /** Ends what is under way (it rejects) and closes the connections. */
  close(): Promise<void>;
}

export interface FetchOptions {
  /** The page of the last answer that is expected. */
  readonly known?: Pick<KnownPage, 'digest' | 'arrived' | 'total' | 'credits'> | undefined;
  /** The hits of the last answer, from the first one expected on this page. Asked for only where the page is another. */
  readonly knownHits?: (() => Promise<KnownHits>) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface SearchClientParts {
  /** `baseUrl` must be a URL by now: who starts the sandbox puts its address there. */
  readonly config: ServiceConfig;
  readonly clock?: (() => Date) | undefined;
  /** 0 to 1, for jitter. */
  readonly random?: (() => number) | undefined;
  /** Told of every attempt that is made again, without the token or a body. */
  readonly log?: Pick<Logger, 'warn'> | undefined;
}

/** A client of the search service: one pool, one pace, whatever the number of watches. */
export function createSearchClient(parts: SearchClientParts): SearchClient {
  const { config, clock = () => new Date(), random = Math.random, log } = parts;
  const dispatcher = openPool(config);
  const target: CallTarget = { ...config, dispatcher, clock };
  const pacing = createPacing(config);
  const closing = new AbortController();

  async function attempt(request: PageRequest, options: FetchOptions, signal: AbortSignal): Promise<Attempt> {
    const leave = await pacing.enter(signal);
    try {
      const outcome = await call(target, request, signal);
      if (outcome.kind === 'failure') return outcome;
      const read = await readPage(request, outcome.body, options, config.prices);
      return read.kind === 'page'
        ? read
        : { ...read, failure: { ...read.failure, retryAfterMs: outcome.retryAfterMs } };
    } finally {
      leave();
    }
  }

  return {
    async fetchPage(request, options = {}) {
      const signal = options.signal ? AbortSignal.any([options.signal, closing.signal]) : closing.signal;
      let givenUp = 0;
      for (let requests = 1; ; requests += 1) {
        const tried = await attempt(request, options, signal);
        if (tried.kind === 'page') {
          pacing.speedUp();
          return { ...tried.page, requests, givenUp };
        }
        const { failure } = tried;
        if (failure.gaveUp) givenUp += 1;
        if (failure.errorClass === 'busy') pacing.slowDown(Math.min(failure.retryAfterMs ?? 0, 60_000));
        const waitMs = retryWaitMs({ ...failure, attempt: requests, worthRetrying: !failure.final }, config, random);
        if (waitMs === undefined) throw searchErrorOf(request.operation, failure, { requests, givenUp }, config.token);
        const { errorClass, what } = failure;
        log?.warn(
          { operation: request.operation, errorClass, what, attempt: requests, waitMs },
          'search call tried again',
        );
        await pause(waitMs, signal);
      }
    },
    async close() {
      closing.abort(new Error('The search client was closed.'));
      await dispatcher.destroy();
    },
  };
}

type Attempt =
  | { readonly kind: 'page'; readonly page: Omit<PageResponse, 'requests' | 'givenUp'> }
  | { readonly kind: 'failure'; readonly failure: Failure };

function openPool(config: ServiceConfig): Agent {
  const timeoutMs = config.timeoutSeconds * 1000;
  return new Agent({
    connections: config.concurrency,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connect: { timeout: Math.min(timeoutMs, 10_000) },
    maxResponseSize: Math.ceil(config.maxAnswerMegabytes * 1024 * 1024),
  });
}

/** Judges the body of a 200: a page, or one of the errors that come as a 200. */
async function readPage(
  request: PageRequest,
  body: Body,
  { known, knownHits }: FetchOptions,
  prices: ServiceConfig['prices'],
): Promise<Attempt> {
  if (known?.digest !== undefined && body.digest === known.digest) {
    return { kind: 'page', page: { body, credits: known.credits } };
  }
  const hits = (await knownHits?.()) ?? new KnownHits([]);
  const opened = openPage(request.operation, body.bytes, hits);
  if (opened.kind === 'error') {
    const { what, serviceCode, serviceMessage } = opened;
    const errorClass = errorClassOf(200, serviceCode);
    const { bytes } = body;
    const failure = { errorClass, what: `${what} with HTTP 200`, httpStatus: 200, serviceCode, serviceMessage, bytes };
    return { kind: 'failure', failure };
  }
  const { content, pointCost } = opened;
  const credits = pointCost ?? pricedCredits(request, prices, content.hits.length);
  return { kind: 'page', page: { body, credits, content: isKnownPage(content, known) ? undefined : content } };
}

/** Known hits follow one another as they did: so many of them, from the first that was expected, are the known page. */
function isKnownPage({ hits, total }: PageContent, known: FetchOptions['known']): boolean {
  return (
    known !== undefined &&
    hits.length === known.arrived &&
    total === known.total &&
    hits.every((hit) => hit.known !== undefined)
  );
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch {
    throw signal.reason;
  }
}
