import type { ClaimedAlert } from '../store/deliveries.ts';
import type { Trouble } from './troubles.ts';

/** The far end refuses the channel as a whole: the login, the certificate, the webhook. */
export function channelDead(channel: string, answer: string, probeAt: Date): Trouble {
  return {
    kind: 'channel-dead',
    subject: channel,
    detail: `Nothing passes on the channel ${channel}: ${sentence(answer)} Its alerts wait; the next attempt is at ${probeAt.toISOString()}. Mend it, then run: tipstaff send-test ${channel}`,
  };
}

/** An alert that was refused for good, or given up. */
export function alertUndelivered(alert: ClaimedAlert, answer: string): Trouble {
  return {
    kind: 'alert-undelivered',
    subject: `alert ${alert.id}`,
    label: `alert ${alert.id} on ${alert.channel}`,
    detail: `Alert ${alert.id} did not reach the channel ${alert.channel}: ${sentence(answer)} Read it with: tipstaff alerts show ${alert.id}. Try again with: tipstaff alerts retry ${alert.id}`,
  };
}

/** Some recipients of a channel were refused while the others got the mail. */
export function recipientsRefused(channel: string, refused: readonly string[]): Trouble {
  return {
    kind: 'recipients-refused',
    subject: channel,
    detail:
      refused.length === 0
        ? `Every recipient of the channel ${channel} is accepted again.`
        : `The mail server refuses some recipients of the channel ${channel}: ${refused.join('; ')}. The others get their alerts. Correct the list under "to".`,
  };
}

function sentence(answer: string): string {
  return /[.!?]$/.test(answer) ? answer : `${answer}.`;
}
