import { keyed, text } from '../../config/schema/fields.ts';
import { everyChannel } from '../everyChannel.ts';
import type { ChannelKind, ConfigOf } from '../kind.ts';

const schema = keyed({ ...everyChannel, file: text('the path of the Atom file to write') });

export type FeedChannelConfig = ConfigOf<'feed', typeof schema>;

/** An Atom feed in a file. */
export const feed: ChannelKind<FeedChannelConfig> = {
  schema,
  secrets: {},
  files: ['file'],
  embedsPictures: false,
  validate: () => {},
  open: async (config, parts) => (await import('./feed.ts')).openFeed(config, parts),
};
