import type { ChannelConfig } from '../../config/channels/kinds.ts';
import type { Config } from '../../config/config.ts';
import { isLoopback } from '../../config/fields/fields.ts';
import { startTick } from '../../schedule/scheduler.ts';
import type { Program } from '../program.ts';

const lookEverySeconds = 6 * 3600;

/**
 * Looks, a few times a day, until when the certificates are valid of the servers that are called: that of the service,
 * channels and the watchdog. Greets them as `tipstaff doctor` does: no paid call, no message. What cannot be reached
 * has no figure; other alarms tell of it.
 * @param note gets the moments by server (`hooks.slack.com`), of all that showed one
 * @returns what stops it
 */
export function startCertificates(
  present: Pick<Program, 'config' | 'log'>,
  note: (until: ReadonlyMap<string, Date>) => void,
): () => Promise<void> {
  const look = async () => note(await certificatesOf(present.config));
  void look().catch((err: unknown) => present.log.warn({ err }, 'certificates could not be looked at'));
  const stop = startTick('certificates', look, present.log, lookEverySeconds);
  return async () => {
    // A greeting that nobody answers is not waited for.
    void stop();
  };
}

/** Of servers on other machines, and of those on this one that are called by https. */
async function certificatesOf(config: Config): Promise<Map<string, Date>> {
  const { reach } = await import('../../base/http/reach.ts');
  const { reachChannel } = await import('../../alerts/channels/openChannel.ts');
  const byHttps = (address: string | undefined) =>
    address?.startsWith('https:')
      ? [{ address, until: async () => (await reach(new URL(address).origin)).certificateUntil }]
      : [];
  const asked = [
    ...byHttps(config.service.baseUrl),
    ...byHttps(config.watchdog?.url),
    ...Object.values(config.channels).flatMap((channel) => {
      const address = addressOf(channel);
      if (channel.type !== 'email') return byHttps(address);
      if (isLoopback(address)) return [];
      return [{ address, until: async () => (await reachChannel(channel)).certificateUntil }];
    }),
  ];
  const servers = new Map(asked.map(({ address, until }) => [new URL(address).host, until]));
  const found = await Promise.all(
    [...servers].map(async ([server, until]) => [server, await until().catch(() => undefined)] as const),
  );
  return new Map(found.flatMap(([server, until]) => (until === undefined ? [] : [[server, until] as const])));
}

function addressOf(channel: ChannelConfig): string {
  switch (channel.type) {
    case 'email':
      return channel.smtpUrl;
    case 'slack':
    case 'teams':
      return channel.webhookUrl;
    case 'webhook':
      return channel.url;
  }
}
