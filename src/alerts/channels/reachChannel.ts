import nodemailer from 'nodemailer';
import { certificateReader, reach } from '../../base/http/reach.ts';
import type { EmailChannelConfig } from '../../config/channels/email.ts';
import type { ChannelConfig } from '../../config/channels/kinds.ts';
import { smtpOptions } from './email/smtpTransport.ts';

/** What was found without a message; `certificateUntil` where the server showed one that was checked. */
export interface ReachedChannel {
  readonly detail: string;
  readonly certificateUntil?: Date | undefined;
}

/**
 * Connects to the server of a channel as an alert would, and sends nothing: a mail server is greeted and logged in to,
 * a web server asked for the head of its first page, so that no secret address is called.
 * @throws what keeps an alert from getting there
 */
export async function reachChannel(channel: ChannelConfig): Promise<ReachedChannel> {
  switch (channel.type) {
    case 'email':
      return reachMailServer(channel);
    case 'slack':
    case 'teams':
      return reachWebServer(channel.webhookUrl);
    case 'webhook':
      return reachWebServer(channel.url);
  }
}

async function reachMailServer(channel: EmailChannelConfig): Promise<ReachedChannel> {
  const certificate = certificateReader();
  const { pool: _pool, tls, ...options } = smtpOptions(channel);
  const { checkServerIdentity } = certificate;
  const transport = nodemailer.createTransport({ ...options, tls: { ...tls, checkServerIdentity } });
  try {
    await transport.verify();
    const login = 'auth' in options ? ' and accepts the login' : '';
    return { detail: `${options.host}:${options.port} responds${login}`, certificateUntil: certificate.until() };
  } finally {
    transport.close();
  }
}

async function reachWebServer(address: string): Promise<ReachedChannel> {
  const { origin, host } = new URL(address);
  const { certificateUntil } = await reach(origin);
  return { detail: `${host} responds`, certificateUntil };
}
