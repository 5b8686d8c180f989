import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { renderEmail } from '../../src/alerts/channels/email/draw.ts';
import { openStory } from '../../src/cli/demo.ts';
import { sampleAlerts } from '../alerts/outbox/sampleAlerts.ts';
import { tempFolder } from '../tempFolder.ts';
import { newContext } from './newPage.ts';
import { axeFinds, everyLook, htmlFinds, inTurn, show } from './validators.ts';

/** Phone and desktop, each once in light and once in dark colors. */
const looks = [
  [
    { width: 390, colorScheme: 'light' },
    { width: 900, colorScheme: 'dark' },
  ],
  [
    { width: 390, colorScheme: 'dark' },
    { width: 900, colorScheme: 'light' },
  ],
] as const;

/** WCAG requires 4.5 to 1 for text of this size. */
const leastContrast = 4.5;

/** A mail is read inside a mail program, which has the landmarks and the main heading. */
const notOfMails = ['region', 'landmark-one-main', 'page-has-heading-one'];

/** One page shows all mails, one after another. */
let page: Page;
let requested: string[] = [];
beforeAll(async () => {
  page = await (await newContext()).newPage();
  await page.route('**', (route) => {
    requested.push(route.request().url());
    return route.abort();
  });
});
beforeEach(() => {
  requested = [];
});
afterAll(() => page?.context().close());

/** Returns the text with the lowest contrast to its background. */
function worstContrast(): Promise<{ contrast: number; text: string }> {
  return page.evaluate(`(() => {
    const rgb = (color) => (color.match(/[\\d.]+/g) ?? []).map(Number);
    const luminance = ([r, g, b]) => [r, g, b].map((v) => v / 255).map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
      .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
    const behind = (element) => {
      for (let at = element; at; at = at.parentElement) {
        const color = rgb(getComputedStyle(at).backgroundColor);
        if (color.length === 3 || color[3] > 0) return color;
      }
      return [255, 255, 255];
    };
    let worst = { contrast: 21, text: '' };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const box = element.getBoundingClientRect();
      if (!node.data.trim() || box.width < 2 || box.height < 2 || getComputedStyle(element).opacity === '0') continue;
      const [a, b] = [luminance(rgb(getComputedStyle(element).color)), luminance(behind(element))].sort((x, y) => y - x);
      const contrast = (a + 0.05) / (b + 0.05);
      if (contrast < worst.contrast) worst = { contrast, text: node.data.trim().slice(0, 60) };
    }
    return worst;
  })()`);
}

const mails = Object.entries(sampleAlerts).map(([name, content]) => [name, renderEmail(content).html] as const);
const { 'design-changed': designs } = sampleAlerts;
const sheet = (had?: ReadonlyMap<string, boolean>) =>
  designs === undefined ? undefined : renderEmail(designs, undefined, 'sheet', had);
const gone = new Map((sheet()?.pictures ?? []).map(({ url }) => [url, false]));
const sheets = [
  ['contact sheet', sheet()?.html ?? ''],
  ['contact sheet without its pictures', sheet(gone)?.html ?? ''],
] as const;

it.each(
  [...mails, ...sheets].map(
    ([name, html], index) => [name, html, inTurn(looks, index).flat(), everyLook || index % 3 === 0] as const,
  ),
)('the mail %s fits phone and desktop, is readable, valid and without requests', async (_name, html, at, isForAxe) => {
  await page.setContent(html);
  const problems = await htmlFinds(html, 'mail');
  for (const look of at) {
    await show(page, look);
    const width = await page.evaluate<number>('document.documentElement.scrollWidth');
    const { contrast, text } = await worstContrast();
    // All mails use the same elements. The day run tests one in three with axe, the nightly run each.
    const found = isForAxe && look.width === 390 ? await axeFinds(page, notOfMails) : [];
    if (width > look.width) found.push(`${width} pixels wide`);
    if (contrast < leastContrast) found.push(`contrast ${contrast}: ${text}`);
    problems.push(...found.map((problem) => `${look.width} ${look.colorScheme}: ${problem}`));
  }
  expect(problems).toEqual([]);
  expect(requested.filter((url) => !url.startsWith('cid:'))).toEqual([]);
});

it('the pictures of a contact sheet have one height, whatever their shapes, and fit their tile', async () => {
  const [[, html] = ['', '']] = sheets;
  const shapes = [
    [300, 300],
    [90, 500],
    [800, 60],
  ];
  let next = 0;
  const drawn = html.replaceAll(/cid:[^"]+/g, () => {
    const [width, height] = shapes[next++ % shapes.length] ?? [];
    return `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='${width}' height='${height}'/%3E`;
  });
  await page.setContent(drawn);
  for (const width of [390, 900]) {
    await page.setViewportSize({ width, height: 900 });
    const boxes = await page.evaluate<
      { frame: number; fits: boolean }[]
    >(`[...document.querySelectorAll('.tile img')].map((img) => {
      const [own, frame] = [img.getBoundingClientRect(), img.parentElement.getBoundingClientRect()];
      return { frame: Math.round(frame.height), fits: own.width <= frame.width && own.height <= frame.height };
    })`);
    expect(boxes.length).toBeGreaterThan(3);
    expect(new Set(boxes.map(({ frame, fits }) => `${frame} ${fits}`)).size).toBe(1);
    expect(boxes[0]?.fits).toBe(true);
  }
});

it('the longest mail of a demo, with 11 cases and 9 designs, is under 3,000 pixels high', async () => {
  const folder = tempFolder();
  // The news of the sandbox depends on the day on which a demo begins.
  const begins = new Date('2026-11-28T09:00:00Z');
  const { close } = await openStory({ folder, configFile: join(process.cwd(), 'watches.yaml'), say: () => {}, begins });
  await close();
  await show(page, { width: 600, colorScheme: 'light' });
  const heights: number[] = [];
  for (const file of readdirSync(join(folder, 'mail'))) {
    const { html } = await simpleParser(readFileSync(join(folder, 'mail', file)));
    await page.setContent(html || '');
    heights.push(await page.evaluate<number>('document.documentElement.scrollHeight'));
  }
  const highest = Math.max(...heights);
  // An empty page is as high as its window.
  expect(highest).toBeGreaterThan(2_000);
  expect(highest).toBeLessThan(3_000);
});
