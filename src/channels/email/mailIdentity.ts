import { createHash } from 'node:crypto';
import type { AlertContent } from '../../message/content.ts';
import { alertKey } from '../arrivals.ts';

/** Where a mail comes from; `installation` distinguishes two Tipstaffs of one sender domain: letters and digits. */
export interface MailOrigin {
  readonly installation: string;
  readonly channel: string;
  readonly fromAddress: string;
}

/** The lasting id of an alert's mail, the same each time it is sent, so that a repeat is recognised. Without brackets. */
export function messageIdOf(alert: Pick<AlertContent, 'id' | 'createdAt'>, origin: MailOrigin): string {
  return `${alertKey(alert)}.${placeOf(origin)}`;
}

/** The id of a thread's never-sent first mail, to which all mails about one record, or one incident, reply. Without brackets. */
export function threadIdOf(threadKey: string, origin: MailOrigin): string {
  // Hashed: the key comes from the service's text, and an id has an alphabet of its own.
  const thread = createHash('sha256').update(threadKey).digest('hex').slice(0, 24);
  return `record-${thread}.${placeOf(origin)}`;
}

export function listIdOf(origin: MailOrigin): string {
  return `${origin.channel}.tipstaff.${domainOf(origin)}`;
}

function placeOf(origin: MailOrigin): string {
  return `${origin.channel}.${origin.installation}@${domainOf(origin)}`;
}

function domainOf({ fromAddress }: MailOrigin): string {
  return fromAddress.slice(fromAddress.lastIndexOf('@') + 1);
}
