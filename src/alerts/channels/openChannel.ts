import { setTimeout as wait } from 'node:timers/promises';
import { certificateReader, reach } from '../../base/http.ts';
import { addressOf, type ChannelConfig, type EmailChannelConfig, secretsOfChannel } from '../../config/channels.ts';
import type { Config } from '../../config/config.ts';
import { type Channel, type OpeningParts, openHttpPoster, type Pace } from './channel.ts';

export type ChannelParts = Pick<OpeningParts, 'installation' | 'clock' | 'fetchPicture'>;

export async function openChannels(config: Pick<Config, 'channels'>, parts: ChannelParts) {
  const http = openHttpPoster();
  const paces = new Map<string, Pace>();
  const paceOf = (webhookUrl: string) => {
    const pace = paces.get(webhookUrl) ?? createPace(chatIntervalMs);
    paces.set(webhookUrl, pace);
    return pace;
  };
  const byName = new Map<string, Channel>();
  for (const channel of Object.values(config.channels)) {
    const secrets = secretsOfChannel(channel);
    byName.set(channel.name, await openChannel(channel, { ...parts, http, secrets }, paceOf));
  }
  return {
    byName,
    async close() {
      await Promise.all([...byName.values()].map((channel) => channel.close?.()));
      await http.close();
    },
  };
}

/** Slack accepts one message a second per webhook, Teams four, and Teams workflows fewer over a minute. */
const chatIntervalMs = 1000;

/** Loads the code that sends only now, because commands that only read the config do not need it. */
async function openChannel(
  config: ChannelConfig,
  parts: OpeningParts,
  paceOf: (webhookUrl: string) => Pace,
): Promise<Channel> {
  switch (config.type) {
    case 'email':
      return (await import('./email/send.ts')).openEmail(config, parts);
    case 'slack':
      return (await import('./slack.ts')).openSlack(config, { ...parts, pace: paceOf(config.webhookUrl) });
    case 'teams':
      return (await import('./teams.ts')).openTeams(config, { ...parts, pace: paceOf(config.webhookUrl) });
    case 'webhook':
      return (await import('./webhook.ts')).openWebhook(config, parts);
  }
}

export function createPace(intervalMs: number): Pace {
  let nextAtMs = 0;
  return async (signal) => {
    signal.throwIfAborted();
    const nowMs = performance.now();
    const turnMs = Math.max(nowMs, nextAtMs);
    nextAtMs = turnMs + intervalMs;
    if (turnMs > nowMs) await wait(turnMs - nowMs, undefined, { signal });
  };
}

export type ReachedChannel = { readonly detail: string; readonly certificateUntil?: Date | undefined };

/**
 * Tests the connection without sending an alert: logs in to a mail server, or requests the first page of a web server,
 * so that no secret address is called. @throws the error that would stop an alert
 */
export async function reachChannel(channel: ChannelConfig): Promise<ReachedChannel> {
  if (channel.type === 'email') return reachMailServer(channel);
  const { origin, host } = new URL(addressOf(channel));
  const { certificateUntil } = await reach(origin);
  return { detail: `${host} responds; no message was sent`, certificateUntil };
}

async function reachMailServer(channel: EmailChannelConfig): Promise<ReachedChannel> {
  const [{ default: nodemailer }, { smtpOptions }] = await Promise.all([
    import('nodemailer'),
    import('./email/smtpTransport.ts'),
  ]);
  const certificate = certificateReader();
  const { pool: _pool, tls, ...options } = smtpOptions(channel);
  const { checkServerIdentity } = certificate;
  const transport = nodemailer.createTransport({ ...options, tls: { ...tls, checkServerIdentity } });
  try {
    await transport.verify();
    const login = 'auth' in options ? ' and accepts the login' : '';
    return {
      detail: `${options.host}:${options.port} responds${login}; no message was sent`,
      certificateUntil: certificate.until(),
    };
  } finally {
    transport.close();
  }
}
