import { readFileSync, statSync } from 'node:fs';
import type { z } from 'zod';
import { whyUnreadable } from '../base/errors.ts';
import type { Secret } from '../base/redact.ts';
import {
  field,
  flag,
  isAddress,
  isLoopback,
  keyed,
  listOf,
  locale,
  parseMailbox,
  percentDecoded,
  readUrl,
  refuse,
  text,
  url,
} from './fields/fields.ts';
import { oneOf, type Path, type Report } from './fields/finding.ts';
import { cron, timezone } from './fields/schedule.ts';
import {
  maskedAt,
  type SecretForm,
  type SecretForms,
  secretsAt,
  secretText,
  urlWithLogin,
  webhookUrl,
} from './fields/secret.ts';

type ConfigOf<Type extends string, Schema extends z.ZodType> = Readonly<Omit<z.output<Schema>, 'type' | 'timezone'>> & {
  readonly type: Type;
  readonly name: string;
  /** IANA zone for `digest`, for `quiet` and for dates in messages. */
  readonly timezone: string;
};

export interface ChannelKind<Config> {
  readonly schema: z.ZodObject<z.ZodRawShape, z.core.$strict>;
  /** Keys whose values never appear: not in `validate --show`, a mistake, a log or a server's response. */
  readonly secrets: SecretForms;
  /** Parts of a secret that readers see anyway. */
  readonly shownAnyway?: (config: Config) => readonly string[];
  readonly files?: readonly string[]; // Keys of files. Relative paths count from the working directory.
  readonly embedsPictures?: boolean; // Whether design pictures are fetched on the day when they are found.
  /** Whether its messages name the calendar dates that filings set, move or cancel. */
  readonly namesDates?: (config: Config) => boolean;
  /** Whether its messages have links that act without a sign-in. */
  readonly offersLinks?: (config: Config) => boolean;
  /** Rules across fields. Fields with a mistake of their own are absent; file paths are absolute. */
  validate?(fields: Partial<Config>, path: Path, report: Report): void;
}

/** Minutes of the day in the channel's zone, 0 to 1439, without `endMinute`. May span midnight. */
type QuietHours = Readonly<Record<'startMinute' | 'endMinute', number>>;

const quiet = field('two times of the day like "20:00-07:00"', (value): QuietHours | ReturnType<typeof refuse> => {
  const parts = /^(\d{1,2}):(\d{2})\s*-\s*(\d{1,2}):(\d{2})$/.exec(value);
  if (parts === null) return refuse();
  const [startHour = 0, startMinutes = 0, endHour = 0, endMinutes = 0] = parts.slice(1).map(Number);
  if (startHour > 23 || endHour > 23 || startMinutes > 59 || endMinutes > 59) return refuse({ why: 'no such time' });
  const hours = { startMinute: startHour * 60 + startMinutes, endMinute: endHour * 60 + endMinutes };
  return hours.startMinute === hours.endMinute ? refuse({ why: 'it begins and ends at the same time' }) : hours;
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

/** A webhook's URL is as secret as a password. */
function validateTransport(url: string | undefined, path: Path, report: Report): void {
  if (url?.startsWith('http:') && !isLoopback(url)) {
    report.warning({ path, why: 'alerts travel unencrypted', accepted: 'an https URL' });
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

const webhookSchema = keyed({
  ...everyChannel,
  url: url('an http(s) URL', ['https:', 'http:']),
  /** Several during a rotation: each secret signs every call. */
  secret: listOf(signingSecret, 'a secret, or a list of secrets', 'at least one secret'),
});

export type WebhookChannelConfig = ConfigOf<'webhook', typeof webhookSchema>;

/** The key also works without its prefix. */
export const signingKey: SecretForm = {
  ...secretText,
  secretsIn: (value) => [value, value.replace(/^whsec_/, '')].flatMap(secretText.secretsIn),
};

export const webhook: ChannelKind<WebhookChannelConfig> = {
  schema: webhookSchema,
  secrets: { url: webhookUrl, secret: signingKey },
  namesDates: () => true,
  validate: (fields, path, report) => validateTransport(fields.url, [...path, 'url'], report),
};

const address = field('a bare mail address like ops@example.com', (value) => {
  if (isAddress(value)) return value;
  const mailbox = parseMailbox(value);
  if (mailbox !== undefined) return refuse({ why: 'names are not accepted here', suggestion: mailbox.address });
  return refuse({
    why: /[,;]/.test(value) ? 'several addresses are a list: [a@example.com, b@example.com]' : undefined,
  });
});

const smtpUrl = url(
  'an SMTP URL like smtp://user:password@mail.example.com:587, or smtps://',
  ['smtp:', 'smtps:'],
  'it is not a URL (%-encode special characters of the password)',
);

const domain = field('a domain like example.com', (value) =>
  /^([a-z0-9_]([a-z0-9_-]*[a-z0-9])?\.)+[a-z0-9-]{2,}$/i.test(value) ? value.toLowerCase() : refuse(),
);

/** `sheet`: designs as pictures, three in a row, each with its name, holder and state. */
const digestForms = ['list', 'sheet'] as const;
export type DigestForm = (typeof digestForms)[number];

const emailSchema = keyed({
  ...everyChannel,
  digestForm: oneOf(digestForms).optional(),
  smtpUrl,
  from: field('a mail address, or Name <a@example.com>', (value) =>
    parseMailbox(value) === undefined ? refuse() : value,
  ),
  to: listOf(address, 'a list of mail addresses', 'at least one mail address'),
  replyTo: address.optional(),
  listUnsubscribe: url('a mailto: or https: URL', ['mailto:', 'https:']).optional(),
  oneClick: flag.optional(),
  perMatter: flag.optional(),
  actionLinks: flag.optional(),
  calendar: flag.optional(),
  requireTls: flag.optional(),
  dkim: keyed({
    domain,
    selector: field('a DKIM selector', (value) => (/^[a-z0-9_.-]+$/i.test(value) ? value : refuse())),
    privateKeyFile: text('the path of a PEM file with a private key'),
  }).optional(),
  oauth2: keyed({
    user: text('the mailbox to log in to'),
    clientId: text('the client id'),
    clientSecret: text('the client secret'),
    refreshToken: text('the refresh token'),
    accessUrl: url('the https URL that gives access tokens', ['https:', 'http:']),
  }).optional(),
});

export type EmailChannelConfig = ConfigOf<'email', typeof emailSchema>;

export const email: ChannelKind<EmailChannelConfig> = {
  schema: emailSchema,
  secrets: { smtpUrl: urlWithLogin, 'oauth2.clientSecret': secretText, 'oauth2.refreshToken': secretText },
  shownAnyway({ smtpUrl: server, from, to }) {
    const user = percentDecoded(readUrl(server)?.username ?? '');
    return [from, ...to].some((known) => known.includes(user)) ? [user] : [];
  },
  files: ['dkim.privateKeyFile'],
  embedsPictures: true,
  namesDates: ({ calendar }) => calendar === true,
  offersLinks: ({ actionLinks }) => actionLinks !== false,
  validate: validateEmail,
};

function validateEmail(mail: Partial<EmailChannelConfig>, path: Path, report: Report): void {
  const mistake = (key: string, why: string, accepted: string) =>
    report.mistake({ path: [...path, ...key.split('.')], why, accepted });
  const warning = (key: string, why: string, accepted: string) =>
    report.warning({ path: [...path, key], why, accepted });
  const { oauth2, dkim, listUnsubscribe } = mail;
  const server = readUrl(mail.smtpUrl ?? '');
  const withPassword = server?.password !== undefined && server.password !== '';
  if (mail.digestForm !== undefined && mail.digest === undefined)
    mistake('digestForm', 'it is the form of a digest', 'digest beside it');
  if (withPassword && oauth2 !== undefined)
    warning('oauth2', 'the password in smtpUrl is not used beside it', 'one of the two');
  if (server?.protocol === 'smtp:' && (withPassword || oauth2) && !mail.requireTls && !isLoopback(server.href)) {
    const why = 'the password travels unencrypted when the server offers no STARTTLS';
    warning('smtpUrl', why, 'requireTls: true beside it, or smtps://');
  }
  if (oauth2?.accessUrl.startsWith('http:') && !isLoopback(oauth2.accessUrl))
    mistake('oauth2.accessUrl', 'the refresh token would travel unencrypted', 'an https URL');
  if (mail.oneClick && !listUnsubscribe?.startsWith('https:')) {
    const why = 'it needs the https URL that unsubscribes a reader (RFC 8058)';
    mistake('oneClick', why, 'listUnsubscribe beside it with an https URL, or false');
  }
  const why = dkim && whyNoKey(dkim.privateKeyFile);
  if (why !== undefined) mistake('dkim.privateKeyFile', why, 'a readable PEM file with a private key');
}

/** Finds mistakes before the first email. The content of the file is never shown. */
function whyNoKey(file: string): string | undefined {
  try {
    // Emails read the file again. A pipe would then be empty, or might never be written to.
    const pem = statSync(file).isFile() ? readFileSync(file, 'utf8') : '';
    return /-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem) ? undefined : 'it holds no private key';
  } catch (error) {
    return `it cannot be read (${whyUnreadable(error)})`;
  }
}

export type ChannelConfig = EmailChannelConfig | SlackChannelConfig | TeamsChannelConfig | WebhookChannelConfig;
export type ChannelType = ChannelConfig['type'];

export function addressOf(channel: ChannelConfig): string {
  if (channel.type === 'email') return channel.smtpUrl;
  return channel.type === 'webhook' ? channel.url : channel.webhookUrl;
}

export const channelKinds: { readonly [Type in ChannelType]: ChannelKind<Extract<ChannelConfig, { type: Type }>> } = {
  email,
  slack,
  teams,
  webhook,
};

export const channelTypes = Object.keys(channelKinds) as readonly ChannelType[];

export const formerKinds: Readonly<Record<string, string>> = {
  ntfy: 'type: webhook; a signed webhook reaches ntfy through a small program of yours (docs/webhook.md)',
  exec: 'type: webhook; a signed webhook reaches a program of yours (docs/webhook.md)',
  feed: 'none: each watch has an Atom feed at /feeds/ID.atom of its pages',
};

export function kindOf(type: ChannelType): ChannelKind<ChannelConfig> {
  return channelKinds[type] as ChannelKind<ChannelConfig>;
}

/** Names of fields whose values appear in no message. */
export const secretFieldNames: readonly string[] = Object.values(channelKinds)
  .flatMap((kind) => Object.keys(kind.secrets))
  .map((key) => key.slice(key.lastIndexOf('.') + 1));

export function secretsOfChannel(config: ChannelConfig): Secret[] {
  const { secrets, shownAnyway } = kindOf(config.type);
  const shown = shownAnyway?.(config) ?? [];
  return secretsAt(config, secrets).filter(({ text }) => text !== '' && !shown.includes(text));
}

export function maskChannel(config: ChannelConfig): ChannelConfig {
  return maskedAt(config, kindOf(config.type).secrets);
}
