import { describe, expect, it } from 'vitest';
import { maskedConfig, secretsOf } from '../../src/config/config.ts';
import { load, mistakesOf } from './workspace.ts';

const key = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const pathSecret = 'a-secret-of-the-path-0123456789abcdef';
const sources = (text: string, more = '') => `
${more}
nudges:
  ${text}
watches:
  - { id: widget, notify: [], dockets: { patentNumber: "7000001" } }
`;

describe('nudges by name', () => {
  it('are sources with their defaults, within limits', () => {
    const config = load(sources(`court-feeds: { type: feeds }\n  desk: { type: webhook, secret: "${key}" }`));
    expect(config.nudges['court-feeds']).toMatchObject({ name: 'court-feeds', courts: ['watched'], every: 900 });
    expect(config.nudges.desk).toMatchObject({ type: 'webhook', format: 'tipstaff', secret: [key] });
    expect(config.nudgeLimits).toEqual({ settle: 120, perRecord: 600, perDay: 240 });
    expect(load(sources('a: { type: feeds }', 'nudgeLimits: { settle: 30s, perRecord: 1h, perDay: 0 }'))).toMatchObject(
      {
        nudgeLimits: { settle: 30, perRecord: 3600, perDay: 0 },
      },
    );
  });

  it('take secrets from the environment or a file, and never show them', () => {
    const text = sources(
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the program fills it in
      'cl: { type: webhook, format: courtlistener, secret: "${CL}", cases: { 68: "dcd 1:20-cv-731" } }',
    );
    const config = load(text, { CL_FILE: 'cl.txt' }, { 'cl.txt': `${pathSecret}\n` });
    expect(config.nudges.cl).toMatchObject({ cases: { 68: { courtId: 'dcd', number: '1:20-cv-731' } } });
    expect(JSON.stringify(maskedConfig(config))).not.toContain(pathSecret);
    expect(secretsOf(config).map(({ text }) => text)).toContain(pathSecret);
  });

  it.each([
    ['a type that is none', 'a: { type: fax }', 'accepted: feeds, webhook'],
    ['a court that is none', 'a: { type: feeds, courts: [nowhere] }', 'no federal court has that id'],
    ['a pause that is too short', 'a: { type: feeds, every: 1m }', 'from 5m to 60m'],
    ['an address without the court', 'a: { type: feeds, url: "https://x.example/rss" }', 'no place for the court'],
    ['a secret that is no key', 'a: { type: webhook, secret: hush }', 'whsec_ and base64'],
    ['a secret that could be guessed', 'a: { type: webhook, format: courtlistener, secret: short }', 'it has only 5'],
    [
      'a mailbox, which is not read any more',
      'a: { type: mail, imapUrl: "imaps://me:hush@mail.example/INBOX" }',
      'use the feed of the court (type: feeds), or post what a mail says to a signed webhook (type: webhook)',
    ],
    ['one court twice', 'a: { type: feeds, courts: nysd }\n  b: { type: feeds, courts: nysd }', 'a reads the same'],
    ['a name that is none', '"a b": { type: feeds }', 'the name "a b"'],
  ])('have a mistake: %s', (_name, text, words) => {
    const [mistake = '', ...others] = mistakesOf(sources(text));
    expect(mistake).toContain(words);
    expect(mistake).not.toContain('hush');
    expect(others).toEqual([]);
  });

  it('get a mistake if a secret in an address would travel unencrypted', () => {
    const source = `a: { type: webhook, format: courtlistener, secret: ${pathSecret} }`;
    const [mistake] = mistakesOf(sources(source, 'http: { publicUrl: "http://tipstaff.example.com" }'));
    expect(mistake).toContain('would travel unencrypted');
  });
});
