import { createHash } from 'node:crypto';
import { TipstaffError } from '../../../base/errors.ts';
import type { EmailChannelConfig } from '../../../config/channels.ts';
import { type Mailbox, parseMailbox } from '../../../config/fields/fields.ts';
import { icsFile } from '../../../reading/events/calendarEvent.ts';
import type { AlertContent } from '../../message/content.ts';
import { alertKey } from '../channel.ts';
import type { PictureAttachment } from '../pictures.ts';
import type { EmailMessage } from './draw.ts';

interface Letterhead {
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

export function composeMail(
  config: EmailChannelConfig,
  head: Letterhead,
  message: EmailMessage,
  parts: { content: AlertContent; origin: MailOrigin; messageId: string; pictures: readonly PictureAttachment[] },
) {
  const thread = message.threadKey === undefined ? undefined : `<${threadIdOf(message.threadKey, parts.origin)}>`;
  return {
    from: head.from,
    to: [...head.to],
    ...(head.replyTo && { replyTo: head.replyTo }),
    text: message.text,
    html: message.html,
    attachments: [...parts.pictures, ...(config.calendar ? calendarAttachments(parts.content) : [])],
    messageId: `<${parts.messageId}>`,
    ...(thread !== undefined && { inReplyTo: thread, references: [thread] }),
    headers: {
      Subject: subjectHeader(message.subject),
      'Content-Language': 'en',
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(message.matters.length > 0 && { 'X-Tipstaff-Matters': message.matters.slice(0, mostMatters).join(', ') }),
      ...(config.oneClick && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
    list: {
      id: { url: `${parts.origin.channel}.tipstaff.${domainOf(parts.origin)}`, comment: `Tipstaff ${config.name}` },
      ...(config.listUnsubscribe && { unsubscribe: config.listUnsubscribe }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** More would make a header that servers on the way refuse. */
const mostMatters = 100;

// Always as name and address: in a bare text nodemailer would find a second recipient after a comma or a line break.
function mailbox(text: string, config: EmailChannelConfig): Mailbox {
  const found = parseMailbox(text);
  if (found !== undefined) return found;
  throw new TipstaffError(
    'channel.address',
    `The channel ${config.name} has ${JSON.stringify(text)} as an address. Write one mailbox per item: ` +
      'user@example.com, or Name <user@example.com>.',
  );
}

function calendarAttachments(content: AlertContent) {
  if (content.kind !== 'changes' || content.dates === undefined || content.dates.length === 0) return [];
  const text = icsFile(content.dates, { name: content.channel, stamp: new Date(content.createdAt) });
  return [{ filename: 'dates.ics', contentType: 'text/calendar; charset=utf-8; method=PUBLISH', content: text }];
}

/** UTF-8 bytes of one encoded word: with its frame and header within the 76 characters of RFC 2047, section 2. */
const wordBytes = 39;

/** nodemailer would leave `=?…?=` in somebody’s text, and mail programs decode it: then all is encoded (RFC 2047). */
function subjectHeader(subject: string): string | { prepared: true; value: string } {
  if (!subject.includes('=?')) return subject;
  const words: string[] = [];
  let word = '';
  for (const character of subject) {
    if (Buffer.byteLength(word + character) > wordBytes) {
      words.push(word);
      word = '';
    }
    word += character;
  }
  const encoded = [...words, word].map((text) => `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`);
  return { prepared: true, value: encoded.join('\r\n ') };
}

interface MailOrigin {
  readonly installation: string;
  readonly channel: string;
  readonly fromAddress: string;
}

/** Without brackets; the same each time an alert is sent. @param part its key, where an alert takes several mails */
export function messageIdOf(alert: Pick<AlertContent, 'id' | 'createdAt'>, origin: MailOrigin, part = ''): string {
  return `${alertKey(alert)}${part && `.${part}`}.${placeOf(origin)}`;
}

/**
 * The id of a mail that is never sent, to which all mails about one record or incident reply. Without brackets.
 * A mail about several replies to none: programs join all that `References` names (jwz.org/doc/threading.html).
 */
function threadIdOf(threadKey: string, origin: MailOrigin): string {
  // Hashed: the key comes from the service's text, and an id has an alphabet of its own.
  const thread = createHash('sha256').update(threadKey).digest('hex').slice(0, 24);
  return `record-${thread}.${placeOf(origin)}`;
}

function placeOf(origin: MailOrigin): string {
  return `${origin.channel}.${origin.installation}@${domainOf(origin)}`;
}

function domainOf({ fromAddress }: MailOrigin): string {
  return fromAddress.slice(fromAddress.lastIndexOf('@') + 1);
}
