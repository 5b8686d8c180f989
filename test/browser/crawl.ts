import type { Browser } from 'playwright-core';
import { expect } from 'vitest';

/** `/watches/a` and `/watches/b` are of one kind; a query makes another one, and so does a form: `/watches/new`, `/watches/a/edit`. */
function kindOf(href: string): string {
  const { pathname, search } = new URL(href);
  const [, first, second, third = ''] = pathname.split('/');
  const kind = second === undefined || second === 'new' ? pathname : `/${first}/:/${third}`;
  return kind + (search && '?');
}

/**
 * Follows every link inside the site from `/` on. @returns the addresses, at most `eachKind` of one kind: the rest differ in their
 * records alone.
 */
export async function crawl(browser: Browser, start: string, eachKind = 3): Promise<string[]> {
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
