import { icsFile } from '../../calendar/icsFile.ts';
import { type Mailbox, parseMailbox } from '../../config/schema/mailbox.ts';
import { TipstaffError } from '../../errors.ts';
import type { AlertContent } from '../message/content.ts';
import { embedPictures, type FetchPicture } from '../pictures/pictures.ts';
import type { EmailChannelConfig } from './definition.ts';
import { mailIdentity } from './mailIdentity.ts';
import type { EmailMessage } from './renderEmail.ts';

/** The parts of a channel's mails that are the same for each. */
export interface Letterhead {
  readonly from: Mailbox;
  readonly to: readonly Mailbox[];
  readonly replyTo: Mailbox | undefined;
}

/** @throws TipstaffError `channel.address` for an address that is not one mailbox. */
export function letterhead(config: EmailChannelConfig): Letterhead {
  return {
    from: mailbox(config.from, config),
    to: config.to.map((address) => mailbox(address, config)),
    replyTo: config.replyTo === undefined ? undefined : mailbox(config.replyTo, config),
  };
}

/** A rendered alert as nodemailer takes it: with its lasting ids, its thread, its list and its pictures. */
export async function composeMail(
  config: EmailChannelConfig,
  head: Letterhead,
  content: AlertContent,
  message: EmailMessage,
  parts: { installation: string; fetchPicture?: FetchPicture | undefined; signal: AbortSignal },
) {
  const { messageId, threadId, listId } = mailIdentity({
    installation: parts.installation,
    channel: config.name,
    fromAddress: head.from.address,
    alert: content,
    threadKey: message.threadKey,
  });
  return {
    from: head.from,
    to: [...head.to],
    ...(head.replyTo && { replyTo: head.replyTo }),
    subject: message.subject,
    text: message.text,
    html: message.html,
    attachments: [
      ...(await embedPictures(message.pictures ?? [], parts.fetchPicture, parts.signal)),
      ...(config.calendar ? calendarOf(content) : []),
    ],
    messageId,
    ...(threadId && { inReplyTo: threadId, references: threadId }),
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    list: {
      id: { url: listId, comment: `Tipstaff ${config.name}` },
      ...(config.listUnsubscribe && { unsubscribe: config.listUnsubscribe }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Its dates as a file, which a reader's calendar takes; none where the mail has none. */
function calendarOf(content: AlertContent) {
  if (content.kind !== 'changes' || content.dates === undefined || content.dates.length === 0) return [];
  const text = icsFile(content.dates, { name: content.channel, stamp: new Date(content.createdAt) });
  return [{ filename: 'dates.ics', contentType: 'text/calendar; charset=utf-8; method=PUBLISH', content: text }];
}

// Always as name and address: in a bare text nodemailer would find a second recipient behind a comma or a line break.
function mailbox(text: string, config: EmailChannelConfig): Mailbox {
  const found = parseMailbox(text);
  if (found !== undefined) return found;
  throw new TipstaffError(
    'channel.address',
    `The channel ${config.name} has ${JSON.stringify(text)} as an address. Write one mailbox an item: user@example.com, or Name <user@example.com>.`,
  );
}
