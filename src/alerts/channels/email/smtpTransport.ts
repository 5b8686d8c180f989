import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import nodemailer, { type SendMailOptions } from 'nodemailer';
import type { EmailChannelConfig } from '../../../config/channels.ts';
import { isLoopback, percentDecoded } from '../../../config/fields/fields.ts';

const connectionTimeoutMs = 10_000;
const greetingTimeoutMs = 10_000;
const socketTimeoutMs = 30_000;
const dnsTimeoutMs = 10_000;
/** Short: nodemailer says QUIT (RFC 5321, 4.1.1.10) only to idle connections; closing the pool cuts off the others. */
const idleTimeoutMs = 250;
const farewellMs = 100;

export function openSmtpTransport(config: EmailChannelConfig) {
  const pool = nodemailer.createTransport(smtpOptions(config));
  let lastUsedMs = Number.NEGATIVE_INFINITY;
  return {
    async sendMail(mail: SendMailOptions) {
      // Where it fails, nodemailer has closed the connection.
      const info = await pool.sendMail(mail);
      lastUsedMs = performance.now();
      return info;
    },
    async close(): Promise<void> {
      const leaveMs = lastUsedMs + idleTimeoutMs + farewellMs - performance.now();
      if (leaveMs > 0) await wait(leaveMs);
      pool.close();
    },
  };
}

/**
 * With a login, STARTTLS is required, so that no password crosses a network unencrypted. Only a server on this
 * machine is excepted, which may also have a self-signed certificate.
 */
export function smtpOptions(config: EmailChannelConfig) {
  const url = new URL(config.smtpUrl);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const secure = url.protocol === 'smtps:';
  const local = isLoopback(config.smtpUrl);
  const auth = authOf(config, url);
  const dkim = dkimOf(config);
  return {
    pool: true as const,
    host,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    requireTLS: !secure && (config.requireTls === true || (auth !== undefined && !local)),
    ...(auth && { auth }),
    ...(dkim && { dkim }),
    tls: { rejectUnauthorized: !local },
    maxConnections: 2,
    // The outbox retries, at its own intervals; a second queue below it would retry unseen.
    maxRequeues: 0,
    connectionTimeout: connectionTimeoutMs,
    greetingTimeout: greetingTimeoutMs,
    socketTimeout: socketTimeoutMs,
    dnsTimeout: dnsTimeoutMs,
    idleTimeout: idleTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function authOf(config: EmailChannelConfig, url: URL) {
  if (config.oauth2 !== undefined) return { type: 'OAuth2' as const, ...config.oauth2 };
  const user = percentDecoded(url.username);
  return user === '' ? undefined : { user, pass: percentDecoded(url.password) };
}

function dkimOf(config: EmailChannelConfig) {
  if (config.dkim === undefined) return undefined;
  const { domain, selector, privateKeyFile } = config.dkim;
  const privateKey = readFileSync(privateKeyFile, 'utf8');
  return { domainName: domain, keySelector: selector, privateKey, headerFieldNames: signedHeaders };
}

/**
 * What a DKIM signature covers (RFC 6376, 5.4.1), `List-Unsubscribe-Post` among them (RFC 8058). Nodemailer signs
 * those that a mail has, once each.
 */
const signedHeaders =
  'From:Sender:Reply-To:To:Cc:Subject:Date:Message-ID:In-Reply-To:References:MIME-Version:Content-Type:' +
  'Content-Transfer-Encoding:Content-Language:List-Id:List-Unsubscribe:List-Unsubscribe-Post:' +
  'Auto-Submitted:X-Auto-Response-Suppress:X-Tipstaff-Matters';

/**
 * Bytes that a text takes in a mail, rounded up: quoted-printable where most letters are ASCII (three bytes for each
 * other byte and `=`), else base64 (four for three), as nodemailer decides.
 */
export function sentBytes(text: string): number {
  const bytes = Buffer.byteLength(text);
  let letters = 0;
  let ascii = 0;
  let signs = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 0x80) ascii++;
    if (code === 0x3d) signs++;
    if ((code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)) letters++;
  }
  const isQuotedPrintable = text.length - ascii < letters;
  const sent = isQuotedPrintable ? ascii + signs * 2 + (bytes - ascii) * 3 : (bytes / 3) * 4;
  return Math.ceil(sent * 1.06);
}
