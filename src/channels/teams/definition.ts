import { keyed } from '../../config/schema/fields.ts';
import { webhookUrl } from '../../config/schema/secret.ts';
import { url } from '../../config/schema/urls.ts';
import { everyChannel, validateTransport } from '../everyChannel.ts';
import type { ChannelKind, ConfigOf } from '../kind.ts';

/** Teams takes four messages a second per webhook, and workflows fewer over a minute. */
const intervalMs = 1000;

const schema = keyed({
  ...everyChannel,
  webhookUrl: url('the URL of a Teams workflow “When a Teams webhook request is received”', ['https:', 'http:']),
});

export type TeamsChannelConfig = ConfigOf<'teams', typeof schema>;

/** A workflow of Microsoft Teams that posts the Adaptive Card that it is sent. */
export const teams: ChannelKind<TeamsChannelConfig> = {
  schema,
  secrets: { webhookUrl },
  files: [],
  embedsPictures: false,
  validate: (fields, path, report) => validateTransport(fields.webhookUrl, [...path, 'webhookUrl'], report),
  async open(config, parts) {
    const { openTeams } = await import('./teams.ts');
    return openTeams(config, { ...parts, pace: parts.paceOf(config.webhookUrl, intervalMs) });
  },
};
