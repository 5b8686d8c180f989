import { chatWebhook, chatWebhookSchema } from './chatWebhook.ts';
import type { ChannelKind, ConfigOf } from './kind.ts';

const schema = chatWebhookSchema('the URL of a Teams workflow “When a Teams webhook request is received”');

export type TeamsChannelConfig = ConfigOf<'teams', typeof schema>;

export const teams: ChannelKind<TeamsChannelConfig> = {
  schema,
  ...chatWebhook,
};
