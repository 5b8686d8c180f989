import { chatWebhook, chatWebhookSchema } from '../httpPost.ts';
import type { ChannelKind, ConfigOf } from '../kind.ts';

/** Teams takes four messages a second per webhook, and workflows fewer over a minute. */
const intervalMs = 1000;

const schema = chatWebhookSchema('the URL of a Teams workflow “When a Teams webhook request is received”');

export type TeamsChannelConfig = ConfigOf<'teams', typeof schema>;

/** A workflow of Microsoft Teams that posts the Adaptive Card that it is sent. */
export const teams: ChannelKind<TeamsChannelConfig> = {
  schema,
  ...chatWebhook,
  async open(config, parts) {
    const { openTeams } = await import('./send.ts');
    return openTeams(config, { ...parts, pace: parts.paceOf(config.webhookUrl, intervalMs) });
  },
};
