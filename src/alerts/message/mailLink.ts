import { dayMs } from '../../base/time.ts';
import { isSigned, sign } from '../../store/signingKey.ts';

export interface MailLink {
  readonly alert: number;
  /** ISO time of the alert: after a backup was put back, another one may have its number. */
  readonly createdAt: string;
  readonly type: 'docket' | 'design';
  readonly key: string;
}

export const mailLinkDays = 30;

/** It tells nothing that the mail does not. @param key see `signingKey` */
export function signMailLink(key: string, { alert, createdAt, type, key: record }: MailLink): string {
  // Short, because a mail has many of them and no more than 100 KB.
  const made = Date.parse(createdAt).toString(36);
  const text = [alert, made, types.indexOf(type), Buffer.from(record).toString('base64url')].join('.');
  return `${text}.${sign(key, 'mail link', text)}`;
}

/** By their place in links that were sent: add at the end. */
const types = ['docket', 'design'] as const;

export function readMailLink(key: string, token: string, now: Date): MailLink | undefined {
  const end = Math.max(0, token.lastIndexOf('.'));
  const text = token.slice(0, end);
  if (!isSigned(key, 'mail link', text, token.slice(end + 1))) return undefined;
  // Signed by us: it is as we wrote it.
  const [alert = '', made = '', place = '', record = ''] = text.split('.');
  const madeAt = Number.parseInt(made, 36);
  const type = types[Number(place)];
  if (type === undefined || now.getTime() > madeAt + mailLinkDays * dayMs) return undefined;
  const createdAt = new Date(madeAt).toISOString();
  return { alert: Number(alert), createdAt, type, key: Buffer.from(record, 'base64url').toString('utf8') };
}
