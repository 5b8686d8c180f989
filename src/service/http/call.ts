import { type Dispatcher, request as httpRequest } from 'undici';
import { retryAfterMs } from '../../base/http.ts';
import { userAgent } from '../../base/version.ts';
import { type Operation, type Prices, pricePerPage } from '../../records/query.ts';
import { decompressed, digestOf, openEnvelope, openErrorBody, toUtf8 } from './body.ts';
import { errorClassOf, type Failure } from './searchError.ts';

/** A request as sent: the query's fields, and `size` and `entrySize` for dockets or `num` for designs. */
export interface PageRequest {
  readonly operation: Operation;
  readonly body: Readonly<Record<string, string | boolean | number>>;
}

export interface PageResponse {
  readonly bytes: Buffer;
  readonly digest: string; // sha256 of the body, base64url.
  /** undefined for the expected page, which is not parsed. */
  readonly hits: readonly unknown[] | undefined;
  readonly total?: number | undefined; // undefined when the service gave no total (absent, null or negative).
  readonly pointCost?: number | undefined;
  readonly credits: number; // `pointCost`, else the configured price.
}

export type KnownPage = Pick<PageResponse, 'digest' | 'total' | 'pointCost'> & Readonly<{ arrived: number }>;

export interface CallTarget {
  readonly dispatcher: Dispatcher;
  readonly baseUrl: string; // Without trailing slash.
  readonly token: string;
  readonly timeoutSeconds: number; // For the whole call, from connecting to the last byte.
  readonly maxResponseMegabytes: number;
  readonly prices: Prices;
  readonly clock: () => Date;
}

export type CallOutcome =
  | { readonly kind: 'page'; readonly page: PageResponse }
  | { readonly kind: 'failure'; readonly failure: Failure };

export interface CallOptions {
  readonly expected?: KnownPage | undefined;
  readonly signal: AbortSignal;
  /** Called when the first byte leaves. From then on the call may be charged. */
  readonly onSent?: (() => void) | undefined;
}

/** Makes one call, without retries. @throws only the reason of `signal` */
export async function call(target: CallTarget, request: PageRequest, { expected, signal, onSent }: CallOptions) {
  // Undici drops a request that was aborted while it waited for a connection, at the moment of writing it.
  const onWritten = () => {
    if (!signal.aborted) onSent?.();
  };
  const dispatcher = telling(target.dispatcher, onWritten);
  const response = await exchange({ ...target, dispatcher }, request, signal);
  return response.kind === 'body' ? readPage(request, response, target.prices, expected) : response;
}

type Body = Readonly<{ kind: 'body'; bytes: Buffer; retryAfterMs: number | undefined }>;

type FailedCall = Extract<CallOutcome, { kind: 'failure' }>;

async function exchange(target: CallTarget, request: PageRequest, signal: AbortSignal): Promise<Body | FailedCall> {
  // A timeout between chunks never stops a body that arrives byte by byte, so the whole call has a timeout.
  const total = AbortSignal.timeout(target.timeoutSeconds * 1000);
  let httpStatus: number | undefined;
  try {
    const response = await post(target, request, AbortSignal.any([signal, total]));
    httpStatus = response.statusCode;
    const header = (name: string) => [response.headers[name]].flat()[0];
    const packed = Buffer.from(await response.body.arrayBuffer());
    const bytes = toUtf8(decompressed(packed, header('content-encoding'), target.maxResponseMegabytes * 1024 * 1024));
    const waitMs = retryAfterMs(header('retry-after'), target.clock());
    if (httpStatus === 200) return { kind: 'body', bytes, retryAfterMs: waitMs };
    return { kind: 'failure', failure: statusFailure(httpStatus, bytes, waitMs) };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    return { kind: 'failure', failure: { ...transportFailure(error, target), httpStatus } };
  }
}

/** Reports when a request is written to a connection, after waiting for a free or new one. */
function telling(dispatcher: Dispatcher, onWritten: () => void): Dispatcher {
  return dispatcher.compose((dispatch) => (options, handler) => {
    const start = handler.onRequestStart?.bind(handler);
    handler.onRequestStart = (...given) => {
      start?.(...given);
      onWritten();
    };
    return dispatch(options, handler);
  });
}

function post({ baseUrl, token, dispatcher }: CallTarget, { operation, body }: PageRequest, signal: AbortSignal) {
  return httpRequest(`${baseUrl}/api/v3/${operation}`, {
    method: 'POST',
    dispatcher,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': userAgent,
    },
    body: JSON.stringify(body),
    signal,
  });
}

function readPage(
  request: PageRequest,
  { bytes, retryAfterMs }: Body,
  prices: Prices,
  expected: KnownPage | undefined,
): CallOutcome {
  const digest = digestOf(bytes);
  const pageOf = ({ arrived, total, pointCost }: Omit<KnownPage, 'digest'>, hits?: readonly unknown[]): CallOutcome => {
    const credits = pointCost ?? pricePerPage(request, prices, arrived);
    return { kind: 'page', page: { bytes, digest, hits, total, pointCost, credits } };
  };
  if (digest === expected?.digest) return pageOf(expected);
  const opened = openEnvelope(bytes);
  if (opened.kind === 'page') return pageOf({ ...opened, arrived: opened.hits.length }, opened.hits);
  const { what, isFinal, serviceCode, serviceMessage } = opened;
  const errorClass = errorClassOf(200, serviceCode);
  const said = { httpStatus: 200, serviceMessage, bytes, retryAfterMs };
  return { kind: 'failure', failure: { errorClass, what: `${what} with HTTP 200`, final: isFinal, ...said } };
}

function statusFailure(httpStatus: number, bytes: Buffer, retryAfterMs: number | undefined): Failure {
  const { serviceCode, serviceMessage } = openErrorBody(bytes);
  const what = `HTTP ${httpStatus}${serviceCode && serviceCode !== httpStatus ? `, code ${serviceCode}` : ''}`;
  return { errorClass: errorClassOf(httpStatus, serviceCode), what, httpStatus, serviceMessage, retryAfterMs, bytes };
}

/** Returns a failure below HTTP, which always has the class `server` (docs/service.md, section 9). */
function transportFailure(error: unknown, target: CallTarget): Failure {
  const { code = '', name = '', message = '' } = error as { code?: string; name?: string; message?: string };
  if (name === 'TimeoutError' || code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') {
    const what = `no complete response within ${target.timeoutSeconds} s`;
    return { errorClass: 'server', what, gaveUp: true, cause: error };
  }
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE' || code === 'ERR_BUFFER_TOO_LARGE') {
    const what = `a response over the size limit of ${target.maxResponseMegabytes} MB`;
    return { errorClass: 'server', what, gaveUp: true, final: true, cause: error };
  }
  const where = new URL(target.baseUrl).host;
  const why = [message.includes(code) ? '' : code, message].filter(Boolean).join(', ') || name || 'unknown reason';
  return { errorClass: 'server', what: `no response from ${where} (${why})`, cause: error };
}
