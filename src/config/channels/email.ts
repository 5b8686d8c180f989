import { readFileSync, statSync } from 'node:fs';
import { codeOf } from '../../base/errors.ts';
import {
  field,
  flag,
  isAddress,
  isLoopback,
  keyed,
  listOf,
  parseMailbox,
  readUrl,
  refuse,
  text,
  url,
} from '../fields/fields.ts';
import { oneOf, type Path, type Report } from '../fields/finding.ts';
import { secretText, urlWithLogin, userOf } from '../fields/secret.ts';
import { type ChannelKind, type ConfigOf, everyChannel } from './kind.ts';

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
  from: field('a mail address, or Name <a@example.com>', (value) =>
    parseMailbox(value) === undefined ? refuse() : value,
  ),
  to: listOf(address, 'a list of mail addresses').refine((list) => list.length > 0, {
    error: 'at least one mail address',
  }),
  replyTo: address.optional(),
  listUnsubscribe: url('a mailto: or https: URL', ['mailto:', 'https:']).optional(),
  /** By a POST to that URL, without a page in between (RFC 8058). */
  oneClick: flag.optional(),
  /** One mail for each matter of an alert, for mailboxes that are filed by matter. */
  perMatter: flag.optional(),
  /** Links to acknowledge what a mail reports, without signing in, and to silence it. Default true. */
  actionLinks: flag.optional(),
  /** The dates that the filings of a mail set, move or cancel, as an iCalendar file. */
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

export type EmailChannelConfig = ConfigOf<'email', typeof schema>;

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
  offersLinks: ({ actionLinks }) => actionLinks !== false,
  validate: validateEmail,
};

function validateEmail(mail: Partial<EmailChannelConfig>, path: Path, report: Report): void {
  if (mail.digestForm !== undefined && mail.digest === undefined) {
    report.mistake({ path: [...path, 'digestForm'], why: 'it is the form of a digest', accepted: 'digest beside it' });
  }
  const url = readUrl(mail.smtpUrl ?? '');
  const withPassword = url?.password !== undefined && url.password !== '';
  if (withPassword && mail.oauth2 !== undefined) {
    report.warning({
      path: [...path, 'oauth2'],
      why: 'the password in smtpUrl is not used beside it',
      accepted: 'one of the two',
    });
  }
  if (url?.protocol === 'smtp:' && (withPassword || mail.oauth2) && !mail.requireTls && !isLoopback(url.href)) {
    report.warning({
      path: [...path, 'smtpUrl'],
      why: 'the password travels unencrypted when the server offers no STARTTLS',
      accepted: 'requireTls: true beside it, or smtps://',
    });
  }
  if (mail.oauth2?.accessUrl.startsWith('http:') && !isLoopback(mail.oauth2.accessUrl)) {
    const place = [...path, 'oauth2', 'accessUrl'];
    report.mistake({ path: place, why: 'the refresh token would travel unencrypted', accepted: 'an https URL' });
  }
  if (mail.oneClick && !mail.listUnsubscribe?.startsWith('https:')) {
    report.mistake({
      path: [...path, 'oneClick'],
      why: 'it is about the https URL that unsubscribes a reader (RFC 8058)',
      accepted: 'listUnsubscribe beside it with an https URL, or false',
    });
  }
  if (mail.dkim !== undefined) validateKeyFile(mail.dkim.privateKeyFile, [...path, 'dkim', 'privateKeyFile'], report);
}

/** Better now than at the first mail. Its content is never shown. */
function validateKeyFile(file: string, path: Path, report: Report): void {
  const accepted = 'a readable PEM file with a private key';
  try {
    // It is read again when mails are sent: a pipe would be empty by then, or might never be written to.
    const pem = statSync(file).isFile() ? readFileSync(file, 'utf8') : '';
    if (!/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem))
      report.mistake({ path, why: 'it holds no private key', accepted });
  } catch (error) {
    const reason = codeOf(error) || 'unknown error';
    report.mistake({ path, why: `it cannot be read (${reason})`, accepted });
  }
}
