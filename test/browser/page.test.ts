import { expect, it, onTestFinished } from 'vitest';
import { serveDemoWorld } from '../web/demoWorld.ts';
import { crawl } from './crawl.ts';
import { openBrowser } from './openBrowser.ts';

const looks = [
  { width: 390, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
] as const;
/** Every look is for the nightly run; a landing takes the narrow and the wide one, which may not fit. */
const looksNow =
  process.env.TIPSTAFF_LOOKS === 'all' ? looks : looks.filter(({ colorScheme }) => colorScheme === 'light');

it('every page that links lead to fits telephone and desk, and keeps to its own rules', async () => {
  const { url } = await serveDemoWorld();
  const browser = await openBrowser();
  onTestFinished(() => browser.close());
  const addresses = await crawl(browser, `${url}/`);
  expect(addresses.length).toBeGreaterThan(5);
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  for (const address of addresses) {
    await page.goto(address);
    for (const { width, colorScheme } of looksNow) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      const shown = await page.evaluate(
        `({ width: document.documentElement.scrollWidth, headings: document.querySelectorAll('h1').length, main: document.querySelectorAll('main').length })`,
      );
      expect(shown, address).toEqual({ width, headings: 1, main: 1 });
    }
  }
  expect(complaints).toEqual([]);
});

it('the slash leads to the search field', async () => {
  const { url } = await serveDemoWorld();
  const browser = await openBrowser();
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.goto(url);
  await page.keyboard.press('/');
  expect(await page.evaluate('document.activeElement.id')).toBe('search');
});

it('on a phone the name of the page that is open is in sight', async () => {
  const { url } = await serveDemoWorld();
  const browser = await openBrowser();
  onTestFinished(() => browser.close());
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  for (const [path, name] of [
    ['/', 'Today'],
    ['/designs', 'Designs'],
    ['/credits', 'Credits'],
  ] as const) {
    await page.goto(`${url}${path}`);
    const link = page.locator('header.top nav a[aria-current]');
    expect(await link.innerText()).toBe(name);
    const box = await link.boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= 390, path).toBe(true);
  }
});
