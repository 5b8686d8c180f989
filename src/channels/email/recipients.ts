import type { Mailbox } from '../../config/schema/mailbox.ts';
import type { DeliveryResult } from '../channel.ts';
import { serverResponse } from '../serverResponse.ts';

/** A recipient that the server rejected, in nodemailer's form. */
export interface Rejection {
  readonly message: string;
  readonly recipient?: string | undefined;
  /** False: deferred, and worth another try for this recipient alone. */
  readonly permanent?: boolean | undefined;
}

interface Progress {
  readonly served: Set<string>;
  /** By address, in the server's words. */
  readonly refused: Map<string, string>;
}

/**
 * Which recipients of a mail still wait for it. When the server accepts a mail for some and defers it for others, the retry goes
 * to those others only. Forgotten when the process ends: then the mail is repeated to all, with the same Message-ID.
 */
export interface Recipients {
  waiting(alertId: number): readonly Mailbox[];
  /** Whether somebody was served already, so that a refusal of the rest is no refusal of the mail. */
  someServed(alertId: number): boolean;
  /** Notes what the server said of those that waited. */
  conclude(alertId: number, accepted: string, rejections: readonly Rejection[]): DeliveryResult;
}

export function createRecipients(all: readonly Mailbox[], secrets: readonly string[]): Recipients {
  const progress = new Map<number, Progress>();

  function waiting(alertId: number): Mailbox[] {
    const known = progress.get(alertId);
    return all.filter(({ address }) => !known?.served.has(address) && !known?.refused.has(address));
  }

  return {
    waiting,
    someServed: (alertId) => (progress.get(alertId)?.served.size ?? 0) > 0,
    conclude(alertId, accepted, rejections) {
      const { served, refused } = progress.get(alertId) ?? { served: new Set(), refused: new Map<string, string>() };
      const words = (rejection: Rejection) => serverResponse(`${rejection.recipient}: ${rejection.message}`, secrets);
      const rejected = new Set(rejections.map((rejection) => rejection.recipient));
      for (const { address } of waiting(alertId)) if (!rejected.has(address)) served.add(address);
      for (const rejection of rejections) {
        if (rejection.permanent === true) refused.set(rejection.recipient ?? '', words(rejection));
      }
      const deferred = rejections.filter((rejection) => rejection.permanent !== true).map(words);
      if (deferred.length > 0) {
        // A test mail is never retried.
        if (alertId !== 0) progress.set(alertId, { served, refused });
        const response = `accepted for ${served.size} of ${all.length}; deferred for ${deferred.join('; ')}`;
        return { outcome: 'retry', response, scope: 'message' };
      }
      progress.delete(alertId);
      if (refused.size === 0) return { outcome: 'sent', response: accepted };
      const refusals = [...refused.values()];
      return { outcome: 'sent', response: `${accepted}; refused: ${refusals.join('; ')}`, refused: refusals };
    },
  };
}
