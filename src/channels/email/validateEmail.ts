import { readFileSync, statSync } from 'node:fs';
import { isLoopback, readUrl } from '../../fields/fields.ts';
import type { Path, Report } from '../../fields/finding.ts';
import type { EmailChannelConfig } from './definition.ts';

/** The rules across the fields of an email channel: no unencrypted password, one login, a key that can be read. */
export function validateEmail(mail: Partial<EmailChannelConfig>, path: Path, report: Report): void {
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

/** Better now than at the first mail. What the file holds is never shown. */
function validateKeyFile(file: string, path: Path, report: Report): void {
  const accepted = 'a readable PEM file with a private key';
  try {
    // It is read again when mails are sent: a pipe would be empty by then, or might never be written to.
    const pem = statSync(file).isFile() ? readFileSync(file, 'utf8') : '';
    if (!/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem))
      report.mistake({ path, why: 'it holds no private key', accepted });
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    report.mistake({ path, why: `it cannot be read (${reason})`, accepted });
  }
}
