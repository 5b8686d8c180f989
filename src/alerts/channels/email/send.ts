import { serverResponse } from '../../../base/http.ts';
import type { EmailChannelConfig } from '../../../config/channels.ts';
import type { Mailbox } from '../../../config/fields/fields.ts';
import type { AlertContent } from '../../message/content.ts';
import { partsByMatter } from '../../message/message.ts';
import {
  type Arrivals,
  type Channel,
  type DeliveryResult,
  noArrivals,
  type OpeningParts,
  type SentMessage,
  sendInOrder,
} from '../channel.ts';
import type { PictureAttachment } from '../pictures.ts';
import { composeMail, letterhead, messageIdOf } from './composeMail.ts';
import { type EmailMessage, renderWithPictures } from './draw.ts';
import { openSmtpTransport } from './smtpTransport.ts';

/** For a whole mail: a server that sends its replies drop by drop never exceeds the time-outs between them. */
const totalTimeoutMs = 55_000;

type EmailParts = Pick<OpeningParts, 'installation' | 'fetchPicture' | 'secrets'>;

/** One mail per alert, to all of a list. @throws TipstaffError `channel.address` for a bad address. */
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
      // Somebody was served already: a refusal of the rest is no refusal of the mail.
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
  /** The code of its cause: EOAUTH2 where no access token could be had. */
  readonly originalCode?: string | undefined;
  /** True for replies 5xx but 503, false for 4xx; absent when there was no reply. */
  readonly permanent?: boolean | undefined;
}

/** Permanent replies to these are about the account or the server's set-up, not about the message. */
const channelCodes: readonly string[] = ['EAUTH', 'ETLS', 'EREQUIRETLS'];

const messageCodes: readonly string[] = ['EENVELOPE', 'EMESSAGE'];
const closingCode = 421;

function smtpFailure(error: unknown, secrets: readonly string[]): DeliveryResult {
  const { message, code, originalCode, responseCode, permanent } = error as SmtpError;
  const response = serverResponse(`${code ?? 'error'}: ${message}`, secrets);
  // These come without a reply of the mail server.
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
  secrets: readonly string[],
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
