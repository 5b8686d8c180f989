import type { AlertContent } from '../alerts/content.ts';
import type { EmailMessage } from '../alerts/message.ts';
import { renderEmail } from '../alerts/renderEmail.ts';
import type { EmailChannelConfig } from '../config/config.ts';
import { type Mailbox, parseMailbox } from '../config/mailbox.ts';
import { TipstaffError } from '../errors.ts';
import type { Channel, DeliveryResult } from './channel.ts';
import { farEndWords } from './farEndWords.ts';
import { mailIdentity } from './mailIdentity.ts';
import { embedPictures, type FetchPicture } from './pictures.ts';
import { smtpFailure } from './smtpResult.ts';
import { openSmtpTransport } from './smtpTransport.ts';

export interface EmailParts {
  readonly installation: string;
  readonly fetchPicture?: FetchPicture | undefined;
}

/** A list of people told by mail: one mail an alert, to all of them. @throws TipstaffError `channel.address` for a bad address. */
export function openEmail(config: EmailChannelConfig, parts: EmailParts): Channel {
  const from = mailbox(config.from, config);
  const to = config.to.map((address) => mailbox(address, config));
  const replyTo = config.replyTo === undefined ? undefined : mailbox(config.replyTo, config);
  const transport = openSmtpTransport(config);
  const secrets = secretsOf(config);

  async function compose(content: AlertContent, message: EmailMessage, signal: AbortSignal) {
    const identity = mailIdentity({
      installation: parts.installation,
      channel: config.name,
      fromAddress: from.address,
      alertId: content.id,
      threadKey: message.threadKey,
    });
    return {
      from,
      to,
      ...(replyTo && { replyTo }),
      subject: message.subject,
      text: message.text,
      html: message.html,
      attachments: await embedPictures(message.pictures ?? [], parts.fetchPicture, signal),
      messageId: identity.messageId,
      ...(identity.threadId && { inReplyTo: identity.threadId, references: identity.threadId }),
      date: new Date(content.createdAt),
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      list: {
        id: { url: identity.listId, comment: `Tipstaff ${config.name}` },
        ...(config.listUnsubscribe && { unsubscribe: config.listUnsubscribe }),
      },
      disableFileAccess: true,
      disableUrlAccess: true,
      signal,
    };
  }

  return {
    name: config.name,
    async send(content, signal) {
      const message = renderEmail(content);
      try {
        const mail = await compose(content, message, signal);
        return taken(await transport.sendMail(mail), secrets);
      } catch (error) {
        return smtpFailure(error, secrets);
      }
    },
    async close() {
      transport.close();
    },
  };
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

interface TakenMail {
  readonly response?: string | undefined;
  readonly rejected?: readonly unknown[] | undefined;
  readonly rejectedErrors?: readonly { readonly recipient?: unknown; readonly message: string }[] | undefined;
}

/** The server took the mail for one recipient at least; the others are named. */
function taken(info: TakenMail, secrets: readonly string[]): DeliveryResult {
  const answer = farEndWords(info.response ?? 'accepted', secrets);
  const refused = (info.rejectedErrors ?? []).map((error) =>
    farEndWords(`${String(error.recipient)}: ${error.message}`, secrets),
  );
  if (refused.length === 0) return { outcome: 'sent', answer };
  return { outcome: 'sent', answer: `${answer}; refused: ${refused.join('; ')}`, refused };
}

function secretsOf(config: EmailChannelConfig): string[] {
  const url = new URL(config.smtpUrl);
  const user = decodeURIComponent(url.username);
  const password = decodeURIComponent(url.password);
  // In an AUTH PLAIN line the two stand together.
  const login = password === '' ? [] : [`\0${user}\0${password}`];
  return [config.smtpUrl, password, ...login, config.oauth2?.clientSecret ?? '', config.oauth2?.refreshToken ?? ''];
}
