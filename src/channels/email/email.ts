import type { EmailChannelConfig } from '../../config/config.ts';
import type { Channel } from '../channel.ts';
import type { FetchPicture } from '../pictures/pictures.ts';
import { serverResponse } from '../serverResponse.ts';
import { composeMail, letterhead } from './composeMail.ts';
import { createRecipients, type Rejection } from './recipients.ts';
import { renderEmail } from './renderEmail.ts';
import { smtpFailure } from './smtpResult.ts';
import { openSmtpTransport } from './smtpTransport.ts';

/** For the whole of a mail: a server that drips its replies trips none of the time-outs between them. */
const totalTimeoutMs = 55_000;

export interface EmailParts {
  readonly installation: string;
  readonly fetchPicture?: FetchPicture | undefined;
}

/** A list of people told by mail: one mail an alert, to all of them. @throws TipstaffError `channel.address` for a bad address. */
export function openEmail(config: EmailChannelConfig, parts: EmailParts): Channel {
  const head = letterhead(config);
  const secrets = secretsOf(config);
  const recipients = createRecipients(head.to, secrets);
  const transport = openSmtpTransport(config);

  return {
    name: config.name,
    async send(content, signal) {
      const message = renderEmail(content);
      const limited = AbortSignal.any([signal, AbortSignal.timeout(totalTimeoutMs)]);
      const to = recipients.waiting(content.id).map((recipient) => recipient.address);
      try {
        const mail = await composeMail(config, head, content, message, { ...parts, signal: limited });
        const info = await transport.sendMail({ ...mail, envelope: { from: head.from.address, to }, signal: limited });
        const answer = serverResponse(info.response ?? 'accepted', secrets);
        return recipients.conclude(content.id, answer, (info.rejectedErrors ?? []) as Rejection[]);
      } catch (error) {
        const rejections = rejectionsIn(error);
        if (rejections !== undefined && recipients.someServed(content.id)) {
          return recipients.conclude(content.id, 'taken for some before', rejections);
        }
        return smtpFailure(error, secrets);
      }
    },
    async close() {
      transport.close();
    },
  };
}

/** The recipients of a mail that was refused because of them all; undefined when it failed for another reason. */
function rejectionsIn(error: unknown): readonly Rejection[] | undefined {
  const { code, rejectedErrors } = error as { code?: string; rejectedErrors?: readonly Rejection[] };
  return code === 'EENVELOPE' ? rejectedErrors : undefined;
}

function secretsOf(config: EmailChannelConfig): string[] {
  const url = new URL(config.smtpUrl);
  const user = decodeURIComponent(url.username);
  const password = decodeURIComponent(url.password);
  // In an AUTH PLAIN line the two stand together.
  const login = password === '' ? [] : [`\0${user}\0${password}`];
  return [config.smtpUrl, password, ...login, config.oauth2?.clientSecret ?? '', config.oauth2?.refreshToken ?? ''];
}
