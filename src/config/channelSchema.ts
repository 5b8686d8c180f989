import { field, flag, keyed, listOf, refuse, text } from './schema/fields.ts';
import { isAddress, parseMailbox } from './schema/mailbox.ts';
import { schedule, timezone } from './settingsSchema.ts';
import { readUrl, url } from './schema/urls.ts';

export const channelTypes = ['email', 'slack', 'webhook', 'feed'] as const;

const address = field('a bare mail address like ops@example.com', (value) => {
  if (isAddress(value)) return value;
  const mailbox = parseMailbox(value);
  if (mailbox !== undefined) return refuse({ why: 'names are not taken here', suggestion: mailbox.address });
  return refuse({
    why: /[,;]/.test(value) ? 'several addresses are a list: [a@example.com, b@example.com]' : undefined,
  });
});

const quiet = field('two times of the day like "20:00-07:00"', (value) => {
  const parts = /^(\d{1,2}):(\d{2})\s*-\s*(\d{1,2}):(\d{2})$/.exec(value);
  if (parts === null) return refuse();
  const [startHour = 0, startMinutes = 0, endHour = 0, endMinutes = 0] = parts.slice(1).map(Number);
  if (startHour > 23 || endHour > 23 || startMinutes > 59 || endMinutes > 59) return refuse({ why: 'no such time' });
  const hours = { startMinute: startHour * 60 + startMinutes, endMinute: endHour * 60 + endMinutes };
  return hours.startMinute === hours.endMinute ? refuse({ why: 'it begins when it ends' }) : hours;
});

const everyChannel = {
  type: text(),
  digest: schedule.optional(),
  heartbeat: flag.optional(),
  quiet: quiet.optional(),
  timezone: timezone.optional(),
};

const smtpUrl = field('an SMTP URL like smtp://user:password@mail.example.com:587, or smtps://', (value) => {
  const parsed = readUrl(value);
  if (parsed === undefined) return refuse({ why: 'it is not a URL (%-encode special characters of the password)' });
  if (parsed.protocol !== 'smtp:' && parsed.protocol !== 'smtps:') return refuse({ why: 'its scheme is another' });
  return parsed.hostname === '' ? refuse({ why: 'it names no host' }) : value;
});

const domain = field('a domain like example.com', (value) =>
  /^([a-z0-9_]([a-z0-9_-]*[a-z0-9])?\.)+[a-z0-9-]{2,}$/i.test(value) ? value.toLowerCase() : refuse(),
);

const email = keyed({
  ...everyChannel,
  smtpUrl,
  from: field('a mail address, or Name <a@example.com>', (value) =>
    parseMailbox(value) === undefined ? refuse() : value,
  ),
  to: listOf(address, 'a list of mail addresses').refine((list) => list.length > 0, {
    error: 'at least one mail address',
  }),
  replyTo: address.optional(),
  listUnsubscribe: url('a mailto: or https: URL', ['mailto:', 'https:']).optional(),
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

const slack = keyed({
  ...everyChannel,
  webhookUrl: url('an incoming webhook like https://hooks.slack.com/services/…', ['https:', 'http:']),
});

const webhook = keyed({
  ...everyChannel,
  url: url('an http(s) URL', ['https:', 'http:']),
  secret: field('whsec_ and base64 of 24 to 64 bytes (Standard Webhooks)', (value) => {
    const encoded = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(value)?.[1];
    if (encoded === undefined) return refuse();
    const { length } = Buffer.from(encoded, 'base64');
    return length < 24 || length > 64 ? refuse({ why: `it holds ${length} bytes` }) : value;
  }),
});

const feed = keyed({ ...everyChannel, file: text('the path of the Atom file to write') });

/** One schema a type of channel; `type` says which. */
export const channelSchemas = { email, slack, webhook, feed };
