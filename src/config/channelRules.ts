import { readFileSync } from 'node:fs';
import type { DkimConfig, OAuth2Config } from './config.ts';
import type { Path, Report } from './schema/finding.ts';
import { isLoopback, readUrl } from './schema/urls.ts';

/** A heartbeat is an empty digest: without a digest there is none. */
export function validateHeartbeat(
  channel: { readonly heartbeat?: boolean | undefined; readonly digest?: string | undefined },
  raw: Readonly<Record<string, unknown>>,
  path: Path,
  report: Report,
): void {
  if (channel.heartbeat && raw.digest === undefined) {
    report.mistake({
      path: [...path, 'heartbeat'],
      why: 'it belongs to a digest',
      accepted: 'digest beside it, or false',
    });
  }
}

/** What leaves this machine unencrypted can be read on its way; a webhook's URL is a password. */
export function validateWebhookTransport(url: string | undefined, path: Path, report: Report): void {
  if (url?.startsWith('http:') && !isLoopback(url)) {
    report.warning({ path, why: 'alerts travel unencrypted', accepted: 'better an https URL' });
  }
}

interface MailFields {
  readonly smtpUrl?: string | undefined;
  readonly requireTls?: boolean | undefined;
  readonly oauth2?: OAuth2Config | undefined;
  readonly dkim?: DkimConfig | undefined;
}

export function validateMail(mail: MailFields, path: Path, report: Report): void {
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
  if (mail.dkim !== undefined) validateKeyFile(mail.dkim.privateKeyFile, [...path, 'dkim', 'privateKeyFile'], report);
}

/** Better now than at the first mail. What the file holds is never told. */
function validateKeyFile(file: string, path: Path, report: Report): void {
  const accepted = 'a readable PEM file with a private key';
  try {
    const pem = readFileSync(file, 'utf8');
    if (!/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem))
      report.mistake({ path, why: 'it holds no private key', accepted });
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    report.mistake({ path, why: `it cannot be read (${reason})`, accepted });
  }
}
