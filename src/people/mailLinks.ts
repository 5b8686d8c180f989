import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a link in a mail stands for: one record of one alert, as it was reported to one channel. */
export interface MailLink {
  readonly alert: number;
  /** ISO time of the alert: after a backup was put back, another one may have its number. */
  readonly createdAt: string;
  readonly type: 'docket' | 'design';
  readonly key: string;
}

/** Days that the links of a mail work. */
export const mailLinkDays = 30;

const dayMs = 86_400_000;
/** Bytes of a signature: nobody guesses 128 bits. */
const signatureBytes = 16;

/**
 * A link as it stands in an address: what it is for, until when, and our signature. It tells nothing that the mail does not.
 * @param secret the token of the service: every process of an installation has it, and no copy of its database does. Whoever has it can
 * make links; where it changes, those sent before open nothing any more
 */
export function signMailLink(secret: string, { alert, createdAt, type, key }: MailLink): string {
  const until = Math.floor((Date.parse(createdAt) + mailLinkDays * dayMs) / 1000);
  const text = Buffer.from(JSON.stringify([alert, createdAt, type, key, until])).toString('base64url');
  return `${text}.${signatureOf(secret, text).toString('base64url')}`;
}

/** What a link stands for; undefined where we did not sign it, or it has expired. */
export function readMailLink(secret: string, token: string, now: Date): MailLink | undefined {
  const [text = '', signature = ''] = token.split('.');
  const [sent, known] = [Buffer.from(signature, 'base64url'), signatureOf(secret, text)];
  if (sent.length !== known.length || !timingSafeEqual(sent, known)) return undefined;
  // Signed by us: it is as we wrote it.
  const [alert, createdAt, type, key, until] = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as [
    number,
    string,
    MailLink['type'],
    string,
    number,
  ];
  return until * 1000 < now.getTime() ? undefined : { alert, createdAt, type, key };
}

function signatureOf(secret: string, text: string): Buffer {
  return createHmac('sha256', secret).update(`tipstaff mail link ${text}`).digest().subarray(0, signatureBytes);
}
