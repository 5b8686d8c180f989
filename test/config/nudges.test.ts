import { describe, expect, it } from 'vitest';
import { maskedConfig, secretsOf } from '../../src/config/config.ts';
import { load } from './workspace.ts';

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
      { nudgeLimits: { settle: 30, perRecord: 3600, perDay: 0 } },
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
});
