import type { DeliveryResult } from '../channel.ts';
import { serverResponse } from '../serverResponse.ts';

/** What nodemailer says of a failed send, as measured against a real server. */
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

/** Replies to the sender, the recipients or the text of one mail. */
const messageCodes: readonly string[] = ['EENVELOPE', 'EMESSAGE'];
/** "Service not available, closing", whatever command it responds to. */
const closingCode = 421;

/** Classifies a failed send: dead channel, failed message, or worth another try. */
export function smtpFailure(error: unknown, secrets: readonly string[]): DeliveryResult {
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
