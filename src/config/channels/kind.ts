import type { z } from 'zod';
import { field, flag, isLoopback, keyed, listOf, locale, refuse, text, url } from '../fields/fields.ts';
import type { Path, Report } from '../fields/finding.ts';
import { cron, timezone } from '../fields/schedule.ts';
import { type SecretForm, secretText, webhookUrl } from '../fields/secret.ts';

export type ConfigOf<Type extends string, Schema extends z.ZodType> = Readonly<
  Omit<z.output<Schema>, 'type' | 'timezone'>
> & {
  readonly type: Type;
  readonly name: string;
  /** IANA zone in which `digest` and `quiet` are read and dates are written for the reader. */
  readonly timezone: string;
};

/** Keys of nested fields are written with a dot: `oauth2.clientSecret`. */
export interface ChannelKind<Config> {
  readonly schema: z.ZodObject<z.ZodRawShape, z.core.$strict>;
  /** Keys whose values appear nowhere: not in `validate --show`, a mistake, a log or a server's response. */
  readonly secrets: Readonly<Record<string, SecretForm>>;
  /** Texts that readers see anyway, although they are part of a secret. */
  readonly shownAnyway?: (config: Config) => readonly string[];
  /** Keys of files; relative paths count from the working directory. */
  readonly files?: readonly string[];
  /** Pictures of designs are fetched on the day when they are found. */
  readonly embedsPictures?: boolean;
  /** Whether its messages name the dates of a calendar that their filings set, move or cancel. */
  readonly namesDates?: (config: Config) => boolean;
  /** Whether its messages have links by which readers do something without signing in. */
  readonly offersLinks?: (config: Config) => boolean;
  /** Rules across fields. Fields that were wrong by themselves are absent; paths of files are absolute. */
  validate?(fields: Partial<Config>, path: Path, report: Report): void;
}

/** Minutes of the day in the channel's zone, 0 to 1439; `endMinute` is not included; may span midnight. */
type QuietHours = Readonly<Record<'startMinute' | 'endMinute', number>>;

const quiet = field('two times of the day like "20:00-07:00"', (value): QuietHours | ReturnType<typeof refuse> => {
  const parts = /^(\d{1,2}):(\d{2})\s*-\s*(\d{1,2}):(\d{2})$/.exec(value);
  if (parts === null) return refuse();
  const [startHour = 0, startMinutes = 0, endHour = 0, endMinutes = 0] = parts.slice(1).map(Number);
  if (startHour > 23 || endHour > 23 || startMinutes > 59 || endMinutes > 59) return refuse({ why: 'no such time' });
  const hours = { startMinute: startHour * 60 + startMinutes, endMinute: endHour * 60 + endMinutes };
  return hours.startMinute === hours.endMinute ? refuse({ why: 'it begins when it ends' }) : hours;
});

/** The keys that every channel has (docs/config.md). */
export const everyChannel = {
  type: text(),
  digest: cron.optional(),
  heartbeat: flag.optional(),
  quiet: quiet.optional(),
  timezone: timezone.optional(),
  locale: locale.optional(),
};

export function validateHeartbeat(
  channel: { readonly heartbeat?: unknown },
  raw: Readonly<Record<string, unknown>>,
  path: Path,
  report: Report,
): void {
  if (channel.heartbeat === true && raw.digest === undefined) {
    report.mistake({
      path: [...path, 'heartbeat'],
      why: 'it belongs to a digest',
      accepted: 'digest beside it, or false',
    });
  }
}

/** A webhook's URL is a password. */
function validateTransport(url: string | undefined, path: Path, report: Report): void {
  if (url?.startsWith('http:') && !isLoopback(url)) {
    report.warning({ path, why: 'alerts travel unencrypted', accepted: 'better an https URL' });
  }
}

const chat = {
  secrets: { webhookUrl },
  validate: (fields: { readonly webhookUrl?: string }, path: Path, report: Report) =>
    validateTransport(fields.webhookUrl, [...path, 'webhookUrl'], report),
};

function chatSchema(accepted: string) {
  return keyed({ ...everyChannel, webhookUrl: url(accepted, ['https:', 'http:']) });
}

const slackSchema = chatSchema('an incoming webhook like https://hooks.slack.com/services/…');
export type SlackChannelConfig = ConfigOf<'slack', typeof slackSchema>;
export const slack: ChannelKind<SlackChannelConfig> = { schema: slackSchema, ...chat };

const teamsSchema = chatSchema('the URL of a Teams workflow “When a Teams webhook request is received”');
export type TeamsChannelConfig = ConfigOf<'teams', typeof teamsSchema>;
export const teams: ChannelKind<TeamsChannelConfig> = { schema: teamsSchema, ...chat };

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
  secret: listOf(signingSecret, 'a secret, or a list of secrets', 'at least one secret'),
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
