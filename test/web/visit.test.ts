import { describe, expect, it } from 'vitest';
import { localViewer, sightOf, type Viewer, watchesTold } from '../../src/people/sight.ts';
import { saveUser } from '../../src/people/usersTable.ts';
import { rememberVisit, usersKnownTo, visitCookieOf } from '../../src/web/visit/visit.ts';
import { aWatch } from '../schedule/aWatch.ts';
import { freshStore } from '../store/freshStore.ts';
import { config, now, serve } from './serve.ts';

const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const iso = (minutes: number) => at(minutes).toISOString();
const cookie = (seen: number, last?: number) =>
  visitCookieOf({ seenAt: iso(seen), lastVisitAt: last === undefined ? undefined : iso(last) });

describe('a visit', () => {
  it('is the first if the browser has no cookie of an earlier visit, or an invalid one', () => {
    for (const none of [undefined, '', 'x', '12', '123456789012', '1e9_5', `x${cookie(0)}`, `x_${cookie(0)}`])
      expect(rememberVisit(none, now), none).toEqual({ lastVisitAt: undefined, seenAt: now.toISOString() });
  });

  it('lasts until half an hour after its last page, and then becomes the last visit', () => {
    expect(rememberVisit(cookie(0), at(30))).toEqual({ lastVisitAt: undefined, seenAt: iso(30) });
    expect(rememberVisit(cookie(0), at(30.1))).toEqual({ lastVisitAt: iso(0), seenAt: iso(30.1) });
    expect(rememberVisit(cookie(0, -90), at(5))).toEqual({ lastVisitAt: iso(-90), seenAt: iso(5) });
    expect(rememberVisit(cookie(0, -90), at(31))).toEqual({ lastVisitAt: iso(0), seenAt: iso(31) });
  });

  it('is kept in seconds, without a character that a cookie must escape', () => {
    expect(cookie(0, -90)).toBe(`${now.getTime() / 1000}_${now.getTime() / 1000 - 5400}`);
    expect(cookie(0)).toBe(String(now.getTime() / 1000));
  });
});

const ours = aWatch({ id: 'ours', name: 'Our patent', matter: 'M-1' });
const nightjar = aWatch({ id: 'nightjar', name: 'Project Nightjar', matter: 'M-1', confidential: true });
const theirs = aWatch({ id: 'theirs', name: 'Their patent', matter: 'M-2' });
const loose = aWatch({ id: 'loose', name: 'Of no matter', confidential: true });
const { matter: _, ...withoutMatter } = loose;
const watches = [ours, nightjar, theirs, withoutMatter];

describe('a viewer', () => {
  const reader = { ...localViewer, role: 'reader', name: 'ann' } as const;
  const ofOne = { ...reader, matters: new Set(['M-1']) };
  const sight = (viewer: Viewer) => sightOf({ ...config, watches }, viewer);

  it('reads the alerts of the watches that they may see; a viewer with every right reads all alerts', () => {
    expect(watchesTold(sight(reader), [ours])).toEqual(['ours']);
    expect(watchesTold(sight({ ...reader, confidential: true }), [ours])).toBeUndefined();
  });

  it('sees the actions of users whose matters they see too, and their own', async () => {
    const { store } = await freshStore();
    const add = (name: string, matters: readonly string[] | undefined) =>
      saveUser(store.db, { name, role: 'editor', matters, confidential: false, password: undefined });
    await add('same', ['M-1']);
    await add('other', ['M-2']);
    await add('both', ['M-1', 'M-2']);
    await add('all', undefined);
    const names = ['same', 'other', 'both', 'all', 'ann', 'removed'];
    const known = await usersKnownTo(store.db, ofOne);
    expect(names.filter(known)).toEqual(['same', 'ann']);
    expect(names.filter(await usersKnownTo(store.db, reader))).toEqual(names);
  });
});

it('the pages say that records are made up if the service is the sandbox, and only then', async () => {
  for (const [baseUrl, says] of [
    ['sandbox', true],
    ['https://search.example', false],
  ] as const) {
    const { url } = await serve({ service: { ...config.service, baseUrl } });
    const shown = await (await fetch(`${url}/watches`)).text();
    expect(shown.includes('these are made-up records')).toBe(says);
    expect(/class="printed"> · <strong>Sandbox: these are made-up records/.test(shown)).toBe(says);
  }
});

it('a visitor who has not signed in gets the form for it, and no link to a page', async () => {
  const user = { name: 'ann', role: 'admin', matters: undefined, confidential: false, password: undefined } as const;
  const { url } = await serve({}, (store) => saveUser(store.db, user));
  const page = await (await fetch(`${url}/sign-in`)).text();
  expect(page).toContain('action="/sign-in"');
  for (const path of ['/watches', '/users', '/audit', '/account', '/search'])
    expect(page).not.toMatch(new RegExp(`(?:href|action)="${path}"`));
});

describe('the token of a browser’s forms', () => {
  const tokenOf = async (url: string, sent?: string) => {
    const response = await fetch(`${url}/sign-in`, sent === undefined ? {} : { headers: { cookie: sent } });
    const given = response.headers.getSetCookie().find((one) => one.includes('form='));
    return { shown: /name="formToken" value="([^"]+)"/.exec(await response.text())?.[1], given };
  };

  it('is different for each browser, and stays the same in one', async () => {
    const { url } = await serve({}, undefined);
    const [one, other] = [await tokenOf(url), await tokenOf(url)];
    expect(one.shown).toMatch(/^[\w-]{32}$/);
    expect(one.shown).not.toBe(other.shown);
    const name = /^[^=]+/.exec(one.given ?? '')?.[0];
    expect(await tokenOf(url, `${name}=${one.shown}`)).toEqual({ shown: one.shown, given: undefined });
    const again = await tokenOf(url, `${name}=short`);
    expect(again.shown).not.toBe('short');
    expect(again.given).toContain(again.shown);
  });
});
