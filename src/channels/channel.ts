import type { AlertContent } from './message/content.ts';

/**
 * What became of one attempt to hand an alert over.
 * - `sent`: the far end took it; `refused` names the recipients that it would not take, each with its words.
 * - `retry`: it may work later; `afterSeconds` when the far end said when. `scope` tells what was put off: this message alone, or
 *   (by default) the channel as a whole, which is unreachable or busy, so that the next alert would fare no better.
 * - `failed`: never for this message as it is.
 * - `dead`: nothing will pass on this channel until somebody mends it (login refused, webhook revoked): pause it.
 * `answer` is the far end's last words, secrets removed.
 */
export type DeliveryResult =
  | { readonly outcome: 'sent'; readonly answer: string; readonly refused?: readonly string[] | undefined }
  | {
      readonly outcome: 'retry';
      readonly answer: string;
      readonly afterSeconds?: number | undefined;
      readonly scope?: 'channel' | 'message' | undefined;
    }
  | { readonly outcome: 'failed'; readonly answer: string }
  | { readonly outcome: 'dead'; readonly answer: string };

/** A way to tell people. A new one is one file here that implements this, and one line in `openChannel.ts`. */
export interface Channel {
  readonly name: string;
  /** Hands the alert over. Never throws for what the far end does; gives up after its own time-outs, or when `signal` fires. */
  send(content: AlertContent, signal: AbortSignal): Promise<DeliveryResult>;
  close(): Promise<void>;
}
