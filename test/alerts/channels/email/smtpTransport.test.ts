import { expect, it } from 'vitest';
import { smtpOptions } from '../../../../src/alerts/channels/email/smtpTransport.ts';
import { emailConfig } from '../emailConfig.ts';

function options(smtpUrl: string, requireTls?: boolean) {
  return smtpOptions(emailConfig(0, { smtpUrl, requireTls }));
}

it.each([
  [
    'smtp://user:secret@mail.example.com',
    { port: 587, secure: false, requireTLS: true, tls: { rejectUnauthorized: true } },
  ],
  [
    'smtps://user:secret@mail.example.com',
    { port: 465, secure: true, requireTLS: false, tls: { rejectUnauthorized: true } },
  ],
  ['smtp://mail.example.com:25', { port: 25, secure: false, requireTLS: false, tls: { rejectUnauthorized: true } }],
  ['smtp://user:secret@localhost:1025', { port: 1025, requireTLS: false, tls: { rejectUnauthorized: false } }],
  ['smtp://user:secret@[::1]:1025', { host: '::1', requireTLS: false, tls: { rejectUnauthorized: false } }],
  ['smtp://user:secret@127.0.0.1.example.com', { requireTLS: true, tls: { rejectUnauthorized: true } }],
])('%s sends a password over a network only with TLS and a valid certificate', (smtpUrl, expected) => {
  expect(options(smtpUrl)).toMatchObject(expected);
});

it('the transport requires TLS if the config says so, even without a login', () => {
  expect(options('smtp://mail.example.com', true).requireTLS).toBe(true);
});

it('the transport keeps a % in a password that escapes nothing', () => {
  expect(options('smtp://tipstaff:100%sure@mail.example.com').auth).toEqual({ user: 'tipstaff', pass: '100%sure' });
});

it('the transport decodes the user and the password of the URL, and limits every wait to 30 seconds', () => {
  const found = options('smtp://tip%40staff:p%3Aw%2Fd@mail.example.com');
  expect(found.auth).toEqual({ user: 'tip@staff', pass: 'p:w/d' });
  for (const timeout of ['connectionTimeout', 'greetingTimeout', 'socketTimeout', 'dnsTimeout'] as const) {
    expect(found[timeout]).toBeLessThanOrEqual(30_000);
  }
});
