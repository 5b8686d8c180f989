import { describe, expect, it } from 'vitest';
import { createRedact, hiddenMark } from '../../../src/base/redact.ts';
import {
  type ChannelConfig,
  type ChannelType,
  channelKinds,
  channelTypes,
  maskChannel,
  secretFieldNames,
  secretsOfChannel,
} from '../../../src/config/channels.ts';

const ofAll = {
  timezone: 'UTC',
  locale: 'en-GB',
  digest: '0 9 * * 5',
  heartbeat: true,
  quiet: { startMinute: 0, endMinute: 60 },
};

/** For each kind a channel with every field set, and the secret part of each value. A new kind needs a line here. */
const examples: {
  readonly [Type in ChannelType]: { config: Required<Extract<ChannelConfig, { type: Type }>>; hidden: string[] };
} = {
  email: {
    config: {
      type: 'email',
      name: 'counsel',
      ...ofAll,
      smtpUrl: 'smtps://mailrobot:mail-p4ssword@mail.example.com',
      from: 'Tipstaff <tipstaff@example.com>',
      to: ['ops@example.com'],
      replyTo: 'reply@example.com',
      listUnsubscribe: 'mailto:leave@example.com',
      oneClick: false,
      calendar: true,
      actionLinks: true,
      perMatter: true,
      digestForm: 'sheet',
      requireTls: true,
      dkim: { domain: 'example.com', selector: 'first', privateKeyFile: '/etc/tipstaff/key.pem' },
      oauth2: {
        user: 'ops@example.com',
        clientId: 'client-1',
        clientSecret: 'cl13nt-secret',
        refreshToken: 'r3fresh-token',
        accessUrl: 'https://login.example.com/access',
      },
    },
    hidden: ['mailrobot', 'mail-p4ssword', 'cl13nt-secret', 'r3fresh-token'],
  },
  slack: {
    config: {
      type: 'slack',
      name: 'brand',
      ...ofAll,
      webhookUrl: 'https://hooks.example.com/services/T0/B0/sl4ck-secret',
    },
    hidden: ['sl4ck-secret'],
  },
  webhook: {
    config: {
      type: 'webhook',
      name: 'program',
      ...ofAll,
      url: 'https://caller:url-p4ssword@in.example.com/hooks/p4th-secret?key=qu3ry-secret',
      secret: [7, 8].map((fill) => `whsec_${Buffer.alloc(24, fill).toString('base64')}`),
    },
    hidden: [
      'url-p4ssword',
      'p4th-secret',
      'qu3ry-secret',
      ...[7, 8].map((fill) => Buffer.alloc(24, fill).toString('base64')),
    ],
  },
  teams: {
    config: {
      type: 'teams',
      name: 'litigation',
      ...ofAll,
      webhookUrl: 'https://flow.example.com/workflows/w0rkflow-secret/triggers/manual/paths/invoke?sig=s1gn-secret',
    },
    hidden: ['s1gn-secret'],
  },
};

/** Words in field names that suggest a secret, and the fields with such a name that are none. */
const suspect = /secret|token|password|key|url/i;
const notSecret = ['listUnsubscribe', 'accessUrl', 'privateKeyFile'];

describe.each(channelTypes)('a channel of the kind %s', (type) => {
  const { config, hidden } = examples[type];

  it('has every field set in these tests', () => {
    const { name: _, ...fields } = config;
    expect(Object.keys(fields).sort()).toEqual(Object.keys(channelKinds[type].schema.shape).sort());
  });

  it('shows no secret in the masked config', () => {
    const shown = JSON.stringify(maskChannel(config));
    for (const secret of hidden) expect(shown).not.toContain(secret);
  });

  it('leaves no secret in a log line', () => {
    const redact = createRedact(secretsOfChannel(config));
    for (const secret of hidden) {
      expect(redact(`login ${secret} refused`)).toBe(`login ${hiddenMark} refused`);
    }
    const line = redact(JSON.stringify(config));
    for (const secret of hidden) expect(line).not.toContain(secret);
  });

  it('declares as secret every field whose name suggests one', () => {
    const names = fieldNames(config).filter((name) => suspect.test(name) && !notSecret.includes(name));
    for (const name of names) expect(secretFieldNames).toContain(name);
  });

  it('declares as secret only fields that it has', () => {
    for (const key of [...Object.keys(channelKinds[type].secrets), ...(channelKinds[type].files ?? [])]) {
      expect(fieldNames(config)).toContain(key.split('.').at(-1));
    }
  });
});

function fieldNames(value: unknown): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...fieldNames(inner)]);
}
