import { pathToFileURL } from 'node:url';
import axe, { type AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { crawl } from '../browser/crawl.ts';
import { openBrowser } from '../browser/openBrowser.ts';
import { serveDemoWorld } from '../web/demoWorld.ts';
import { makeDemoPage } from './demoPage.ts';
import { mailPages } from './mailPages.ts';

const looks = [
  { width: 390, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
] as const;

/** A mail has one form with room: by day and by night. Of pages: by night on a phone, by day on a desk. */
const [looksAtMails, looksAtPages] = [looks.slice(0, 2), looks.slice(1, 3)];

type Look = (typeof looks)[number];

/** Mails and pages are drawn of the same pieces: each is seen in one of its looks, by turns; nightly in all of them. */
function inTurn(all: readonly Look[], index: number): readonly Look[] {
  return process.env.TIPSTAFF_LOOKS === 'all' ? all : all.slice(index % all.length).slice(0, 1);
}

/** WCAG 2.2, A and AA, and what axe calls good practice. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** A mail is read inside a mail program, which has the landmarks and the one main heading. */
const notOfMails = ['region', 'landmark-one-main', 'page-has-heading-one'];

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

interface Looked {
  readonly found: string[];
  readonly requested: string[];
}

/** What axe finds on a page, and what the page asked for, in each look; it is loaded once. */
async function look(
  show: (page: Page) => Promise<unknown>,
  at: readonly Look[],
  without: readonly string[] = [],
): Promise<Looked> {
  const found: string[] = [];
  const requested: string[] = [];
  const page = await browser.newPage({ bypassCSP: true });
  page.on('request', (request) => requested.push(request.url()));
  const options = {
    runOnly: rules,
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
    iframes: false,
    resultTypes: ['violations'],
  };
  for (const [index, { width, colorScheme }] of at.entries()) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    if (index === 0) {
      await show(page);
      await page.evaluate(axe.source);
    }
    const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`);
    for (const { id, help, nodes } of violations)
      found.push(`${width} ${colorScheme} ${id}: ${help}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`);
    const across = await page.evaluate<number>('document.documentElement.scrollWidth');
    if (across > width) found.push(`${width} ${colorScheme}: ${across} pixels wide`);
  }
  await page.close();
  return { found, requested };
}

it.each(
  mailPages().map(([name, html], index) => [name, html, inTurn(looksAtMails, index)] as const),
)('axe finds nothing in the mail %s', async (_name, html, at) => {
  expect((await look((page) => page.setContent(html), at, notOfMails)).found).toEqual([]);
});

it('axe finds nothing on any page of the daemon', async () => {
  const { url } = await serveDemoWorld();
  const problems: string[] = [];
  for (const [index, address] of [...(await crawl(browser, `${url}/`, 1))].entries()) {
    const { found } = await look((page) => page.goto(address), inTurn(looksAtPages, index));
    problems.push(...found.map((problem) => `${address.slice(url.length)}: ${problem}`));
  }
  expect(problems).toEqual([]);
});

it('axe finds nothing on the page of the demo, which loads nothing, frames and all, and shows each mail whole', async () => {
  const { file, remove } = await makeDemoPage();
  try {
    const url = pathToFileURL(file).href;
    const frames: { fits: boolean; text: number }[] = [];
    const show = async (page: Page) => {
      await page.goto(url);
      frames.push(...(await page.evaluate<typeof frames>(framesOf)));
    };
    // Loaded for each: its frames get their height then.
    for (const one of inTurn(looks, 0)) {
      const { found, requested } = await look(show, [one]);
      expect(found).toEqual([]);
      expect(requested.filter((address) => address !== url && !address.startsWith('data:'))).toEqual([]);
    }
    expect(frames.length).toBeGreaterThan(0);
    for (const frame of frames) expect(frame).toEqual({ fits: true, text: expect.toSatisfy((n: number) => n > 100) });
  } finally {
    await remove();
  }
});

const framesOf = `[...document.querySelectorAll('iframe')].map((frame) => {
  const { body, documentElement } = frame.contentDocument;
  return { fits: documentElement.scrollHeight <= frame.clientHeight + 1, text: body.innerText.length };
})`;
