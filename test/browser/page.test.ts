import { type Browser, chromium } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { serveDemoWorld } from '../web/demoWorld.ts';

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const quiet = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];

/** So many pages of one kind are looked at: the rest differ in their records alone. */
const eachKind = 3;

const looks = [
  { width: 390, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
] as const;

/** `/watches/a` and `/watches/b` are of one kind; a query makes another one. */
function kindOf(href: string): string {
  const { pathname, search } = new URL(href);
  return pathname.split('/').slice(0, 2).join('/') + (pathname.split('/').length > 2 ? '/:' : '') + (search && '?');
}

/** Follows every link inside the site from `/` on. @returns the addresses, some of each kind. */
async function crawl(browser: Browser, start: string): Promise<string[]> {
  const page = await browser.newPage({ javaScriptEnabled: false });
  const found = [start];
  for (const address of found) {
    const response = await page.goto(address);
    expect(response?.status(), address).toBe(200);
    const links = (await page.evaluate(`[...document.querySelectorAll('a[href]')].map((one) => one.href)`)) as string[];
    for (const link of links.map((one) => one.replace(/#.*/, ''))) {
      const isPage = link.startsWith(start) && !/\.(atom|ics|csv|xlsx|json)(\?|$)|\/picture\?/.test(link);
      const known = found.filter((one) => kindOf(one) === kindOf(link)).length;
      if (isPage && !found.includes(link) && known < eachKind) found.push(link);
    }
  }
  await page.close();
  return found;
}

it('every page that links lead to fits telephone and desk, by day and by night, and keeps to its own rules', async () => {
  const { url } = await serveDemoWorld();
  const browser = await chromium.launch({ executablePath, args: quiet });
  onTestFinished(() => browser.close());
  const addresses = await crawl(browser, `${url}/`);
  expect(addresses.length).toBeGreaterThan(5);
  for (const { width, colorScheme } of looks) {
    const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    for (const address of addresses) {
      await page.goto(address);
      const shown = await page.evaluate(
        `({ width: document.documentElement.scrollWidth, headings: document.querySelectorAll('h1').length, main: document.querySelectorAll('main').length })`,
      );
      expect(shown, address).toEqual({ width, headings: 1, main: 1 });
    }
    expect(complaints).toEqual([]);
    await page.close();
  }
}, 120_000);

it('the slash leads to the search field', async () => {
  const { url } = await serveDemoWorld();
  const browser = await chromium.launch({ executablePath, args: quiet });
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.goto(url);
  await page.keyboard.press('/');
  expect(await page.evaluate('document.activeElement.id')).toBe('search');
}, 60_000);
