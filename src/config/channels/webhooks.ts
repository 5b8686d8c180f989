import { field, keyed, listOf, refuse, url } from '../fields/fields.ts';
import type { Path, Report } from '../fields/finding.ts';
import { type SecretForm, secretText, webhookUrl } from '../fields/secret.ts';
import { type ChannelKind, type ConfigOf, everyChannel, validateTransport } from './kind.ts';

const chat = {
  secrets: { webhookUrl },
  validate: (fields: { readonly webhookUrl?: string }, path: Path, report: Report) =>
    validateTransport(fields.webhookUrl, [...path, 'webhookUrl'], report),
};

/** The config of a channel that posts to a chat, at a URL that is its password. */
function chatSchema(accepted: string) {
  return keyed({ ...everyChannel, webhookUrl: url(accepted, ['https:', 'http:']) });
}

const slackSchema = chatSchema('an incoming webhook like https://hooks.slack.com/services/…');
export type SlackChannelConfig = ConfigOf<'slack', typeof slackSchema>;
export const slack: ChannelKind<SlackChannelConfig> = { schema: slackSchema, ...chat };

const teamsSchema = chatSchema('the URL of a Teams workflow “When a Teams webhook request is received”');
export type TeamsChannelConfig = ConfigOf<'teams', typeof teamsSchema>;
export const teams: ChannelKind<TeamsChannelConfig> = { schema: teamsSchema, ...chat };

/** The secret of Standard Webhooks, by which calls are signed. */
export const signingSecret = field('whsec_ and base64 of 24 to 64 bytes (Standard Webhooks)', (value) => {
  const encoded = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(value)?.[1];
  if (encoded === undefined) return refuse();
  const { length } = Buffer.from(encoded, 'base64');
  return length < 24 || length > 64 ? refuse({ why: `it holds ${length} bytes` }) : value;
});

const schema = keyed({
  ...everyChannel,
  url: url('an http(s) URL', ['https:', 'http:']),
  /** Several while they are being changed: each signs every call. */
  secret: listOf(signingSecret, 'a secret, or a list of secrets').refine((list) => list.length > 0, {
    error: 'at least one secret',
  }),
});

export type WebhookChannelConfig = ConfigOf<'webhook', typeof schema>;

/** The key works without its prefix too. */
export const signingKey: SecretForm = {
  ...secretText,
  secretsIn: (value) => [value, value.replace(/^whsec_/, '')].flatMap(secretText.secretsIn),
};

export const webhook: ChannelKind<WebhookChannelConfig> = {
  schema,
  secrets: { url: webhookUrl, secret: signingKey },
  namesDates: () => true,
  validate: (fields, path, report) => validateTransport(fields.url, [...path, 'url'], report),
};
