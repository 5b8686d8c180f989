import { randomUUID } from 'node:crypto';
import type { RequestInit, Response } from 'undici';
import { errorMessage, retryAfterSeconds, serverResponse } from '../../base/http.ts';
import type { Secret } from '../../base/redact.ts';
import type { FetchPicture } from '../../records/design.ts';
import type { AlertContent } from '../message/content.ts';

/**
 * What became of one attempt to hand an alert over. `response` is what the server said, secrets removed.
 * - `sent`: `refused` are the recipients that were rejected, each with the server’s words.
 * - `retry`: for this message alone, or (default) for the channel, which is unreachable or busy.
 * - `failed`: never for this message. `dead`: nothing arrives until somebody fixes the channel.
 * - `ended`: the receiver wants nothing more (HTTP 410); it is not asked again.
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

/** A message as it was handed over: a mail as its readers see it, or the JSON that was posted. */
export type SentMessage =
  | {
      readonly form: 'mail';
      readonly subject: string;
      readonly text: string;
      readonly html: string;
      readonly pictures: readonly { readonly cid: string; readonly contentType: string; readonly base64: string }[];
    }
  | { readonly form: 'json'; readonly json: string };

/** Which parts of an alert (messages, recipients) have arrived; the next attempt goes on behind them. */
export interface Arrivals {
  /** By part: null where it was accepted, else the words by which it was refused for good. */
  readonly known: ReadonlyMap<string, string | null>;
  /** To be called as soon as the server has said so, while other parts still wait. */
  note(part: string, refusal: string | null): Promise<void>;
  keep(part: string, message: SentMessage): Promise<void>;
}

export interface Channel {
  readonly name: string;
  /** Never throws for what the server does; ends after its own time-outs, or when `signal` fires. */
  send(content: AlertContent, signal: AbortSignal, arrivals?: Arrivals): Promise<DeliveryResult>;
  close?(): Promise<void>;
}

export function noArrivals(): Arrivals {
  const known = new Map<string, string | null>();
  return { known, note: async (part, refusal) => void known.set(part, refusal), keep: async () => {} };
}

/**
 * By which a receiver recognizes a repeat. A number alone would not do: after a restored backup other alerts get it.
 * A message that is not stored (id 0) is a new one each time.
 */
export function alertKey({ id, createdAt }: Pick<AlertContent, 'id' | 'createdAt'>): string {
  return id === 0 ? `test-${randomUUID()}` : `alert-${id}.${createdAt.replace(/\D/g, '')}`;
}

interface AlertPart {
  /** The same at each attempt, for the same content. */
  readonly key: string;
  readonly json?: (() => object) | undefined;
  send(): Promise<DeliveryResult>;
}

/** Stops at the first that is not accepted; those that have arrived are left out. */
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
    // With the last one the alert itself has arrived.
    if (index < parts.length - 1) await arrivals.note(part.key, null);
  }
  return parts.length === 1 ? last : { outcome: 'sent', response: `${last.response}, ${parts.length} messages` };
}

export const responseTimeoutMs = 20_000;
export const largestResponseBytes = 64 * 1024;

export type Pace = (signal: AbortSignal) => Promise<void>;

export interface HttpResponse {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly text: string;
}

export interface HttpPoster {
  /** Posts once; follows no redirect. Rejects on network errors, after 20 s in all, and for a response over 64 KB. */
  post(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    signal: AbortSignal,
  ): Promise<HttpResponse>;
  /** undici's fetch through the same connections and proxy, for clients that bring their own time-out and errors. */
  fetch(url: string | URL, init: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

export interface OpeningParts {
  /** Distinguishes this installation from others that send from the same domain: letters and digits. */
  readonly installation: string;
  readonly clock: () => Date;
  readonly fetchPicture?: FetchPicture | undefined;
  readonly secrets: readonly Secret[];
  readonly http: HttpPoster;
  paceOf(address: string, intervalMs: number): Pace;
}

interface ChatResponses {
  readonly received: (text: string, response: string) => DeliveryResult;
  readonly isRefused: (status: number) => boolean;
  readonly isDead?: (received: HttpResponse) => boolean;
}

const deadStatuses: readonly number[] = [401, 403, 404, 410];

/** What became of a message to a chat. What the chat neither accepts nor refuses is worth another try. */
export async function chatResult(
  post: () => Promise<HttpResponse>,
  { clock, secrets }: Pick<OpeningParts, 'clock' | 'secrets'>,
  { received, isRefused, isDead }: ChatResponses,
): Promise<DeliveryResult> {
  try {
    const came = await post();
    const { status, text } = came;
    const response = serverResponse(`HTTP ${status} ${text}`, secrets);
    if (status >= 200 && status < 300) return received(text, response);
    if (isDead?.(came) || deadStatuses.includes(status)) return { outcome: 'dead', response };
    if (isRefused(status)) return { outcome: 'failed', response };
    return { outcome: 'retry', response, afterSeconds: retryAfterSeconds(came.retryAfter, clock()) };
  } catch (error) {
    return { outcome: 'retry', response: serverResponse(errorMessage(error), secrets) };
  }
}
