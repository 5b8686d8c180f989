import axe, { type AxeResults } from 'axe-core';
import { HtmlValidate } from 'html-validate';
import type { Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { openBrowser } from '../browser/openBrowser.ts';
import { docketHit } from '../check/hits.ts';
import { serveOffice } from '../web/serveOffice.ts';
import { strict } from './strict.ts';

const looks = [
  { width: 390, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
] as const;

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** A browser that says what it shows writes `checked=""`. */
const asShown = { ...strict, rules: { ...strict.rules, 'attribute-boolean-style': 'off' } } as const;

/** What axe and html-validate say of what is shown, and how it fits. */
async function problemsOf(page: Page, name: string): Promise<string[]> {
  const { results } = await new HtmlValidate(asShown).validateString(await page.content());
  const html = results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`));
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>(`axe.run({ runOnly: ${JSON.stringify(rules)} })`);
  const width = await page.evaluate<number>('document.documentElement.scrollWidth');
  return [
    ...html,
    ...violations.map(({ help, nodes }) => `${help}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`),
    ...(width > (page.viewportSize()?.width ?? 0) ? [`${width} pixels wide`] : []),
  ].map((problem) => `${name}: ${problem}`);
}

it('a watch is made, previewed, edited and removed, and each step is whole HTML that everybody can use', async () => {
  const { office, url } = await serveOffice();
  office.service.dockets = [
    docketHit({ parties: ['Acme Tools'] }),
    docketHit({ docketId: 7002, docketNumber: '1:20-cv-00169', parties: ['Acme Toolshed'] }),
  ];
  const browser = await openBrowser();
  onTestFinished(() => browser.close());
  const problems: string[] = [];
  for (const { width, colorScheme } of looks) {
    const page = await browser.newPage({
      viewport: { width, height: 900 },
      colorScheme,
      bypassCSP: true,
    });
    const look = async (name: string) => problems.push(...(await problemsOf(page, `${width} ${name}`)));
    // A click returns before the next page is there.
    const follow = (selector: string) => Promise.all([page.waitForEvent('load'), page.click(selector)]);
    await page.goto(`${url}/watches/new?kind=designs`);
    await look('designs');
    await page.goto(`${url}/watches`);
    await follow('text=New watch');
    await look('new');
    await page.fill('[name="what"]', 'class 09-01');
    await follow('[value="read"]');
    await look('read');
    await page.goto(`${url}/watches/new`);
    // What few need is folded.
    await page.click('summary:text("More")');
    await page.fill('[name="schedule"]', 'soon');
    await follow('[value="save"]');
    await look('wrong');
    await page.click('summary:text("More")');
    await page.fill('[name="id"]', `acme-${width}`);
    await page.fill('[name="dockets.companyName"]', 'Acme Tools');
    await page.fill('[name="schedule"]', '0 9 * * 5');
    await follow('[value="preview"]');
    await look('price');
    await follow('[value="ask"]');
    await look('preview');
    await follow('.preview [value="save"]');
    expect(page.url()).toBe(`${url}/watches/acme-${width}`);
    await look('saved');
    await follow('.button[href$="/edit"]');
    await look('edit');
    await page.click('summary:text("Remove")');
    await page.check('[name="sure"]');
    await follow('form[action$="/remove"] button');
    expect(page.url()).toBe(`${url}/watches`);
    await page.close();
  }
  expect(problems).toEqual([]);
});
