import { createHash } from 'node:crypto';
import { alertKey } from '../alertKey.ts';
import type { AlertContent } from '../message/content.ts';

/** Names a mail for good: the same alert has the same Message-ID each time it is sent, so that a repeat is recognised. */
export interface MailIdentity {
  readonly messageId: string;
  /** The id of a thread's never-sent first mail, to which all mails about one record reply; undefined without a thread. */
  readonly threadId: string | undefined;
  readonly listId: string;
}

/** @param installation distinguishes two Tipstaffs of one sender domain: letters and digits. */
export function mailIdentity(parts: {
  installation: string;
  channel: string;
  fromAddress: string;
  alert: Pick<AlertContent, 'id' | 'createdAt'>;
  threadKey: string | undefined;
}): MailIdentity {
  const domain = parts.fromAddress.slice(parts.fromAddress.lastIndexOf('@') + 1);
  const place = `${parts.channel}.${parts.installation}`;
  // Hashed: the key comes from the service's text, and an id has an alphabet of its own.
  const thread = parts.threadKey && createHash('sha256').update(parts.threadKey).digest('hex').slice(0, 24);
  return {
    messageId: `<${alertKey(parts.alert)}.${place}@${domain}>`,
    threadId: thread ? `<record-${thread}.${place}@${domain}>` : undefined,
    listId: `${parts.channel}.tipstaff.${domain}`,
  };
}
