import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Agent } from 'undici';
import type { ServiceConfig } from '../config/config.ts';
import type { PageAnswer, PageRequest } from './answer.ts';
import { type CallTarget, call } from './call.ts';
import { openEnvelope } from './envelope.ts';
import { errorClassOf } from './errorCodes.ts';
import { type Failure, searchErrorOf } from './failure.ts';
import { createPacing } from './pacing.ts';
import { pricedCredits } from './prices.ts';
import { retryWaitMs } from './retry.ts';
import { steadyDigest } from './steadyDigest.ts';

export interface SearchClient {
  /**
   * Asks for one page, in turn with every other call of this client, and tries again after busy and server trouble.
   * With `known`, bytes of one of its digests are not parsed: `content` is undefined and `credits` is the configured price.
   * Throws SearchError once the retries are used up, or the signal's reason when aborted.
   */
  fetchPage(request: PageRequest, options?: FetchOptions): Promise<PageAnswer>;
  /** Ends what is under way (it rejects) and closes the connections. */
  close(): Promise<void>;
}

/** By which the answer of last time is recognised. */
export type KnownDigests = Pick<PageAnswer, 'digest' | 'steadyDigest'>;

export interface FetchOptions {
  readonly known?: KnownDigests | undefined;
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

  async function attempt(request: PageRequest, known: KnownDigests | undefined, signal: AbortSignal): Promise<Attempt> {
    const leave = await pacing.enter(signal);
    try {
      const outcome = await call(target, request, signal);
      if (outcome.kind === 'failure') return outcome;
      const read = readPage(request, outcome.bytes, known, config.prices);
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
        const tried = await attempt(request, options.known, signal);
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
  | { readonly kind: 'page'; readonly page: Omit<PageAnswer, 'requests' | 'givenUp'> }
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
function readPage(
  request: PageRequest,
  bytes: Buffer,
  known: KnownDigests | undefined,
  prices: ServiceConfig['prices'],
): Attempt {
  const digest = hash('sha256', bytes, 'base64url');
  // Designs move their volatile fields with nearly every answer. Dockets, far longer, have none that we know of.
  const steady = digest === known?.digest || request.operation === 'pacer' ? undefined : steadyDigest(bytes);
  if (digest === known?.digest || (steady !== undefined && steady === known?.steadyDigest)) {
    return { kind: 'page', page: { bytes, digest, credits: pricedCredits(request, prices, 1) } };
  }
  const envelope = openEnvelope(bytes);
  if (envelope.kind === 'error') {
    const { what, serviceCode, serviceMessage } = envelope;
    const errorClass = errorClassOf(200, serviceCode);
    const failure = { errorClass, what: `${what} with HTTP 200`, httpStatus: 200, serviceCode, serviceMessage, bytes };
    return { kind: 'failure', failure };
  }
  const { content, pointCost } = envelope;
  const credits = pointCost ?? pricedCredits(request, prices, content.hits.length);
  return { kind: 'page', page: { bytes, digest, steadyDigest: steady, credits, content } };
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch {
    throw signal.reason;
  }
}
