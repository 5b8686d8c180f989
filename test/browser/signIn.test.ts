import type { CDPSession, Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { listAudit } from '../../src/people/auditTable.ts';
import { listPasskeys } from '../../src/people/passkeysTable.ts';
import { saveUser, type User } from '../../src/people/usersTable.ts';
import { httpAt } from '../web/httpAt.ts';
import { startProvider } from '../web/openIdProvider.ts';
import { quickHash } from '../web/quickHash.ts';
import { now, serve } from '../web/serve.ts';
import { openBrowser } from './openBrowser.ts';

const password = 'correct horse battery';
const ann: User = {
  name: 'ann',
  role: 'admin',
  matters: undefined,
  confidential: false,
  password: quickHash(password),
};

/** Tipstaff by its name, which passkeys need, and a page on it. @returns what the page complained of, too */
async function open(signIn: Parameters<typeof httpAt>[0] = {}, user: User = ann) {
  const { store, url: address } = await serve({ http: httpAt(signIn) }, (fresh) => saveUser(fresh.db, user, now));
  const url = address.replace('127.0.0.1', 'localhost');
  const browser = await openBrowser();
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|Uncaught/.test(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  const audit = async () => (await listAudit(store.db, { limit: 3 })).map(({ what, detail }) => `${what}: ${detail}`);
  return { store, url, page, complaints, audit };
}

async function addDevice(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const device = { hasResidentKey: true, hasUserVerification: true, isUserVerified: true };
  const options = { protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true, ...device } as const;
  return { cdp, ...(await cdp.send('WebAuthn.addVirtualAuthenticator', { options })) };
}

async function signInByPassword(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/sign-in?to=/account`);
  await page.locator('input[name=name]').fill('ann');
  await page.locator('input[name=password]').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForLoadState();
}

const words = (page: Page) => page.locator('main').innerText();

it('a passkey signs in alone, or after the password, and nothing of it counts twice', async () => {
  const { store, url, page, complaints, audit } = await open();
  const { cdp, authenticatorId } = await addDevice(page);
  await signInByPassword(page, url);
  const add = async (label: string, old: string) => {
    await page.getByLabel('Name of the passkey').fill(label);
    await page.locator('[data-passkey=create] input[name=old]').fill(old);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
  };
  await add('my laptop', 'not my password');
  await page.getByText('That is not your current password.').waitFor();
  await cdp.send('WebAuthn.clearCredentials', { authenticatorId });

  await page.goto(`${url}/account`);
  await add('my laptop', password);
  await page.getByText('Ask for a passkey after the password too').waitFor();
  expect((await listPasskeys(store.db, 'ann')).map(({ label }) => label)).toEqual(['my laptop']);
  // The same device has one already.
  await add('another', password);
  await page.getByText('This device has a passkey of yours already.').waitFor();

  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.goto(`${url}/sign-in?to=/watches`);
  const sending = page.waitForRequest((request) => request.url().endsWith('/sign-in/passkey'));
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  const sent = await sending;
  await page.waitForURL(`${url}/watches`);
  expect((await audit())[0]).toBe('sign-in: from 127.0.0.1, by passkey my laptop');
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const replay = (body: string) =>
    fetch(`${url}/sign-in/passkey`, {
      method: 'POST',
      body: new URLSearchParams(body),
      headers: { cookie },
      redirect: 'manual',
    });
  expect((await replay(sent.postData() ?? '')).status).toBe(403);
  expect((await audit())[0]).toBe('sign-in.refused: from 127.0.0.1, by passkey');

  await page.goto(`${url}/account`);
  await page.getByRole('button', { name: 'Ask for a passkey after the password too' }).click();
  await page.getByText('After your password you are asked for a passkey.').waitFor();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await signInByPassword(page, url);
  expect(await words(page)).toContain('Now your passkey');
  const without = await page.context().request.get(`${url}/account`, { maxRedirects: 0 });
  expect(without.status()).toBe(303);
  // The device has no PIN any more: after the password it is enough to have it.
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.waitForURL(`${url}/account`);
  expect((await audit())[0]).toBe('sign-in: from 127.0.0.1, by password and passkey my laptop');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.goto(`${url}/sign-in`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByText('No passkey was used.').waitFor();

  await store.db.updateTable('users').set({ second_factor: 0 }).execute();
  await signInByPassword(page, url);
  await page.getByRole('button', { name: 'Remove it' }).click();
  await page.waitForURL(/#passkeys$/);
  expect(await listPasskeys(store.db, 'ann')).toEqual([]);
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.goto(`${url}/sign-in`);
  expect(await page.getByRole('button', { name: 'Sign in with a passkey' }).count()).toBe(0);
  expect(complaints).toEqual([]);
}, 200_000);

it('an OpenID provider signs a reader in whose browser obeys the policy of our pages', async () => {
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
  expect(await page.locator('footer').innerText()).toContain('signed in as bob');

  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.context().clearCookies({ domain: '127.0.0.1' });
  await signInByPassword(page, url);
  await page.locator('form[action$="/connect"] input[name=old]').fill(password);
  await page.getByRole('button', { name: 'Connect Firm login' }).click();
  await page.getByRole('link', { name: 'Go on to Firm login' }).click();
  await there();
  expect(await words(page)).toContain('That account of Firm login is another user here.');
  expect(complaints).toEqual([]);
}, 200_000);
