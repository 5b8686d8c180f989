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

const schema = keyed({
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
    const why = 'it is about the https URL that unsubscribes a reader (RFC 8058)';
    mistake('oneClick', why, 'listUnsubscribe beside it with an https URL, or false');
  }
  const why = dkim && whyNoKey(dkim.privateKeyFile);
  if (why !== undefined) mistake('dkim.privateKeyFile', why, 'a readable PEM file with a private key');
}

/** Better now than at the first mail. Its content is never shown. */
function whyNoKey(file: string): string | undefined {
  try {
    // It is read again when mails are sent: a pipe would be empty by then, or might never be written to.
    const pem = statSync(file).isFile() ? readFileSync(file, 'utf8') : '';
    return /-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem) ? undefined : 'it holds no private key';
  } catch (error) {
    return `it cannot be read (${codeOf(error) || 'unknown error'})`;
  }
}
