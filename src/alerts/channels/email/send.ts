import { createHash } from 'node:crypto';
import type { NodemailerError } from 'nodemailer';
import { encodeWord } from 'nodemailer/lib/mime-funcs';
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

/** Sends one mail per alert, to all recipients. */
export function openEmail(config: EmailChannelConfig, parts: EmailParts): Channel {
  const from = parseMailbox(config.from) ?? mailboxOf(config.from);
  const { secrets } = parts;
  const origin = { installation: parts.installation, channel: config.name, fromAddress: from.address };
  const transport = openSmtpTransport(config);

  const sendMail = async (
    content: AlertContent,
    signal: AbortSignal,
    arrivals: Arrivals,
    key = '',
  ): Promise<DeliveryResult> => {
    const messageId = messageIdOf(content, origin, key);
    const limited = AbortSignal.any([signal, AbortSignal.timeout(totalTimeoutMs)]);
    const to = waitingRecipients(config.to, arrivals);
    try {
      const form = { messageId, form: config.digestForm };
      const { email, attachments } = await renderWithPictures(content, form, parts.fetchPicture, limited);
      const mail = composeMail(config, from, email, { content, origin, messageId, pictures: attachments });
      const info = await transport.sendMail({ ...mail, envelope: { from: from.address, to }, signal: limited });
      await arrivals.keep('', sentMail(email, attachments));
      const accepted = serverResponse(info.response ?? 'accepted', secrets);
      return await concludeMail(config.to, arrivals, { accepted, rejections: info.rejectedErrors ?? [] }, secrets);
    } catch (error) {
      const rejections = rejectionsIn(error);
      // Some recipients already have the mail, so only the other recipients are refused, not the mail.
      if (rejections !== undefined && [...arrivals.known.values()].includes(null)) {
        return await concludeMail(config.to, arrivals, { accepted: 'accepted for some before', rejections }, secrets);
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

function rejectionWords({ recipient, message }: NodemailerError): string {
  return `${recipient}: ${message}`;
}

function rejectionsIn(error: unknown): readonly NodemailerError[] | undefined {
  const { code, rejectedErrors } = error as NodemailerError;
  return code === 'EENVELOPE' ? rejectedErrors : undefined;
}

/** Errors that concern the message. All others concern the account or the server, such as a refused connection. */
const messageCodes: readonly string[] = ['EENVELOPE', 'EMESSAGE'];
const closingCode = 421;

function smtpFailure(error: unknown, secrets: readonly Secret[]): DeliveryResult {
  const { message, code = 'error', originalCode, responseCode, permanent } = error as NodemailerError;
  // Nodemailer's own message names no address.
  const said = rejectionsIn(error)?.map(rejectionWords).join('; ') ?? `${code}: ${message}`;
  const response = serverResponse(said, secrets);
  // These errors occur without a reply from the mail server, and then `permanent` is absent.
  if (code === 'ECONFIG' || code === 'ENOAUTH' || originalCode === 'EOAUTH2') return { outcome: 'dead', response };
  if (permanent !== true) {
    const aboutMessage = permanent === false && messageCodes.includes(code) && responseCode !== closingCode;
    return { outcome: 'retry', response, scope: aboutMessage ? 'message' : 'channel' };
  }
  return { outcome: messageCodes.includes(code) ? 'failed' : 'dead', response };
}

function waitingRecipients(all: readonly string[], { known }: Arrivals): string[] {
  return all.filter((address) => !known.has(address));
}

async function concludeMail(
  all: readonly string[],
  arrivals: Arrivals,
  { accepted, rejections }: { readonly accepted: string; readonly rejections: readonly NodemailerError[] },
  secrets: readonly Secret[],
): Promise<DeliveryResult> {
  const words = (rejection: NodemailerError) => serverResponse(rejectionWords(rejection), secrets);
  const rejected = new Map(rejections.map((rejection) => [rejection.recipient ?? '', rejection]));
  const concluded = new Map(arrivals.known);
  for (const address of waitingRecipients(all, arrivals)) {
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

/** Nodemailer splits a mere text into several recipients at commas and line breaks. */
const mailboxOf = (address: string): Mailbox => ({ name: '', address });

function composeMail(
  config: EmailChannelConfig,
  from: Mailbox,
  message: EmailMessage,
  parts: { content: AlertContent; origin: MailOrigin; messageId: string; pictures: readonly PictureAttachment[] },
) {
  const thread = message.threadKey === undefined ? undefined : `<${threadIdOf(message.threadKey, parts.origin)}>`;
  return {
    from,
    to: config.to.map(mailboxOf),
    ...(config.replyTo !== undefined && { replyTo: mailboxOf(config.replyTo) }),
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

function calendarAttachments(content: AlertContent) {
  if (content.kind !== 'changes' || content.dates === undefined || content.dates.length === 0) return [];
  const text = icsFile(content.dates, { name: content.channel, stamp: new Date(content.createdAt) });
  return [{ filename: 'dates.ics', contentType: 'text/calendar; charset=utf-8; method=PUBLISH', content: text }];
}

/** Encodes a subject that contains `=?` (RFC 2047), which nodemailer leaves as it is and mail programs would decode. */
function subjectHeader(subject: string) {
  if (!subject.includes('=?')) return subject;
  return { prepared: true, foldLines: true, value: encodeWord(subject, 'B', longestWord) };
}

/** The length at which nodemailer divides encoded words. */
const longestWord = 52;

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
