import { noArrivals } from '../arrivals.ts';
import type { Channel } from '../channel.ts';
import type { OpeningParts } from '../kind.ts';
import { serverResponse } from '../serverResponse.ts';
import { composeMail, letterhead } from './composeMail.ts';
import type { EmailChannelConfig } from './definition.ts';
import { messageIdOf } from './mailIdentity.ts';
import { concludeMail, isSomeServed, type Rejection, waitingRecipients } from './recipients.ts';
import { renderWithPictures } from './renderEmail.ts';
import { smtpFailure } from './smtpResult.ts';
import { openSmtpTransport } from './smtpTransport.ts';

/** For a whole mail: a server that sends its replies drop by drop never exceeds the time-outs between them. */
const totalTimeoutMs = 55_000;

type EmailParts = Pick<OpeningParts, 'installation' | 'fetchPicture' | 'secrets'>;

/** A list of people notified by mail: one mail per alert, to all of them. @throws TipstaffError `channel.address` for a bad address. */
export function openEmail(config: EmailChannelConfig, parts: EmailParts): Channel {
  const head = letterhead(config);
  const { secrets } = parts;
  const origin = { installation: parts.installation, channel: config.name, fromAddress: head.from.address };
  const transport = openSmtpTransport(config);

  return {
    name: config.name,
    async send(message, signal, arrivals = noArrivals()) {
      const { content } = message;
      const messageId = messageIdOf(content, origin);
      const limited = AbortSignal.any([signal, AbortSignal.timeout(totalTimeoutMs)]);
      const to = waitingRecipients(head.to, arrivals).map((recipient) => recipient.address);
      try {
        const form = { messageId, form: config.digestForm };
        const { email, attachments } = await renderWithPictures(message, form, parts.fetchPicture, limited);
        const mail = composeMail(config, head, email, { content, origin, messageId, pictures: attachments });
        const info = await transport.sendMail({ ...mail, envelope: { from: head.from.address, to }, signal: limited });
        const accepted = serverResponse(info.response ?? 'accepted', secrets);
        const rejections = (info.rejectedErrors ?? []) as Rejection[];
        return await concludeMail(head.to, arrivals, { accepted, rejections }, secrets);
      } catch (error) {
        const rejections = rejectionsIn(error);
        if (rejections !== undefined && isSomeServed(arrivals)) {
          return await concludeMail(head.to, arrivals, { accepted: 'accepted for some before', rejections }, secrets);
        }
        return smtpFailure(error, secrets);
      }
    },
    close: () => transport.close(),
  };
}

/** The recipients of a mail that was refused because all of them were; undefined when it failed for another reason. */
function rejectionsIn(error: unknown): readonly Rejection[] | undefined {
  const { code, rejectedErrors } = error as { code?: string; rejectedErrors?: readonly Rejection[] };
  return code === 'EENVELOPE' ? rejectedErrors : undefined;
}
