import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import nodemailer, { type SendMailOptions } from 'nodemailer';
import type { EmailChannelConfig } from '../../../config/channels.ts';
import { isLoopback, percentDecoded } from '../../../config/fields/fields.ts';

const connectionTimeoutMs = 10_000;
const greetingTimeoutMs = 10_000;
const socketTimeoutMs = 30_000;
const dnsTimeoutMs = 10_000;
/** Short, because nodemailer sends QUIT (RFC 5321, 4.1.1.10) only on idle connections; `close` drops the others. */
const idleTimeoutMs = 250;
const farewellMs = 100;

export function openSmtpTransport(config: EmailChannelConfig) {
  const pool = nodemailer.createTransport(smtpOptions(config));
  let lastUsedMs = Number.NEGATIVE_INFINITY;
  return {
    async sendMail(mail: SendMailOptions) {
      // If this fails, nodemailer has closed the connection.
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
 * Requires STARTTLS with a login, so that no password crosses a network unencrypted. A server on this machine is
 * exempt, and may also have a self-signed certificate.
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
    // The outbox retries at its own intervals; nodemailer's queue would retry without its knowledge.
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
 * The headers that a DKIM signature covers (RFC 6376, 5.4.1), with `List-Unsubscribe-Post` (RFC 8058). Nodemailer signs
 * each one that the mail has.
 */
const signedHeaders =
  'From:Sender:Reply-To:To:Cc:Subject:Date:Message-ID:In-Reply-To:References:MIME-Version:Content-Type:' +
  'Content-Transfer-Encoding:Content-Language:List-Id:List-Unsubscribe:List-Unsubscribe-Post:' +
  'Auto-Submitted:X-Auto-Response-Suppress';

/**
 * Returns the bytes of a text in a mail, rounded up. As in nodemailer, a text with mostly ASCII letters is
 * quoted-printable (three bytes for `=` and for each byte of other characters), and others are base64 (four for three).
 */
export function sentBytes(text: string): number {
  const bytes = Buffer.byteLength(text);
  const countOf = (some: RegExp) => text.length - text.replace(some, '').length;
  const [others, letters, signs] = [countOf(/[\x80-\uffff]/g), countOf(/[a-z]/gi), countOf(/=/g)];
  const isQuotedPrintable = others < letters;
  const ascii = text.length - others;
  const sent = isQuotedPrintable ? ascii + signs * 2 + (bytes - ascii) * 3 : (bytes / 3) * 4;
  return Math.ceil(sent * 1.06);
}
