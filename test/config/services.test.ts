import { describe, expect, it } from 'vitest';
import { serviceKeyOf } from '../../src/check/admission/keySuspension.ts';
import { maskedConfig, secretsOf } from '../../src/config/secrets.ts';
import { queriesOf } from '../../src/schedule/planSync.ts';
import { load, refusalOf } from './workspace.ts';

const real = { TIPSTAFF_BASE_URL: 'https://api.example.com', TIPSTAFF_TOKEN: 'first-secret' };

const text = (services: string, watch = 'dockets: { patentNumber: "7000001" }') => `
service: { requestsPerSecond: 1.5, prices: { pacer: 9 } }
services:
  ${services}
watches:
  - { id: widget, notify: [], ${watch} }
`;

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: the program fills these in

describe('services by name', () => {
  it('are keys of the same service: what one leaves out is as service: has it, but for the token', () => {
    const { services } = load(
      text('brand: { token: "${BRAND}", concurrency: 1, prices: { wipo: 1 }, budget: { perDay: 50 } }'),
      {
        ...real,
        BRAND: 'brand-secret',
      },
    );
    expect(services.brand).toMatchObject({
      name: 'brand',
      baseUrl: 'https://api.example.com',
      token: 'brand-secret',
      requestsPerSecond: 1.5,
      concurrency: 1,
      prices: { pacer: 9, wipo: 1, litigation: 12 },
      budget: { perDay: 50 },
    });
  });

  it('are read with settings under their old names; both names are a mistake', () => {
    const yaml = (own: string) => `
service: { maxAnswerMegabytes: 12 }
services: { brand: { token: b, ${own} } }
watches: [{ id: widget, notify: [], dockets: { patentNumber: "7000001" } }]
`;
    const { service, services } = load(yaml('maxAnswerMegabytes: 3'), real);
    expect([service, services.brand].map((one) => one?.maxResponseMegabytes)).toEqual([12, 3]);
    expect(load(yaml('concurrency: 1'), real).services.brand?.maxResponseMegabytes).toBe(12);
    const both = refusalOf(yaml('maxAnswerMegabytes: 3, maxResponseMegabytes: 4'), real).mistakes;
    expect(both.map(({ text: words }) => words).join()).toContain('maxAnswerMegabytes');
  });

  it('have tokens from files too, and none of them is shown', () => {
    const config = load(
      text('brand: { token: "${BRAND}" }'),
      { ...real, BRAND_FILE: 'token' },
      { token: 'brand-secret\n' },
    );
    expect(config.services.brand?.token).toBe('brand-secret');
    expect(JSON.stringify(maskedConfig(config))).not.toMatch(/(first|brand)-secret/);
    expect(JSON.stringify(secretsOf(config))).toMatch(/first-secret.*brand-secret/);
  });

  it('are asked by the watches that name them, and share no query with another', () => {
    const env = { ...real, BRAND: 'brand-secret' };
    const service = 'brand: { token: "${BRAND}" }';
    const dockets = 'dockets: { patentNumber: "7000001", court: [ded] }';
    const queryOf = (more: string) => {
      const [watch] = load(text(service, dockets + more), env).watches;
      return watch && queriesOf(watch)[0];
    };
    const [usual, named, byDefault] = [queryOf(''), queryOf(', service: brand'), queryOf(', service: default')];
    expect(named).toMatchObject({ service: 'brand', body: usual?.body });
    expect(named?.id).not.toBe(usual?.id);
    expect(byDefault).toEqual(usual);
  });

  it('that are the default keep the queries and the key that databases of before know', () => {
    const { watches, service } = load(text('brand: { token: x }'), real);
    expect(watches[0] && queriesOf(watches[0]).map(({ id }) => id)).toEqual(['9bb5abad14c0929e']);
    expect(serviceKeyOf(service)).toBe('d0ebdbf95a182337');
  });

  it('need no token with the sandbox, where each is a key of its own', () => {
    const { service, services } = load(text('brand: {}'));
    expect(services.brand?.token).not.toBe(service.token);
  });
});

describe('a mistake in services', () => {
  const mistakes = (services: string, watch?: string) =>
    refusalOf(text(services, watch), real).mistakes.map(({ path, words }) => `${path}: ${words}`);

  it('is a missing token', () => {
    expect(mistakes('brand: {}')).toEqual([
      expect.stringContaining(
        'services.brand.token: found nothing; accepted: the bearer token of this key, such as ${NAME}, where NAME or NAME_FILE is set',
      ),
    ]);
  });

  it('is another address: its records would be those of another service', () => {
    expect(mistakes('brand: { token: x, baseUrl: "https://other.example.com" }')).toEqual([
      expect.stringMatching(/^services\.brand\.baseUrl: .*one database holds the records of one service/),
    ]);
  });

  it('is a name that no service has, with the one that was meant', () => {
    expect(mistakes('brand: { token: x }', 'service: brnad, dockets: { patentNumber: "7000001" }')).toEqual([
      expect.stringMatching(/^watches\[0\]\.service: found "brnad".*accepted: brand, default .*did you mean brand\?/),
    ]);
  });

  it('is the name of the default one, or none fit for commands', () => {
    expect(mistakes('default: { token: x }')).toEqual([expect.stringContaining('services.default')]);
    expect(mistakes('"a b": { token: x }')).toEqual([expect.stringContaining('letters, digits')]);
  });

  it('is an unknown key, or no map', () => {
    expect(mistakes('brand: { token: x, tokn: y }')).toEqual([expect.stringContaining('did you mean token?')]);
    expect(mistakes('brand: x')).toEqual([expect.stringContaining('services.brand')]);
  });
});
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: the program fills these in
