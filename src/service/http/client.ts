import type { Logger } from 'pino';
import { request } from 'undici';
import { openPool, readCapped, TooLarge } from '../../base/http.ts';
import { doubled } from '../../base/time.ts';
import {
  type FetchedPicture,
  type FetchPicture,
  largestPictureBytes,
  NoPicture,
  pictureTypeOf,
} from '../../records/design.ts';
import { pricePerPage } from '../../records/query.ts';
import { type CallTarget, call, type KnownPage, type PageRequest, type PageResponse } from './call.ts';
import { type CallCounts, type Failure, leftAlone, searchErrorOf } from './searchError.ts';
import { longestWaitMs, openTurns, pause, type SharedPace, type Turn, type Turns } from './turns.ts';

export interface SearchClient {
  /** Waits for a turn, and retries busy and server errors. @throws the last SearchError, or the signal's reason */
  fetchPage(request: PageRequest, options?: FetchOptions): Promise<PageResponse>;
  /** Makes another call at the pace that all calls of the key share. Rejects with the signal's reason. */
  inTurn<T>(call: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  close(): Promise<void>;
}

export interface FetchOptions {
  readonly signal?: AbortSignal | undefined;
  /** Books every call, so that the ledger has each paid call however the check ends. */
  readonly account?: CallAccount | undefined;
  readonly expected?: KnownPage | undefined; // The page that probably comes again, and then is not parsed.
}

/** The cost of one check's calls, stored with the next call or with the end of the check. */
export interface CallAccount {
  /** Books a call before it leaves, at its highest cost. Call the result with the cost; undefined: never begun. */
  count(highestCredits: number): (credits: number | undefined) => void;
  /** False if no further call can be paid. A call that we stopped waiting for stays booked. */
  affordsPage(): Promise<boolean>;
  storeIn(trx: object): Promise<void>;
  settle(): Promise<void>;
}

export interface SearchClientParts {
  /** `baseUrl` must be a URL. Whoever starts the sandbox sets its address here. */
  readonly config: Omit<CallTarget, 'dispatcher' | 'clock'> & RetryPolicy;
  readonly clock?: (() => Date) | undefined;
  readonly pace: SharedPace;
  readonly random?: (() => number) | undefined;
  /** Gets a line for every retry, without the token or a body. */
  readonly log?: Pick<Logger, 'warn'> | undefined;
}

export type RetryPolicy = Readonly<{ retries: number; retryBaseSeconds: number }>;

export function createSearchClient(parts: SearchClientParts): SearchClient {
  const { config, clock = () => new Date(), random = Math.random, pace, log } = parts;
  const timeoutMs = config.timeoutSeconds * 1000;
  const dispatcher = openPool({
    connections: pace.concurrency,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connect: { timeout: Math.min(timeoutMs, 10_000) },
    maxResponseSize: Math.ceil(config.maxResponseMegabytes * 1024 * 1024),
  });
  const closing = new AbortController();
  const untilClosed = (stop?: AbortSignal) => (stop ? AbortSignal.any([stop, closing.signal]) : closing.signal);
  const target = { ...config, dispatcher, clock };
  const service: Service = { target, pace, turns: openTurns(pace), random, log };
  return {
    fetchPage: (request, options) => fetchPage(service, { ...options, request, signal: untilClosed(options?.signal) }),
    inTurn: (makeCall, stop) => inTurn(service, makeCall, untilClosed(stop)),
    async close() {
      closing.abort(new Error('The search client was closed.'));
      await dispatcher.destroy();
    },
  };
}

interface Service extends Pick<SearchClientParts, 'pace' | 'log'> {
  readonly target: CallTarget & RetryPolicy;
  readonly turns: Turns;
  readonly random: () => number;
}

type Wanted = FetchOptions & Readonly<{ request: PageRequest; signal: AbortSignal }>;

async function fetchPage(service: Service, wanted: Wanted): Promise<PageResponse> {
  let givenUp = 0;
  for (let requests = 1; ; requests += 1) {
    const { outcome, slowed } = await callInTurn(service, wanted);
    if (outcome.kind === 'page') {
      if (slowed) await service.pace.speedUp();
      return outcome.page;
    }
    // The wait for the next attempt is not part of the turn.
    await wanted.account?.settle();
    if (outcome.failure.gaveUp) givenUp += 1;
    await waitToRetry(service, wanted, outcome.failure, { requests, givenUp });
  }
}

/** @throws SearchError while the service wants no calls */
async function takeTurn({ target, turns }: Service, signal: AbortSignal, account?: CallAccount) {
  const turn = await turns.take(signal, account && ((trx) => account.storeIn(trx)));
  if (turn.kind === 'turn') return turn;
  throw leftAlone(new Date(target.clock().getTime() + turn.forMs), turn.forMs);
}

async function callInTurn(service: Service, { request, account, expected, signal }: Wanted) {
  const { target } = service;
  let isSent = false;
  const onSent = () => {
    isSent = true;
  };
  const correct = account?.count(pricePerPage(request, target.prices));
  let turn: Turn | undefined;
  try {
    turn = await takeTurn(service, signal, account);
    // From here on only the signal throws. A call that left may have been charged and stays booked.
    signal.throwIfAborted();
    const outcome = await call(target, request, { expected, signal, onSent });
    if (outcome.kind === 'page') correct?.(outcome.page.credits);
    else if (!outcome.failure.gaveUp || !isSent) correct?.(0);
    return { outcome, slowed: turn.slowed };
  } catch (error) {
    if (!isSent) correct?.(turn === undefined ? undefined : 0);
    throw error;
  } finally {
    turn?.leave();
  }
}

/** @throws SearchError when there is no further attempt */
async function waitToRetry(service: Service, wanted: Wanted, failure: Failure, counts: CallCounts): Promise<void> {
  const { target, pace, random, log } = service;
  const { operation } = wanted.request;
  const { errorClass, what, gaveUp } = failure;
  const attempt = counts.requests;
  if (errorClass === 'busy') await pace.slowDown(failure.retryAfterMs ?? 0);
  const waitMs = retryWaitMs({ ...failure, attempt }, target, random);
  const isPaid = !gaveUp || (await wanted.account?.affordsPage()) !== false;
  if (waitMs === undefined || !isPaid) throw searchErrorOf(operation, failure, counts, target);
  log?.warn({ operation, errorClass, what, attempt, waitMs: Math.round(waitMs) }, 'search call tried again');
  await pause(waitMs, wanted.signal);
}

async function inTurn<T>(service: Service, makeCall: () => Promise<T>, signal: AbortSignal): Promise<T> {
  const turn = await takeTurn(service, signal);
  try {
    return await makeCall();
  } finally {
    turn.leave();
  }
}

interface FailedAttempt extends Pick<Failure, 'errorClass' | 'final' | 'retryAfterMs'> {
  readonly attempt: number; // Counted from 1.
}

/** Returns at most 60 s; undefined for no retry. `Retry-After` decides, else busy waits 1 to 5 times the base. */
export function retryWaitMs(
  { errorClass, attempt, final, retryAfterMs }: FailedAttempt,
  policy: RetryPolicy,
  random: () => number,
): number | undefined {
  const transient = errorClass === 'busy' || errorClass === 'server';
  if (!transient || final || attempt > policy.retries) return undefined;
  if (retryAfterMs !== undefined) return retryAfterMs > longestWaitMs ? undefined : retryAfterMs;
  const baseMs = policy.retryBaseSeconds * 1000;
  if (errorClass === 'busy') return Math.min(baseMs * (1 + 4 * random()), longestWaitMs);
  return doubled(random() * baseMs, attempt, longestWaitMs);
}

const timeoutMs = 10_000;

/** Fetches only from the service's own address, so that a record's URL cannot make us call hosts of our network. */
export function createFetchPicture(service: {
  readonly baseUrl: string;
  readonly token: string;
  readonly inTurn: SearchClient['inTurn'];
}): FetchPicture {
  const { origin } = new URL(service.baseUrl);
  const dispatcher = openPool({ headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
  return async (url, signal) => {
    if (new URL(url).origin !== origin)
      throw new NoPicture(`the picture is not on the service's own address, ${origin}`);
    return service.inTurn(() => fetch(url, signal), signal);
  };

  async function fetch(url: string, signal: AbortSignal): Promise<FetchedPicture> {
    const response = await request(url, { headers: { authorization: `Bearer ${service.token}` }, dispatcher, signal });
    const { statusCode } = response;
    const bytes = await readCapped(response.body, largestPictureBytes, 'picture').catch((error: unknown) => {
      throw error instanceof TooLarge ? new NoPicture(error.message) : error;
    });
    if (statusCode !== 200) {
      const Kind = statusCode === 429 || statusCode >= 500 ? Error : NoPicture;
      throw new Kind(`the service responded ${statusCode} for a picture`);
    }
    const declared = String(response.headers['content-type'] ?? '').split(';')[0] ?? '';
    const contentType = pictureTypeOf(bytes, declared.trim().toLowerCase());
    if (contentType === undefined) throw new NoPicture('the service responded with something that is no picture');
    return { contentType, bytes };
  }
}
