import { describe, expect, it } from 'vitest';
import type { OidcConfig } from '../../src/config/config.ts';
import { listAccessKeys } from '../../src/people/accessKeysTable.ts';
import { admit, readPerson } from '../../src/people/signIn/admit.ts';
import { claimOf } from '../../src/people/signIn/provider.ts';
import { isAmongNetworks, rightsOf } from '../../src/people/signIn/whoLooks.ts';
import { noteIdentity, saveUser, type User } from '../../src/people/usersTable.ts';
import { listAudit } from '../../src/store/auditTable.ts';
import { freshStore } from '../store/freshStore.ts';

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

describe('the rights of a person', () => {
  it.each([
    [['all'], { role: 'reader', matters: ['M-1'], confidential: false }],
    [['all', 'widget'], { role: 'editor', matters: ['M-1', 'M-2'], confidential: false }],
    [['widget', 'partners'], { role: 'editor', matters: undefined, confidential: true }],
    [['All', 'choir'], undefined],
    [[], undefined],
  ] as const)('follow from the groups %j', (groups, rights) => {
    expect(rightsOf(rules, groups)).toEqual(rights);
  });
});

describe('a person whom a provider sends', () => {
  it('has a name that pages can show, and no rights if the config names no groups', () => {
    const person = readPerson(
      oidc,
      returned({ email: ' ann\u202e@example.com\n', email_verified: true, groups: ['all'] }),
    );
    expect(person).toMatchObject({ name: 'ann@example.com', rights: undefined });
  });

  it.each([
    [{}, /^Your account at the firm has no email, by which/],
    [{ email: 7 }, /^Your account at the firm has no email, by which/],
    [
      { email: 'ann@example.com', email_verified: false },
      /^The firm does not say that it has verified that ann@example\.com is your address/,
    ],
    [{ email: 'ann@example.com', email_verified: 'false' }, /^The firm does not say that it has verified/],
    [{ email: 'ann@example.com' }, /^The firm does not say that it has verified/],
  ])('is refused with %j', (claims, why) => {
    expect(readPerson(oidc, returned(claims))).toMatchObject({ why: expect.stringMatching(why) });
  });

  it.each([
    ['a list', ['all'], true],
    ['one text', 'all', true],
    ['a list of something else', [{ name: 'all' }], false],
    ['nothing', undefined, false],
  ])('is let in or refused with groups as %s', (_form, groups, isLetIn) => {
    const person = readPerson(
      { ...oidc, groups: rules },
      returned({ email: 'ann@example.com', email_verified: 'true', groups }),
    );
    expect('rights' in person).toBe(isLetIn);
  });
});

it('a text that is not an address is in no network', () => {
  expect(isAmongNetworks(['127.0.0.1', '0.0.0.0/0', '::/0'], '')).toBe(false);
});

it('claimOf prefers a whole name to a path, and finds no property that every object has', () => {
  expect(claimOf({ 'https://x.example/groups': 1, 'a.b': 2, a: { b: 3 } }, 'https://x.example/groups')).toBe(1);
  expect(claimOf({ 'a.b': 2, a: { b: 3 } }, 'a.b')).toBe(2);
  expect(claimOf({ a: { b: 3 } }, 'a.b')).toBe(3);
  for (const name of ['constructor', 'a.constructor', '__proto__', 'a.b.c'])
    expect(claimOf({ a: {} }, name)).toBeUndefined();
  expect(claimOf({ a: null }, 'a.b')).toBeUndefined();
});

it('an unverified email refuses nobody if another claim is the name', () => {
  const claims = { preferred_username: 'ann', email: 'ann@example.com', email_verified: false };
  const person = readPerson({ ...oidc, userClaim: 'preferred_username' }, returned(claims));
  expect(person).toEqual({ issuer: oidc.issuer, subject: 's', name: 'ann', rights: undefined, groups: [] });
});

describe('a sign-in from a provider', () => {
  const now = new Date('2026-11-24T12:00:00.000Z');
  const ann: User = { name: 'ann', role: 'reader', matters: undefined, confidential: false, password: undefined };
  const claims = { email: 'new.name@example.com', email_verified: true };
  const open = async (user: User = ann) => {
    const { store } = await freshStore();
    await saveUser(store.db, user);
    const account = { userName: user.name, provider: oidc.issuer, groups: [] };
    await noteIdentity(store.db, { issuer: oidc.issuer, subject: 's' }, account, now);
    const attempts: unknown[] = [];
    const parts = { store, noteAttempt: (attempt: unknown) => attempts.push(attempt) };
    return { store, attempts, parts };
  };

  it('is refused under the local name of the user, which the log and the audit log contain', async () => {
    const { store, attempts, parts } = await open({ ...ann, disabled: true });
    const refused = await admit(parts, oidc, { returned: returned(claims), address: '10.0.0.9' }, now);
    expect(refused).toMatchObject({ name: 'ann', why: expect.stringContaining('The user ann is disabled here.') });
    expect(attempts).toEqual([{ name: 'ann', address: '10.0.0.9', outcome: 'refused' }]);
    const [line] = await listAudit(store.db, { limit: 1 });
    expect(line).toMatchObject({ who: 'ann', what: 'sign-in.refused', subject: 'ann' });
  });

  it("of a person without a user or a group is refused, and the audit log contains the provider's name", async () => {
    const { store, attempts, parts } = await open();
    const stranger = { ...returned({ email: 'x@example.com', email_verified: true }), subject: 'other' };
    const refused = await admit(parts, oidc, { returned: stranger, address: '10.0.0.9' }, now);
    expect(refused).toMatchObject({ why: expect.stringContaining('Tipstaff knows no user x@example.com.') });
    const [line] = await listAudit(store.db, { limit: 1 });
    expect(line).toMatchObject({ who: 'unknown', what: 'sign-in.refused', subject: 'x@example.com' });
    expect(attempts).toEqual([{ name: 'x@example.com', address: '10.0.0.9', outcome: 'refused' }]);
  });

  it.each([
    'tipstaff',
    'Unknown',
    '../audit',
    'a reader of counsel, from a mail',
  ])('creates no user whom the audit log could confuse with another author: %s', async (name) => {
    const { parts } = await open();
    const stranger = { ...returned({ preferred_username: name, groups: ['all'] }), subject: 'other' };
    const byName = { ...oidc, userClaim: 'preferred_username', groups: rules };
    const outcome = await admit(parts, byName, { returned: stranger, address: '10.0.0.9' }, now);
    expect(outcome).toMatchObject({ why: expect.stringMatching(/is taken|no slash/) });
  });

  it.each([
    ['disabled', { ...ann, disabled: true }],
    ['gone', { ...ann, name: 'somebody else' }],
  ])('connects no account with a user who is %s meanwhile', async (_how, user) => {
    const { attempts, parts } = await open(user);
    const stranger = { ...returned({ email: 'x@example.com', email_verified: true }), subject: 'other' };
    const outcome = await admit(parts, oidc, { returned: stranger, address: '10.0.0.9', connect: 'ann' }, now);
    expect(outcome).toMatchObject({ why: 'You are not signed in any more.' });
    // This was no attempt to sign in.
    expect(attempts).toEqual([]);
  });

  it('works again for a connected account, without a second connection in the audit log', async () => {
    const { store, parts } = await open();
    expect(await admit(parts, oidc, { returned: returned(claims), address: '10.0.0.9' }, now)).toMatchObject({
      name: 'ann',
    });
    expect((await listAudit(store.db, { limit: 9 })).map(({ what }) => what)).toEqual(['sign-in']);
  });

  it('connects no account of another user, who stays signed in, and may connect its own user again', async () => {
    const { store, parts } = await open();
    await saveUser(store.db, { ...ann, name: 'bob' });
    await admit(parts, oidc, { returned: returned(claims), address: '10.0.0.9' }, now);
    const connecting = (connect: string) =>
      admit(parts, oidc, { returned: returned(claims), address: '10.0.0.9', connect }, now);
    expect(await connecting('bob')).toMatchObject({ why: 'That account of the firm is another user here.' });
    expect(await listAccessKeys(store.db, 'ann', now)).toHaveLength(1);
    expect(await connecting('ann')).toEqual({ session: '', name: 'ann' });
  });
});
