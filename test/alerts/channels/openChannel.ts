import { onTestFinished } from 'vitest';
import type { Channel } from '../../../src/alerts/channels/channel.ts';
import { type ChannelParts, openChannels } from '../../../src/alerts/channels/openChannel.ts';
import type { ChannelConfig } from '../../../src/config/channels.ts';

/** Opens one channel as the program does, and closes it at the end of the test. */
export async function openChannel(config: ChannelConfig, parts: Partial<ChannelParts> = {}): Promise<Channel> {
  const channels = await openChannels(
    { channels: { [config.name]: config } },
    { installation: 'abcd1234', clock: () => new Date(), ...parts },
  );
  onTestFinished(() => channels.close());
  const [channel] = channels.byName.values();
  if (channel === undefined) throw new Error('no channel was opened');
  return channel;
}
