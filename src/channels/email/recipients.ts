import type { Mailbox } from '../../fields/mailbox.ts';
import type { Arrivals } from '../arrivals.ts';
import type { DeliveryResult } from '../channel.ts';
import { serverResponse } from '../serverResponse.ts';

/** A recipient that the server rejected, in nodemailer's form. */
export interface Rejection {
  readonly message: string;
  readonly recipient?: string | undefined;
  /** False: deferred, and worth another try for this recipient alone. */
  readonly permanent?: boolean | undefined;
}

/**
 * Which recipients of a mail still wait for it. When the server accepts a mail for some and defers it for others, the retry goes
 * to those others only.
 */
export function waitingRecipients(all: readonly Mailbox[], { known }: Arrivals): Mailbox[] {
  return all.filter(({ address }) => !known.has(address));
}

/** Whether somebody was served already, so that a refusal of the rest is no refusal of the mail. */
export function isSomeServed({ known }: Arrivals): boolean {
  return [...known.values()].includes(null);
}

/** What the server said of those that waited. */
interface Said {
  readonly accepted: string;
  readonly rejections: readonly Rejection[];
}

/** Notes what the server said, where some still wait. */
export async function concludeMail(
  all: readonly Mailbox[],
  arrivals: Arrivals,
  { accepted, rejections }: Said,
  secrets: readonly string[],
): Promise<DeliveryResult> {
  const words = (rejection: Rejection) => serverResponse(`${rejection.recipient}: ${rejection.message}`, secrets);
  const rejected = new Map(rejections.map((rejection) => [rejection.recipient ?? '', rejection]));
  const concluded = new Map(arrivals.known);
  for (const { address } of waitingRecipients(all, arrivals)) {
    const rejection = rejected.get(address);
    if (rejection === undefined) concluded.set(address, null);
    else if (rejection.permanent === true) concluded.set(address, words(rejection));
  }
  const deferred = rejections.filter((rejection) => rejection.permanent !== true).map(words);
  if (deferred.length > 0) {
    for (const [address, refusal] of concluded) await arrivals.note(address, refusal);
    const served = [...concluded.values()].filter((refusal) => refusal === null).length;
    const response = `accepted for ${served} of ${all.length}; deferred for ${deferred.join('; ')}`;
    return { outcome: 'retry', response, scope: 'message' };
  }
  const refusals = [...concluded.values()].filter((refusal) => refusal !== null);
  if (refusals.length === 0) return { outcome: 'sent', response: accepted };
  return { outcome: 'sent', response: `${accepted}; refused: ${refusals.join('; ')}`, refused: refusals };
}
