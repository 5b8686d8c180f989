import { chatWebhook, chatWebhookSchema } from '../httpPost.ts';
import type { ChannelKind, ConfigOf } from '../kind.ts';

/** Slack takes one message a second per webhook. */
const intervalMs = 1000;

const schema = chatWebhookSchema('an incoming webhook like https://hooks.slack.com/services/…');

export type SlackChannelConfig = ConfigOf<'slack', typeof schema>;

/** An incoming webhook of Slack's. */
export const slack: ChannelKind<SlackChannelConfig> = {
  schema,
  ...chatWebhook,
  async open(config, parts) {
    const { openSlack } = await import('./send.ts');
    return openSlack(config, { ...parts, pace: parts.paceOf(config.webhookUrl, intervalMs) });
  },
};
