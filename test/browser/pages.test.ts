import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { serveDemoWorld } from '../web/demoWorld.ts';
import { crawl } from './crawl.ts';
import { newPage } from './newPage.ts';
import { axeFinds, everyLook, htmlFinds, inTurn, looks, show } from './validators.ts';

const allLooks = [...looks, { width: 390, colorScheme: 'light' }, { width: 1280, colorScheme: 'dark' }] as const;

const widthWithAllOpen = (page: Page) =>
  page.evaluate<number>(`(() => {
    const folded = [...document.querySelectorAll('details:not([open])')];
    for (const one of folded) one.open = true;
    const width = document.documentElement.scrollWidth;
    for (const one of folded) one.open = false;
    return width;
  })()`);

it('every linked page fits phone and desktop and obeys its policy, and axe finds nothing wrong', async () => {
  const { url } = await serveDemoWorld();
  const page = await newPage();
  const problems: string[] = [];
  page.on('console', (message) => problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(String(error)));
  let visited = 0;
  await crawl(page, `${url}/`, async ({ address, html, isFirstOfItsKind, isNarrower }) => {
    const found = isFirstOfItsKind ? await htmlFinds(html, 'page') : [];
    // A filtered page has the same elements, so only the nightly run tests it with axe.
    const seenByAxe = isFirstOfItsKind && (everyLook || !isNarrower) ? inTurn(looks, visited) : [];
    for (const look of everyLook ? allLooks : looks) {
      await show(page, look);
      const shown = await page.evaluate(
        `({ width: document.documentElement.scrollWidth, headings: document.querySelectorAll('h1').length, main: document.querySelectorAll('main').length })`,
      );
      expect(shown, address).toEqual({ width: look.width, headings: 1, main: 1 });
      expect(await widthWithAllOpen(page), `${address}, everything unfolded`).toBe(look.width);
      if (!seenByAxe.includes(look)) continue;
      found.push(...(await axeFinds(page)).map((problem) => `${look.width} ${look.colorScheme} ${problem}`));
    }
    problems.push(...found.map((problem) => `${address.slice(url.length)}: ${problem}`));
    visited += 1;
  });
  expect(visited).toBeGreaterThan(5);
  expect(problems).toEqual([]);
});

it('on a phone one menu has a link to every page, and the slash key moves to the search field', async () => {
  const { url } = await serveDemoWorld();
  const page = await newPage({ viewport: { width: 390, height: 844 } });
  await page.goto(`${url}/`);
  for (const [name, path] of [
    ['Designs', '/designs'],
    ['Credits', '/credits'],
    ['Today', '/'],
  ] as const) {
    await page.getByText('Menu', { exact: true }).click();
    const link = page.locator('header.top .menu').getByRole('link', { name, exact: true });
    const box = await link.boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= 390, name).toBe(true);
    await link.click();
    await page.waitForURL(url + path);
  }
  await page.keyboard.press('/');
  expect(await page.evaluate('document.activeElement.id')).toBe('search');
});
