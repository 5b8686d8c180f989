import { createHmac, timingSafeEqual } from 'node:crypto';
import { dayMs } from '../time.ts';

/** What a link in a mail stands for: one record of one alert, as it was reported to one channel. */
export interface MailLink {
  readonly alert: number;
  /** ISO time of the alert: after a backup was put back, another one may have its number. */
  readonly createdAt: string;
  readonly type: 'docket' | 'design';
  readonly key: string;
}

export const mailLinkDays = 30;

/** Bytes of a signature: nobody guesses 128 bits. */
const signatureBytes = 16;

/**
 * A link as it stands in an address: what it is for, until when, and our signature. It tells nothing that the mail does
 * not.
 * @param secret the token of the service: every process of an installation has it, and no copy of its database does.
 * Whoever has it can make links; where it changes, those sent before open nothing any more
 */
export function signMailLink(secret: string, { alert, createdAt, type, key }: MailLink): string {
  // Short, because a mail has many of them and no more than 100 KB.
  const made = Date.parse(createdAt).toString(36);
  const text = [alert, made, types.indexOf(type), Buffer.from(key).toString('base64url')].join('.');
  return `${text}.${signatureOf(secret, text).toString('base64url')}`;
}

/** By their place in links that were sent: add at the end. */
const types = ['docket', 'design'] as const;

/** What a link stands for; undefined where we did not sign it, or it has expired. */
export function readMailLink(secret: string, token: string, now: Date): MailLink | undefined {
  const end = Math.max(0, token.lastIndexOf('.'));
  const text = token.slice(0, end);
  const [sent, known] = [Buffer.from(token.slice(end + 1), 'base64url'), signatureOf(secret, text)];
  if (sent.length !== known.length || !timingSafeEqual(sent, known)) return undefined;
  // Signed by us: it is as we wrote it.
  const [alert = '', made = '', place = '', key = ''] = text.split('.');
  const madeAt = Number.parseInt(made, 36);
  const type = types[Number(place)];
  if (type === undefined || now.getTime() > madeAt + mailLinkDays * dayMs) return undefined;
  const createdAt = new Date(madeAt).toISOString();
  return { alert: Number(alert), createdAt, type, key: Buffer.from(key, 'base64url').toString('utf8') };
}

function signatureOf(secret: string, text: string): Buffer {
  return createHmac('sha256', secret).update(`tipstaff mail link ${text}`).digest().subarray(0, signatureBytes);
}
