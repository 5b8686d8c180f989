import type { Channel } from '../channel.ts';
import type { OpeningParts } from '../kind.ts';
import { serverResponse } from '../serverResponse.ts';
import { composeMail, letterhead } from './composeMail.ts';
import type { EmailChannelConfig } from './definition.ts';
import { messageIdOf } from './mailIdentity.ts';
import { createRecipients, type Rejection } from './recipients.ts';
import { renderEmail } from './renderEmail.ts';
import { smtpFailure } from './smtpResult.ts';
import { openSmtpTransport } from './smtpTransport.ts';

/** For a whole mail: a server that sends its replies drop by drop never exceeds the time-outs between them. */
const totalTimeoutMs = 55_000;

type EmailParts = Pick<OpeningParts, 'installation' | 'fetchPicture' | 'secrets'>;

/** A list of people notified by mail: one mail per alert, to all of them. @throws TipstaffError `channel.address` for a bad address. */
export function openEmail(config: EmailChannelConfig, parts: EmailParts): Channel {
  const head = letterhead(config);
  const { secrets } = parts;
  const recipients = createRecipients(head.to, secrets);
  const origin = { installation: parts.installation, channel: config.name, fromAddress: head.from.address };
  const transport = openSmtpTransport(config);

  return {
    name: config.name,
    async send(message, signal) {
      const { content } = message;
      const messageId = messageIdOf(content, origin);
      const email = renderEmail(message, messageId, config.digestForm);
      const limited = AbortSignal.any([signal, AbortSignal.timeout(totalTimeoutMs)]);
      const to = recipients.waiting(content.id).map((recipient) => recipient.address);
      try {
        const mail = await composeMail(config, head, email, { ...parts, content, origin, messageId, signal: limited });
        const info = await transport.sendMail({ ...mail, envelope: { from: head.from.address, to }, signal: limited });
        const response = serverResponse(info.response ?? 'accepted', secrets);
        return recipients.conclude(content.id, response, (info.rejectedErrors ?? []) as Rejection[]);
      } catch (error) {
        const rejections = rejectionsIn(error);
        if (rejections !== undefined && recipients.someServed(content.id)) {
          return recipients.conclude(content.id, 'accepted for some before', rejections);
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
