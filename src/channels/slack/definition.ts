import { keyed } from '../../config/schema/fields.ts';
import { webhookUrl } from '../../config/schema/secret.ts';
import { url } from '../../config/schema/urls.ts';
import { everyChannel, validateTransport } from '../everyChannel.ts';
import type { ChannelKind, ConfigOf } from '../kind.ts';

/** Slack takes one message a second per webhook. */
const intervalMs = 1000;

const schema = keyed({
  ...everyChannel,
  webhookUrl: url('an incoming webhook like https://hooks.slack.com/services/…', ['https:', 'http:']),
});

export type SlackChannelConfig = ConfigOf<'slack', typeof schema>;

/** An incoming webhook of Slack's. */
export const slack: ChannelKind<SlackChannelConfig> = {
  schema,
  secrets: { webhookUrl },
  files: [],
  embedsPictures: false,
  validate: (fields, path, report) => validateTransport(fields.webhookUrl, [...path, 'webhookUrl'], report),
  async open(config, parts) {
    const { openSlack } = await import('./slack.ts');
    return openSlack(config, { ...parts, pace: parts.paceOf(config.webhookUrl, intervalMs) });
  },
};
