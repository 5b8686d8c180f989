import {
  field,
  flag,
  isAddress,
  keyed,
  listOf,
  parseMailbox,
  readUrl,
  refuse,
  text,
  url,
} from '../../fields/fields.ts';
import { oneOf } from '../../fields/oneOf.ts';
import { secretText, urlWithLogin, userOf } from '../../fields/secret.ts';
import { everyChannel } from '../everyChannel.ts';
import type { ChannelKind, ConfigOf } from '../kind.ts';
import { validateEmail } from './validateEmail.ts';

const address = field('a bare mail address like ops@example.com', (value) => {
  if (isAddress(value)) return value;
  const mailbox = parseMailbox(value);
  if (mailbox !== undefined) return refuse({ why: 'names are not accepted here', suggestion: mailbox.address });
  return refuse({
    why: /[,;]/.test(value) ? 'several addresses are a list: [a@example.com, b@example.com]' : undefined,
  });
});

const smtpUrl = field('an SMTP URL like smtp://user:password@mail.example.com:587, or smtps://', (value) => {
  const parsed = readUrl(value);
  if (parsed === undefined) return refuse({ why: 'it is not a URL (%-encode special characters of the password)' });
  if (parsed.protocol !== 'smtp:' && parsed.protocol !== 'smtps:') return refuse({ why: 'it has another scheme' });
  return parsed.hostname === '' ? refuse({ why: 'it names no host' }) : value;
});

const domain = field('a domain like example.com', (value) =>
  /^([a-z0-9_]([a-z0-9_-]*[a-z0-9])?\.)+[a-z0-9-]{2,}$/i.test(value) ? value.toLowerCase() : refuse(),
);

/** `sheet`: designs as pictures, three in a row, each with its name, holder and state. */
const digestForms = ['list', 'sheet'] as const;
export type DigestForm = (typeof digestForms)[number];

const schema = keyed({
  ...everyChannel,
  /** How a digest shows designs. Default `list`. Only with `digest`. */
  digestForm: oneOf(digestForms).optional(),
  smtpUrl,
  /** `a@b.example` or `Name <a@b.example>`: see parseMailbox. */
  from: field('a mail address, or Name <a@example.com>', (value) =>
    parseMailbox(value) === undefined ? refuse() : value,
  ),
  to: listOf(address, 'a list of mail addresses').refine((list) => list.length > 0, {
    error: 'at least one mail address',
  }),
  replyTo: address.optional(),
  /** For the List-Unsubscribe header. */
  listUnsubscribe: url('a mailto: or https: URL', ['mailto:', 'https:']).optional(),
  /** A POST to that URL unsubscribes the reader, without a page in between (RFC 8058). Default false. */
  oneClick: flag.optional(),
  /** Attach the dates that the filings of a mail set, move or cancel, as an iCalendar file. Default false. */
  calendar: flag.optional(),
  /** Refuse to send where the server does not offer STARTTLS. Default false. */
  requireTls: flag.optional(),
  dkim: keyed({
    domain,
    selector: field('a DKIM selector', (value) => (/^[a-z0-9_.-]+$/i.test(value) ? value : refuse())),
    privateKeyFile: text('the path of a PEM file with a private key'),
  }).optional(),
  /** Log in with OAuth2 instead of the URL's user and password. */
  oauth2: keyed({
    user: text('the mailbox to log in to'),
    clientId: text('the client id'),
    clientSecret: text('the client secret'),
    refreshToken: text('the refresh token'),
    accessUrl: url('the https URL that gives access tokens', ['https:', 'http:']),
  }).optional(),
});

export type EmailChannelConfig = ConfigOf<'email', typeof schema>;

/** A list of people notified by mail. */
export const email: ChannelKind<EmailChannelConfig> = {
  schema,
  secrets: { smtpUrl: urlWithLogin, 'oauth2.clientSecret': secretText, 'oauth2.refreshToken': secretText },
  shownAnyway({ smtpUrl: server, from, to }) {
    const user = userOf(server);
    return [from, ...to].some((known) => known.includes(user)) ? [user] : [];
  },
  files: ['dkim.privateKeyFile'],
  embedsPictures: true,
  namesDates: ({ calendar }) => calendar === true,
  validate: validateEmail,
  open: async (config, parts) => (await import('./email.ts')).openEmail(config, parts),
};
