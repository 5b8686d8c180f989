import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { everyLook } from './validators.ts';

/** Returns the kind of a page: one for `/watches/a` and `/watches/b`. A query, `/new` or `/edit` makes another. */
function kindOf(href: string): string {
  const { pathname, search } = new URL(href);
  const [, first, second, third = ''] = pathname.split('/');
  const kind = second === undefined || second === 'new' ? pathname : `/${first}/:/${third}`;
  return kind + (search && '?');
}

/** The most pages of one kind to visit, as they differ only in their records. The nightly run visits more. */
const eachKind = everyLook ? 3 : 1;

export interface Visited {
  readonly address: string;
  readonly html: string;
  readonly isFirstOfItsKind: boolean;
  /** True if a page of its kind was visited before, and the query only filters it. */
  readonly isNarrower: boolean;
}

/** Follows every link inside the site from `start` on, and calls `visit` while the page is open. */
export async function crawl(page: Page, start: string, visit: (visited: Visited) => Promise<void>): Promise<void> {
  const found = [start];
  const kinds = new Map([[kindOf(start), 1]]);
  const seen = new Set<string>();
  for (const address of found) {
    const response = await page.goto(address);
    expect(response?.status(), address).toBe(200);
    const kind = kindOf(address);
    const isFirstOfItsKind = !seen.has(kind);
    const isNarrower = kind.endsWith('?') && seen.has(kind.slice(0, -1));
    seen.add(kind);
    const links = await page.evaluate<string[]>('[...document.querySelectorAll("a[href]")].map((one) => one.href)');
    for (const link of links.map((one) => one.replace(/#.*/, ''))) {
      const isPage = link.startsWith(start) && !/\.(atom|ics|csv|xlsx|json)(\?|$)|\/picture\?/.test(link);
      const known = kinds.get(kindOf(link)) ?? 0;
      if (!isPage || found.includes(link) || known >= eachKind) continue;
      found.push(link);
      kinds.set(kindOf(link), known + 1);
    }
    await visit({ address, html: (await response?.text()) ?? '', isFirstOfItsKind, isNarrower });
  }
}
