import { randomUUID } from 'node:crypto';
import { fetch } from 'undici';
import { errorMessage, openPool, readCapped, retryAfterSeconds, serverResponse } from '../../base/http.ts';
import type { Secret } from '../../base/redact.ts';
import type { FetchPicture } from '../../records/design.ts';
import type { AlertContent } from '../message/content.ts';

/**
 * The outcome of one delivery. `response` is what the server said, secrets removed.
 * - `sent`: `refused` lists the rejected recipients, each with the server’s words.
 * - `retry`: this message alone (`scope`) was not accepted now; by default the whole channel is unreachable or busy.
 * - `failed`: this message will never be accepted. `dead`: no message is, until a person fixes the channel.
 * - `ended`: the receiver wants nothing more (HTTP 410), so nothing more is sent.
 */
export type DeliveryResult =
  | { readonly outcome: 'sent'; readonly response: string; readonly refused?: readonly string[] | undefined }
  | {
      readonly outcome: 'retry';
      readonly response: string;
      readonly afterSeconds?: number | undefined;
      readonly scope?: 'channel' | 'message' | undefined;
    }
  | { readonly outcome: 'failed'; readonly response: string }
  | { readonly outcome: 'dead' | 'ended'; readonly response: string };

/** A message as it was sent: the mail as its readers see it, or the posted JSON. */
export type SentMessage =
  | {
      readonly form: 'mail';
      readonly subject: string;
      readonly text: string;
      readonly html: string;
      readonly pictures: readonly { readonly cid: string; readonly contentType: string; readonly base64: string }[];
    }
  | { readonly form: 'json'; readonly json: string };

/** The parts of an alert (messages, recipients) that have arrived. The next attempt sends only the others. */
export interface Arrivals {
  /** By part: null if it was accepted, else the words by which the server refused it for good. */
  readonly known: ReadonlyMap<string, string | null>;
  /** Called as soon as the server accepts or refuses a part, while other parts still wait. */
  note(part: string, refusal: string | null): Promise<void>;
  keep(part: string, message: SentMessage): Promise<void>;
}

export interface Channel {
  readonly name: string;
  /** Never throws for what the server does. Ends after its own timeouts, or when `signal` fires. */
  send(content: AlertContent, signal: AbortSignal, arrivals?: Arrivals): Promise<DeliveryResult>;
  close?(): Promise<void>;
}

export function noArrivals(): Arrivals {
  const known = new Map<string, string | null>();
  return { known, note: async (part, refusal) => void known.set(part, refusal), keep: async () => {} };
}

/**
 * Returns the key by which a receiver recognizes a repeat. The number alone is not enough, because after a restored
 * backup another alert may have it. A message that is not stored (id 0) has a new key each time.
 */
export function alertKey({ id, createdAt }: Pick<AlertContent, 'id' | 'createdAt'>): string {
  return id === 0 ? `test-${randomUUID()}` : `alert-${id}.${createdAt.replace(/\D/g, '')}`;
}

interface AlertPart {
  /** Equal at each attempt for the same content. */
  readonly key: string;
  readonly json?: (() => object) | undefined;
  send(): Promise<DeliveryResult>;
}

/** Sends the parts that have not arrived, and stops at the first that is not accepted. */
export async function sendInOrder(parts: readonly AlertPart[], arrivals: Arrivals): Promise<DeliveryResult> {
  let last: DeliveryResult = { outcome: 'sent', response: 'ok' };
  for (const [index, part] of parts.entries()) {
    if (arrivals.known.has(part.key)) continue;
    last = await part.send();
    if (last.outcome !== 'sent') {
      return arrivals.known.size === 0
        ? last
        : { ...last, response: `message ${index + 1} of ${parts.length}: ${last.response}` };
    }
    if (part.json !== undefined) await arrivals.keep(part.key, { form: 'json', json: JSON.stringify(part.json()) });
    // When the last part has arrived, the whole alert has.
    if (index < parts.length - 1) await arrivals.note(part.key, null);
  }
  return parts.length === 1 ? last : { outcome: 'sent', response: `${last.response}, ${parts.length} messages` };
}

export type Pace = (signal: AbortSignal) => Promise<void>;

const connectTimeoutMs = 10_000;
const responseTimeoutMs = 20_000;
const largestResponseBytes = 64 * 1024;

export function openHttpPoster() {
  const dispatcher = openPool({ connect: { timeout: connectTimeoutMs }, keepAliveTimeout: 4_000 });
  return {
    /** Posts once without redirects. Rejects on network errors, after 20 s in all, and for a response over 64 KB. */
    async post(url: string, headers: Readonly<Record<string, string>>, body: string, signal: AbortSignal) {
      // A timeout between bytes never stops a response that drips, so the whole response has a timeout.
      const limited = AbortSignal.any([signal, AbortSignal.timeout(responseTimeoutMs)]);
      const request = { method: 'POST', headers, body, redirect: 'manual', signal: limited, dispatcher } as const;
      const response = await fetch(url, request);
      const text = (await readCapped(response.body, largestResponseBytes, 'response')).toString('utf8');
      return { status: response.status, retryAfter: response.headers.get('retry-after'), text };
    },
    close: () => dispatcher.close(),
  };
}

type HttpPoster = ReturnType<typeof openHttpPoster>;
export type HttpResponse = Awaited<ReturnType<HttpPoster['post']>>;

export interface OpeningParts {
  /** Letters and digits that distinguish this installation from others that send from the same domain. */
  readonly installation: string;
  readonly clock: () => Date;
  readonly fetchPicture?: FetchPicture | undefined;
  readonly secrets: readonly Secret[];
  readonly http: HttpPoster;
}

export type ChatParts = Pick<OpeningParts, 'http' | 'clock' | 'secrets'> & { readonly pace: Pace };

type Judgment = { readonly outcome: DeliveryResult['outcome']; readonly scope?: 'channel' | 'message' };

/** Posts a message and judges the response. A response that neither accepts nor refuses it is tried again. */
export async function postResult(
  post: () => Promise<HttpResponse>,
  { clock, secrets }: Pick<OpeningParts, 'clock' | 'secrets'>,
  judge: (received: HttpResponse) => Judgment,
): Promise<DeliveryResult> {
  try {
    const received = await post();
    const { outcome, scope } = judge(received);
    const response = serverResponse(`HTTP ${received.status} ${received.text}`, secrets);
    if (outcome !== 'retry') return { outcome, response };
    const words = isSuccess(received) ? `an unknown response: ${response}` : response;
    return { outcome, response: words, scope, afterSeconds: retryAfterSeconds(received.retryAfter, clock()) };
  } catch (error) {
    return { outcome: 'retry', response: serverResponse(errorMessage(error), secrets) };
  }
}

export const isSuccess = ({ status }: HttpResponse): boolean => status >= 200 && status < 300;

const deadStatuses: readonly number[] = [401, 403, 404, 410];

/** @param own the response of the chat itself, in contrast to the page of a portal or proxy on the way */
export function judgeChat(received: HttpResponse, own: RegExp, isRefused: (status: number) => boolean): Judgment {
  if (isSuccess(received)) return { outcome: own.test(received.text.trim()) ? 'sent' : 'retry' };
  if (deadStatuses.includes(received.status)) return { outcome: 'dead' };
  return { outcome: isRefused(received.status) ? 'failed' : 'retry' };
}
