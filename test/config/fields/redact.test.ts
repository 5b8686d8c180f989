import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedact } from '../../../src/base/redact.ts';
import { maskedConfig, secretsOf } from '../../../src/config/config.ts';
import { load } from '../workspace.ts';

const key = Buffer.alloc(24, 7).toString('base64');
const text = `
service: { baseUrl: https://search.example.com, token: T0K3N-abcdef }
channels:
  mail:
    type: email
    smtpUrl: smtps://robot7:p%40ss-word%2F1@mail.example.com
    from: Tipstaff <tipstaff@example.com>
    to: ops@example.com
    oauth2: { user: ops@example.com, clientId: c1, clientSecret: cl13nt-secret, refreshToken: r3fresh-token, accessUrl: https://login.example.com/token }
  slack: { type: slack, webhookUrl: https://hooks.example.com/services/T00/B00/xyzXYZ123 }
  hook: { type: webhook, url: https://in.example.com/hook?key=abc123def, secret: whsec_${key} }
  local: { type: slack, webhookUrl: http://127.0.0.1:1026/slack }
operators: [mail]
watches: [{ id: one, dockets: { companyName: Rival Inc }, notify: [slack, hook] }]
`;

describe('redact', () => {
  it.each([
    ['token refused: T0K3N-abcdef', 'token refused: [hidden]'],
    ['login robot7 failed', 'login [hidden] failed'],
    ['password p@ss-word/1 or p%40ss-word%2F1', 'password [hidden] or [hidden]'],
    ['cannot reach smtps://robot7:p%40ss-word%2F1@mail.example.com', 'cannot reach smtps://[hidden]@mail.example.com'],
    ['POST https://hooks.example.com/services/T00/B00/xyzXYZ123 404', 'POST https://hooks.example.com/[hidden] 404'],
    ['path /services/T00/B00/xyzXYZ123', 'path [hidden]'],
    ['GET /hook?key=abc123def', 'GET [hidden]'],
    [`AUTH PLAIN ${Buffer.from('\0robot7\0p@ss-word/1').toString('base64')}`, 'AUTH PLAIN [hidden]'],
    [`signed with ${key}`, 'signed with [hidden]'],
    [
      '{"refresh_token":"r3fresh-token","client_secret":"cl13nt-secret"}',
      '{"refresh_token":"[hidden]","client_secret":"[hidden]"}',
    ],
    ['http://127.0.0.1:1026/slack refused', 'http://127.0.0.1:1026/[hidden] refused'],
    ['the slack channel told ops@example.com of robot77', 'the slack channel told ops@example.com of robot77'],
  ])('turns the text into the second: %s', (said, redacted) => {
    expect(createRedact(secretsOf(load(text)))(said)).toBe(redacted);
  });

  it('leaves no secret in any text, wherever the secret is', () => {
    const all = secretsOf(load(text));
    const redact = createRedact(all);
    const secrets = all.filter((secret) => secret.text.length >= 8);
    fc.assert(
      fc.property(fc.constantFrom(...secrets), fc.string(), fc.string(), (secret, before, after) => {
        expect(redact(`${before}${secret.text}${after}`)).not.toContain(secret.text);
      }),
    );
  });

  it('does not change texts for a config without secrets', () => {
    const plain = load('watches: []');
    expect(createRedact(secretsOf(plain))('the sandbox token is sandbox')).toBe('the sandbox token is sandbox');
  });

  it('does not change words that contain a short password', () => {
    const short = createRedact([{ text: 'abc', shown: '[hidden]' }]);
    expect(short('abc is in abcess, not in "abc"')).toBe('[hidden] is in abcess, not in "[hidden]"');
  });
});

describe('the masked config', () => {
  it('shows everything except the secrets', () => {
    const config = load(text);
    const masked = maskedConfig(config);
    const shown = JSON.stringify(masked);
    for (const secret of secretsOf(config)) expect(shown).not.toContain(secret.text);
    expect(masked.channels.slack).toMatchObject({ webhookUrl: 'https://hooks.example.com/[hidden]' });
    expect(masked.channels.mail).toMatchObject({
      smtpUrl: 'smtps://[hidden]@mail.example.com',
      to: ['ops@example.com'],
    });
    expect(masked.service).toMatchObject({ baseUrl: 'https://search.example.com', token: '[hidden]' });
  });
});
