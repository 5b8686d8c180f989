import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { noteIdentity, saveUser, type User } from '../../src/people/usersTable.ts';
import { eventually } from '../eventually.ts';
import { httpAt } from '../web/httpAt.ts';
import { startProvider } from '../web/openIdProvider.ts';
import { quickHash } from '../web/quickHash.ts';
import { now, serve } from '../web/serve.ts';
import { newPage } from './newPage.ts';
import { axeFinds, htmlFinds, inTurn, looks, show } from './validators.ts';

const password = 'correct horse battery';
const ann: User = {
  name: 'ann',
  role: 'admin',
  matters: undefined,
  confidential: false,
  password: quickHash(password),
};

/** Serves the pages and opens one. @returns also what the browser reports as an error */
async function open(signIn: Parameters<typeof httpAt>[0] = {}, user: User = ann) {
  const { url, store } = await serve({ http: httpAt(signIn) }, (fresh) => saveUser(fresh.db, user));
  const page = await newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|Uncaught/.test(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return { url, store, page, complaints };
}

async function signInByPassword(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/sign-in?to=/account`);
  await page.locator('input[name=name]').fill('ann');
  await page.locator('input[name=password]').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForLoadState();
}

const words = (page: Page) => page.locator('main').innerText();

it('a user signs in through an OpenID provider in a browser that enforces the policy of the pages', async () => {
  const provider = await startProvider({ bob: { preferred_username: 'bob', groups: ['staff'] } });
  const groups = [{ group: 'staff', role: 'editor', matters: undefined, confidential: false }] as const;
  const { url, page, complaints } = await open({
    signIn: { passwords: true, oidc: { ...provider.oidc, groups: [...groups] } },
  });
  provider.allow(url);
  const there = async () => {
    await page.locator('input[name=login]').fill('bob');
    await page.locator('input[name=password]').fill('whatever');
    await page.getByRole('button', { name: 'Sign-in' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
  };
  await page.goto(`${url}/watches`);
  await page.getByRole('link', { name: 'Sign in with Firm login' }).click();
  await there();
  await page.waitForURL(`${url}/watches`);
  await eventually(async () => expect(await page.locator('footer').innerText()).toContain('signed in as bob'));

  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.context().clearCookies({ domain: '127.0.0.1' });
  await signInByPassword(page, url);
  await page.locator('form[action$="/connect"] input[name=old]').fill(password);
  await page.getByRole('button', { name: 'Connect Firm login' }).click();
  await page.getByRole('link', { name: 'Go on to Firm login' }).click();
  await there();
  expect(await words(page)).toContain('That account of Firm login is another user here.');
  expect(complaints).toEqual([]);
});

it('axe and html-validate find nothing on the sign-in, account, user and users pages', async () => {
  const { oidc } = await startProvider({});
  const { url, store, page } = await open({ signIn: { passwords: true, oidc } });
  const account = { userName: 'ann', provider: oidc.issuer, groups: [] };
  await noteIdentity(store.db, { issuer: oidc.issuer, subject: 'account-ann' }, account, now);
  const problems: string[] = [];
  for (const [index, path] of ['/sign-in', '/account', '/users/ann', '/users'].entries()) {
    if (path === '/account') await signInByPassword(page, url);
    const response = await page.goto(url + path);
    expect((await words(page)).length).toBeGreaterThan(path === '/sign-in' ? 0 : 100);
    const found = await htmlFinds((await response?.text()) ?? '', 'page');
    for (const look of inTurn(looks, index)) {
      await show(page, look);
      found.push(...(await axeFinds(page)));
      const across = await page.evaluate<number>('document.documentElement.scrollWidth');
      if (across > look.width) found.push(`${across} pixels wide at ${look.width}`);
    }
    problems.push(...found.map((problem) => `${path}: ${problem}`));
  }
  expect(problems).toEqual([]);
});
