import { createHash } from 'node:crypto';
import { TipstaffError } from '../../../base/errors.ts';
import { serverResponse } from '../../../base/http.ts';
import type { Secret } from '../../../base/redact.ts';
import type { EmailChannelConfig } from '../../../config/channels.ts';
import { type Mailbox, parseMailbox } from '../../../config/fields/fields.ts';
import { icsFile } from '../../../reading/events/calendarEvent.ts';
import type { AlertContent } from '../../message/content.ts';
import { partsByMatter } from '../../message/message.ts';
import {
  type Arrivals,
  alertKey,
  type Channel,
  type DeliveryResult,
  noArrivals,
  type OpeningParts,
  type SentMessage,
  sendInOrder,
} from '../channel.ts';
import { type EmailMessage, renderWithPictures } from './draw.ts';
import type { PictureAttachment } from './drawItem.ts';
import { openSmtpTransport } from './smtpTransport.ts';

/** The time limit for a whole mail. A server that replies byte by byte never exceeds the other time limits. */
const totalTimeoutMs = 55_000;

type EmailParts = Pick<OpeningParts, 'installation' | 'fetchPicture' | 'secrets'>;

/** Sends one mail per alert, to all recipients. @throws TipstaffError `channel.address` for a bad address */
export function openEmail(config: EmailChannelConfig, parts: EmailParts): Channel {
  const head = letterhead(config);
  const { secrets } = parts;
  const origin = { installation: parts.installation, channel: config.name, fromAddress: head.from.address };
  const transport = openSmtpTransport(config);

  const sendMail = async (
    content: AlertContent,
    signal: AbortSignal,
    arrivals: Arrivals,
    key = '',
  ): Promise<DeliveryResult> => {
    const messageId = messageIdOf(content, origin, key);
    const limited = AbortSignal.any([signal, AbortSignal.timeout(totalTimeoutMs)]);
    const to = waitingRecipients(head.to, arrivals).map((recipient) => recipient.address);
    try {
      const form = { messageId, form: config.digestForm };
      const { email, attachments } = await renderWithPictures(content, form, parts.fetchPicture, limited);
      const mail = composeMail(config, head, email, { content, origin, messageId, pictures: attachments });
      const info = await transport.sendMail({ ...mail, envelope: { from: head.from.address, to }, signal: limited });
      await arrivals.keep('', sentMail(email, attachments));
      const accepted = serverResponse(info.response ?? 'accepted', secrets);
      const rejections = (info.rejectedErrors ?? []) as Rejection[];
      return await concludeMail(head.to, arrivals, { accepted, rejections }, secrets);
    } catch (error) {
      const rejections = rejectionsIn(error);
      // Some recipients already have the mail, so only the other recipients are refused, not the mail.
      if (rejections !== undefined && [...arrivals.known.values()].includes(null)) {
        return await concludeMail(head.to, arrivals, { accepted: 'accepted for some before', rejections }, secrets);
      }
      return smtpFailure(error, secrets);
    }
  };
  return {
    name: config.name,
    async send(content, signal, arrivals = noArrivals()) {
      const mails = config.perMatter ? partsByMatter(content) : [];
      if (mails.length < 2) return sendMail(content, signal, arrivals);
      const refused: string[] = [];
      const result = await sendInOrder(
        mails.map(({ key, content: part }) => ({
          key,
          async send() {
            const sent = await sendMail(part, signal, arrivalsOf(arrivals, key), key);
            if (sent.outcome === 'sent') refused.push(...(sent.refused ?? []));
            return sent;
          },
        })),
        arrivals,
      );
      return result.outcome === 'sent' && refused.length > 0 ? { ...result, refused: [...new Set(refused)] } : result;
    },
    close: () => transport.close(),
  };
}

function arrivalsOf(arrivals: Arrivals, key: string): Arrivals {
  const prefix = `${key} `;
  const own = [...arrivals.known].filter(([part]) => part.startsWith(prefix));
  return {
    known: new Map(own.map(([part, refusal]) => [part.slice(prefix.length), refusal])),
    note: (part, refusal) => arrivals.note(prefix + part, refusal),
    keep: (_, message) => arrivals.keep(key, message),
  };
}

function sentMail({ subject, text, html }: EmailMessage, attachments: readonly PictureAttachment[]): SentMessage {
  const pictures = attachments.map(({ cid, contentType, content }) => ({
    cid,
    contentType,
    base64: content.toString('base64'),
  }));
  return { form: 'mail', subject, text, html, pictures };
}

function rejectionsIn(error: unknown): readonly Rejection[] | undefined {
  const { code, rejectedErrors } = error as { code?: string; rejectedErrors?: readonly Rejection[] };
  return code === 'EENVELOPE' ? rejectedErrors : undefined;
}

interface SmtpError {
  readonly message: string;
  readonly code?: string | undefined;
  readonly responseCode?: number | undefined;
  /** The code of the cause: EOAUTH2 if no access token could be obtained. */
  readonly originalCode?: string | undefined;
  /** True for 5xx replies except 503, false for 4xx, absent without a reply. */
  readonly permanent?: boolean | undefined;
}

/** Errors that concern the account or the server's configuration if they are permanent, not the message. */
const channelCodes: readonly string[] = ['EAUTH', 'ETLS', 'EREQUIRETLS'];

const messageCodes: readonly string[] = ['EENVELOPE', 'EMESSAGE'];
const closingCode = 421;

function smtpFailure(error: unknown, secrets: readonly Secret[]): DeliveryResult {
  const { message, code, originalCode, responseCode, permanent } = error as SmtpError;
  const response = serverResponse(`${code ?? 'error'}: ${message}`, secrets);
  // These errors occur without a reply from the mail server.
  if (code === 'ECONFIG' || code === 'ENOAUTH' || originalCode === 'EOAUTH2') return { outcome: 'dead', response };
  if (permanent !== true) {
    const aboutMessage = permanent === false && messageCodes.includes(code ?? '') && responseCode !== closingCode;
    return { outcome: 'retry', response, scope: aboutMessage ? 'message' : 'channel' };
  }
  if (channelCodes.includes(code ?? '')) return { outcome: 'dead', response };
  return { outcome: 'failed', response };
}

interface Rejection {
  readonly message: string;
  readonly recipient?: string | undefined;
  readonly permanent?: boolean | undefined;
}

function waitingRecipients(all: readonly Mailbox[], { known }: Arrivals): Mailbox[] {
  return all.filter(({ address }) => !known.has(address));
}

async function concludeMail(
  all: readonly Mailbox[],
  arrivals: Arrivals,
  { accepted, rejections }: { readonly accepted: string; readonly rejections: readonly Rejection[] },
  secrets: readonly Secret[],
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

/** @throws TipstaffError `channel.address` for an address that is not one mailbox. */
function letterhead(config: EmailChannelConfig) {
  return {
    from: mailbox(config.from, config),
    to: config.to.map((address) => mailbox(address, config)),
    replyTo: config.replyTo === undefined ? undefined : mailbox(config.replyTo, config),
  };
}

function composeMail(
  config: EmailChannelConfig,
  head: ReturnType<typeof letterhead>,
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

/** Servers may refuse a longer header. */
const mostMatters = 100;

// Name and address are separate, because nodemailer splits a string into recipients at commas and line breaks.
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

/** The most UTF-8 bytes in an encoded word, which fits in 76 characters with its delimiters (RFC 2047, section 2). */
const wordBytes = 39;

/** Encodes a subject that contains `=?` (RFC 2047), which nodemailer leaves as it is and mail programs would decode. */
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

/** Returns the same id for each attempt, without brackets. @param part the key of one of several mails of an alert */
function messageIdOf(alert: Pick<AlertContent, 'id' | 'createdAt'>, origin: MailOrigin, part = ''): string {
  return `${alertKey(alert)}${part && `.${part}`}.${placeOf(origin)}`;
}

/**
 * Returns the id, without brackets, of a mail that is never sent. All mails about one record or incident reply to it.
 * A mail about several records replies to none, because programs join all threads that `References` names
 * (jwz.org/doc/threading.html).
 */
function threadIdOf(threadKey: string, origin: MailOrigin): string {
  // The key contains text of the service, which may have characters that an id must not have.
  const thread = createHash('sha256').update(threadKey).digest('hex').slice(0, 24);
  return `record-${thread}.${placeOf(origin)}`;
}

const placeOf = (origin: MailOrigin): string => `${origin.channel}.${origin.installation}@${domainOf(origin)}`;

const domainOf = ({ fromAddress }: MailOrigin): string => fromAddress.slice(fromAddress.lastIndexOf('@') + 1);
