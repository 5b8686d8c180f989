import { expect, it } from 'vitest';
import { actions } from '../../src/web/pages.ts';
import { addressesOf, isTheirs } from './addressesOf.ts';
import { serveTwoMatters, words } from './twoMatters.ts';

it('every form refuses a viewer without the right, and notes nothing in the audit log', async () => {
  const world = await serveTwoMatters();
  const { url, viewers, office } = world;
  const before = await office.store.db.selectFrom('audit').select('id').execute();
  const form = {
    text: 'x',
    watch: 'ours',
    until: '2026-12-01',
    why: 'x',
    sure: 'true',
    name: 'x',
    days: '7',
    label: 'x',
  };
  const own = /^\/(account|sign-out|changes|watches\/new)/;
  for (const { path, role } of actions.filter((action) => !own.test(action.path))) {
    const headers = { cookie: 'tipstaff-form=a-token-of-this-browser-alone', 'sec-fetch-site': 'same-origin' };
    const body = new URLSearchParams({ formToken: 'a-token-of-this-browser-alone', ...form });
    const post = (to: string) => fetch(url + to, { method: 'POST', redirect: 'manual', headers, body });
    const addresses = await addressesOf(path, world);
    expect((await post(`${addresses[0]}`)).status, path).toBe(403);
    for (const address of addresses) {
      expect([403, 404], address).toContain((await viewers.outside.send(address, form)).status);
      if (!isTheirs(address, world) && !address.includes('999') && role !== 'admin') continue;
      const tried = await viewers.assistant.send(address, form);
      expect([403, 404], address).toContain(tried.status);
      expect((await tried.text()).replaceAll(address, ''), address).not.toMatch(words.otherMatter);
    }
  }
  expect(await office.store.db.selectFrom('audit').select('id').execute()).toEqual(before);
});
