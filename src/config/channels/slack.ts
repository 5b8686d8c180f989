import { chatWebhook, chatWebhookSchema } from './chatWebhook.ts';
import type { ChannelKind, ConfigOf } from './kind.ts';

const schema = chatWebhookSchema('an incoming webhook like https://hooks.slack.com/services/…');

export type SlackChannelConfig = ConfigOf<'slack', typeof schema>;

export const slack: ChannelKind<SlackChannelConfig> = {
  schema,
  ...chatWebhook,
};
