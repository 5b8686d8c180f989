import axe, { type AxeResults } from 'axe-core';
import { HtmlValidate } from 'html-validate';
import type { Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { noteIdentity, saveUser } from '../../src/people/usersTable.ts';
import { openBrowser } from '../browser/openBrowser.ts';
import { httpAt } from '../web/httpAt.ts';
import { startProvider } from '../web/openIdProvider.ts';
import { quickHash } from '../web/quickHash.ts';
import { now, serve } from '../web/serve.ts';
import { strict } from './strict.ts';

const password = 'correct horse battery';
const options = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] };

/** What axe and html-validate find on the page that is open, on a telephone and on a desk. */
async function problemsOf(page: Page): Promise<string[]> {
  const at = new URL(page.url()).pathname;
  const source = await (await page.context().request.get(page.url())).text();
  const { results } = await new HtmlValidate(strict).validateString(source);
  const found = results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${at} ${ruleId}: ${message}`));
  await page.evaluate(axe.source);
  for (const [width, colorScheme] of [
    [390, 'dark'],
    [1280, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`);
    found.push(...violations.map(({ id, nodes }) => `${at} ${id}: ${nodes.map(({ html }) => html.slice(0, 120))}`));
    const across = await page.evaluate<number>('document.documentElement.scrollWidth');
    if (across > width) found.push(`${at} is ${across} pixels wide at ${width}`);
  }
  return found;
}

it('axe and html-validate find nothing where people sign in, on their account and on what admins see of it', async () => {
  const { oidc } = await startProvider({});
  const { url } = await serve({ http: httpAt({ signIn: { passwords: true, oidc } }) }, async ({ db }) => {
    const user = { name: 'ann', role: 'admin', matters: undefined, confidential: false } as const;
    await saveUser(db, { ...user, password: quickHash(password) }, now);
    const account = { userName: 'ann', provider: oidc.issuer, groups: [] };
    await noteIdentity(db, { issuer: oidc.issuer, subject: 'account-ann' }, account, now);
  });
  const browser = await openBrowser();
  onTestFinished(() => browser.close());
  const page = await browser.newPage({ bypassCSP: true });
  const signIn = async () => {
    await page.goto(`${url}/sign-in?to=/account`);
    await page.locator('input[name=name]').fill('ann');
    await page.locator('input[name=password]').fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForLoadState();
  };
  const problems: string[] = [];
  await page.goto(`${url}/sign-in`);
  problems.push(...(await problemsOf(page)));
  await signIn();
  for (const path of ['/account', '/users/ann', '/users']) {
    await page.goto(url + path);
    expect((await page.locator('main').innerText()).length).toBeGreaterThan(100);
    problems.push(...(await problemsOf(page)));
  }
  expect(problems).toEqual([]);
});
