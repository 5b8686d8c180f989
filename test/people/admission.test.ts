import { describe, expect, it } from 'vitest';
import type { OidcConfig } from '../../src/config/config.ts';
import { readPerson, rightsOf } from '../../src/people/signIn/admit.ts';
import { claimOf } from '../../src/people/signIn/provider.ts';

const rules: OidcConfig['groups'] = [
  { group: 'all', role: 'reader', matters: ['M-1'], confidential: false },
  { group: 'widget', role: 'editor', matters: ['M-2', 'M-1'], confidential: false },
  { group: 'partners', role: 'reader', matters: undefined, confidential: true },
];
const oidc: OidcConfig = {
  issuer: 'https://login.example',
  clientId: 'tipstaff',
  label: 'the firm',
  scopes: ['openid'],
  userClaim: 'email',
  groupsClaim: 'groups',
  groups: [],
  sessionHours: 12,
};
const returned = (claims: Readonly<Record<string, unknown>>) => ({ issuer: oidc.issuer, subject: 's', claims });

describe('the rights of somebody in groups', () => {
  it.each([
    [['all'], { role: 'reader', matters: ['M-1'], confidential: false }],
    [['all', 'widget'], { role: 'editor', matters: ['M-1', 'M-2'], confidential: false }],
    [['widget', 'partners'], { role: 'editor', matters: undefined, confidential: true }],
    [['All', 'choir'], undefined],
    [[], undefined],
  ] as const)('of %j', (groups, rights) => {
    expect(rightsOf(rules, groups)).toEqual(rights);
  });
});

describe('whom a provider sends', () => {
  it('has a name that pages can show, and no rights where the config names no groups', () => {
    const person = readPerson(oidc, returned({ email: ' ann\u202e@example.com\n', groups: ['all'] }));
    expect(person).toMatchObject({ name: 'ann@example.com', rights: undefined });
  });

  it.each([
    [{}, /^Your account at the firm has no email, by which/],
    [{ email: 7 }, /^Your account at the firm has no email, by which/],
    [
      { email: 'ann@example.com', email_verified: false },
      /^The firm has not verified that ann@example\.com is your address/,
    ],
    [{ email: 'ann@example.com', email_verified: 'false' }, /^The firm has not verified that/],
  ])('is refused with %j', (claims, why) => {
    expect(readPerson(oidc, returned(claims))).toMatchObject({ why: expect.stringMatching(why) });
  });

  it.each([
    ['a list', ['all'], true],
    ['one text', 'all', true],
    ['a list of something else', [{ name: 'all' }], false],
    ['nothing', undefined, false],
  ])('has groups as %s', (_form, groups, isLetIn) => {
    const person = readPerson({ ...oidc, groups: rules }, returned({ email: 'ann@example.com', groups }));
    expect('rights' in person).toBe(isLetIn);
  });
});

it('a claim has its own name before it is a way to another, and nothing that every object has is one', () => {
  expect(claimOf({ 'https://x.example/groups': 1, 'a.b': 2, a: { b: 3 } }, 'https://x.example/groups')).toBe(1);
  expect(claimOf({ 'a.b': 2, a: { b: 3 } }, 'a.b')).toBe(2);
  expect(claimOf({ a: { b: 3 } }, 'a.b')).toBe(3);
  for (const name of ['constructor', 'a.constructor', '__proto__', 'a.b.c'])
    expect(claimOf({ a: {} }, name)).toBeUndefined();
});
