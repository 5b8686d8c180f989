import type { Message } from '../message/message.ts';

/**
 * What became of one attempt to hand an alert over.
 * - `sent`: the server accepted it; `refused` names the recipients that it rejected, each with its words.
 * - `retry`: it may work later; `afterSeconds` when the server said when. `scope` says what is deferred: this message alone, or
 *   (by default) the channel as a whole, which is unreachable or busy, so that the next alert would fare no better.
 * - `failed`: never for this message as it is.
 * - `dead`: every delivery to this channel fails until somebody fixes it (login refused, webhook revoked): pause it.
 * - `ended`: the receiver wants nothing more (HTTP 410): pause it, and do not ask again before somebody says so.
 * `response` is the server's last response, secrets removed.
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

/**
 * Which parts of an alert have arrived (messages of several, recipients of one mail), so that the next attempt, of whichever process, goes
 * on where the last one stopped.
 */
export interface Arrivals {
  /** By part: null where it was accepted, else the words by which it was refused for good. */
  readonly known: ReadonlyMap<string, string | null>;
  /** To be called as soon as the server has said so, while other parts still wait. */
  note(part: string, refusal: string | null): Promise<void>;
}

/** A way to notify people, opened by the definition of its kind. */
export interface Channel {
  readonly name: string;
  /**
   * Hands the alert over. Never throws for what the server does; ends after its own time-outs, or when `signal` fires.
   * @param arrivals what of it has arrived in earlier attempts; absent: nobody sends it again
   */
  send(message: Message, signal: AbortSignal, arrivals?: Arrivals): Promise<DeliveryResult>;
  close(): Promise<void>;
}
