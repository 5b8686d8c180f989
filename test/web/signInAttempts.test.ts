import { describe, expect, it } from 'vitest';
import { checkPassword, networkOf } from '../../src/people/signIn/attempts.ts';
import { noteSignIn } from '../../src/people/usersTable.ts';
import { listAudit } from '../../src/store/auditTable.ts';
import { openPages, password, tryToSignIn } from './openPages.ts';
import { quickHash } from './quickHash.ts';
import { now } from './serve.ts';

describe('attempts to sign in', () => {
  it('lock out an address that tries many names, even if it claims other addresses in its headers', async () => {
    const names = Array.from({ length: 12 }, (_, nth) => `name${nth}`);
    const { store, url } = await openPages({}, ['ann', ...names]);
    for (const name of names.slice(1)) {
      const refused = { userName: name, address: '203.0.113.5', now };
      for (let tried = 0; tried < 8; tried += 1) await noteSignIn(store.db, refused);
    }
    for (const [nth, name] of names.entries()) await tryToSignIn(url, name, 'wrong', `198.51.100.${nth}, 203.0.113.5`);
    expect(await (await tryToSignIn(url, 'ann', password, '203.0.113.5')).text()).toContain('Too many attempts');
    expect((await tryToSignIn(url, 'ann', password, '203.0.113.9')).status).toBe(303);
  });

  it.each([
    ['127.0.0.1', '127.0.0.0/8', '203.0.113.5', '203.0.113.5'],
    ['127.0.0.1', '10.0.0.0/8', '203.0.113.5', '127.0.0.1'],
    ['::1', '::1', '2001:db8::5', '2001:db8::5'],
    ['::1', '::/64', '2001:db8::5', '2001:db8::5'],
    ['::1', '127.0.0.1', '2001:db8::5', '::1'],
    ['::1', '::1', '::ffff:203.0.113.5', '203.0.113.5'],
  ])('at %s, with the trusted proxy %s that names %s, count for %s', async (host, proxy, from, address) => {
    const { store, url } = await openPages({ host, trustedProxies: [proxy] }, ['ann']);
    await tryToSignIn(url, 'ann', 'wrong', from);
    expect(await listAudit(store.db, { what: 'sign-in', limit: 9 })).toMatchObject([{ detail: `from ${address}` }]);
  });

  it('are in the audit log, the log and the metrics: accepted, refused, locked out, and signed out', async () => {
    const { store, url, lines } = await openPages({}, ['ann']);
    for (let tried = 0; tried < 11; tried += 1) await tryToSignIn(url, 'ann', 'wrong', '203.0.113.5');
    await tryToSignIn(url, 'nobody\u202e', 'wrong', '203.0.113.6');
    const came = await tryToSignIn(url, 'ann', password, '203.0.113.7');
    const session = came.headers.getSetCookie().map((one) => one.split(';')[0]);
    const cookie = [...session, 'tipstaff-form=a-token-of-this-browser-alone'].join('; ');
    const body = new URLSearchParams({ formToken: 'a-token-of-this-browser-alone' });
    await fetch(`${url}/sign-out`, { method: 'POST', redirect: 'manual', headers: { cookie }, body });
    const noted = (await listAudit(store.db, { limit: 99 })).reverse();
    expect(noted.map(({ who, what, subject, detail }) => [who, what, subject, detail]).slice(9)).toEqual([
      ['ann', 'sign-in.refused', 'ann', 'from 203.0.113.5'],
      ['ann', 'sign-in.locked', 'ann', 'from 203.0.113.5'],
      ['unknown', 'sign-in.refused', 'nobody', 'from 203.0.113.6'],
      ['ann', 'sign-in', 'ann', 'from 203.0.113.7, by password'],
      ['ann', 'sign-out', 'ann', expect.stringContaining('from ')],
    ]);
    expect(lines.filter(({ msg }) => msg === 'sign-in refused')).toHaveLength(11);
    expect(lines).toContainEqual(
      expect.objectContaining({ msg: 'sign-in locked', name: 'tipstaff', user: 'ann', address: '203.0.113.5' }),
    );
    const metrics = await (await fetch(`${url}/metrics`)).text();
    for (const [outcome, count] of Object.entries({ accepted: 1, refused: 11, locked: 1 }))
      expect(metrics).toContain(`tipstaff_sign_ins_total{outcome="${outcome}"} ${count}\n`);
  });

  it('are refused as busy beyond twenty at a time, which bounds the memory', async () => {
    const stored = quickHash(password);
    const tries = Array.from({ length: 40 }, () => checkPassword('wrong', stored).catch(({ code }) => code));
    const outcomes = await Promise.all(tries);
    expect(outcomes.filter((one) => one === 'web.busy')).toHaveLength(20);
    expect(outcomes.filter((one) => one === false)).toHaveLength(20);
  });

  it('from an address with refused attempts take at most half of the places', async () => {
    const stored = quickHash(password);
    const suspects = Array.from({ length: 40 }, () =>
      checkPassword('wrong', stored, { isSuspect: true }).catch(({ code }) => code),
    );
    const other = checkPassword(password, stored);
    expect((await Promise.all(suspects)).filter((one) => one === false)).toHaveLength(10);
    expect(await other).toBe(true);
  });

  it.each([
    ['2001:db8:0:7::1', '2001:db8:0:7:ffff:1:2:3', true],
    ['2001:db8:0:7::1', '2001:0db8::7:0:0:0:1', true],
    ['2001:db8:0:7::1', '2001:db8:0:8::1', false],
    ['::1', '0:0:0:0:1::', true],
    ['203.0.113.5', '203.0.113.6', false],
  ])('from %s and %s count as from one network: %s', (one, other, isOne) => {
    expect(networkOf(one) === networkOf(other)).toBe(isOne);
  });
});
