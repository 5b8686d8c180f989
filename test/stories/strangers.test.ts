import { describe, expect, it } from 'vitest';
import { saveUser, type User } from '../../src/people/usersTable.ts';
import { loadUnchecked } from '../../src/schedule/holds/holdsTable.ts';
import { quickHash } from '../web/quickHash.ts';
import { type Firm, openFirm, theCase } from './firm.ts';
import { openProxy } from './openProxy.ts';
import { person } from './person.ts';

const password = 'correct horse battery';

async function firmBehindProxy() {
  const firm = await openFirm();
  firm.files('Nov 2, 2026', 'COMPLAINT against Rival Inc. by Widget Co.');
  await firm.checkAndSend();
  return { firm, door: await openProxy(firm.url) };
}

async function employ({ office }: Firm, name: string, role: User['role'] = 'reader'): Promise<void> {
  const user = { name, role, matters: undefined, confidential: false, password: quickHash(password) };
  await saveUser(office.store.db, user, office.now);
}

const nothingOfTheCase = expect.not.stringMatching(/Widget|Rival|00168/);

describe('behind a proxy on the same machine', () => {
  it('every visitor must sign in, even before the first user is added', async () => {
    const { firm, door } = await firmBehindProxy();
    const stranger = person(door, '127.0.0.66');
    for (const path of ['/', '/watches', theCase, '/users', '/api/v1/watches', '/feeds/counsel.ics', '/cases.csv'])
      expect(await stranger.opens(path), path).toEqual({
        status: expect.toBeOneOf([303, 401]),
        text: nothingOfTheCase,
      });
    const added = await stranger.sends(
      '/users/add',
      { name: 'mallory', role: 'admin', sees: 'all', password },
      '/sign-in',
    );
    expect(added.status).toBe(403);
    expect(await stranger.signsIn('mallory', password)).toBe(false);
    // A user at the machine itself needs no proxy, and can add the first user.
    expect(await firm.reads(theCase)).toContain('Widget Co. v. Rival Inc.');
    await employ(firm, 'ann');
    const ann = person(door, '127.0.0.7');
    expect(await ann.signsIn('ann', password)).toBe(true);
    expect(await ann.opens(theCase)).toEqual({
      status: 200,
      text: expect.stringContaining('Widget Co. v. Rival Inc.'),
    });
  });
});

describe('a leaked key', () => {
  it('lets a thief read the API, but not act or make keys, and ends when its owner ends it', async () => {
    const { firm, door } = await firmBehindProxy();
    await employ(firm, 'ann', 'admin');
    const ann = person(door, '127.0.0.7');
    await ann.signsIn('ann', password);
    const made = await ann.sends('/users/ann/key', { label: 'dashboard', days: '90' }, '/users/ann');
    const key = /readonly value="([^"]+)"/.exec(made.text)?.[1] ?? expect.fail(made.text);

    const thief = person(door, '127.0.0.66', { authorization: `Bearer ${key}` });
    expect(await thief.opens('/api/v1/watches')).toEqual({ status: 200, text: expect.stringContaining('"widget"') });
    for (const page of ['/', theCase, '/users', '/account', '/audit'])
      expect(await thief.opens(page), page).toEqual({ status: 303, text: nothingOfTheCase });
    const forms = {
      '/users/add': { name: 'mallory', role: 'admin', sees: 'all', password },
      '/users/ann/key': { label: 'mine', days: '700' },
      '/watches/widget/pause': { why: 'x', until: '' },
      '/account/password': { current: password, password: 'another long password', again: 'another long password' },
    };
    for (const [path, fields] of Object.entries(forms))
      expect((await thief.sends(path, fields, '/sign-in')).status, path).toBe(403);
    expect((await loadUnchecked(firm.office.store.db)).size).toBe(0);

    const account = (await ann.opens('/account')).text;
    const digest = /dashboard[\s\S]*?name="digest" value="([^"]+)"/.exec(account)?.[1] ?? expect.fail(account);
    expect((await ann.sends('/account/end', { digest }, '/account')).status).toBe(303);
    expect(await thief.opens('/api/v1/watches')).toEqual({ status: 401, text: nothingOfTheCase });
    expect(await ann.signsIn('ann', password)).toBe(true);
  });
});
