import { keyed, text, url } from '../fields/fields.ts';
import { type ChannelKind, type ConfigOf, everyChannel } from './kind.ts';

const schema = keyed({
  ...everyChannel,
  file: text('the path of the Atom file to write'),
  /** Where readers get the file, for its link to itself. */
  servedAt: url('the http(s) URL of the file', ['https:', 'http:']).optional(),
});

export type FeedChannelConfig = ConfigOf<'feed', typeof schema>;

export const feed: ChannelKind<FeedChannelConfig> = {
  schema,
  secrets: {},
  files: ['file'],
};
