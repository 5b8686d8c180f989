import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { docketHit } from '../check/hits.ts';
import { serveOffice } from '../web/serveOffice.ts';
import { newPage } from './newPage.ts';
import { axeFinds, everyLook, htmlFinds, type Look, looks, show } from './validators.ts';

/** Returns what axe and html-validate find on the page as it is shown, and whether it is too wide. */
async function problemsOf(page: Page, { width, colorScheme }: Look): Promise<string[]> {
  const found = [...(await htmlFinds(await page.content(), 'shown')), ...(await axeFinds(page))];
  const across = await page.evaluate<number>('document.documentElement.scrollWidth');
  if (across > width) found.push(`${across} pixels wide`);
  return found.map((problem) => `${width} ${colorScheme}: ${problem}`);
}

it('every step of adding, previewing, editing and removing a watch passes axe and html-validate', async () => {
  const { office, url } = await serveOffice();
  office.service.dockets = [
    docketHit({ parties: ['Acme Tools'] }),
    docketHit({ docketId: 7002, docketNumber: '1:20-cv-00169', parties: ['Acme Toolshed'] }),
  ];
  const page = await newPage();
  const problems: string[] = [];
  // The day run alternates the looks from step to step. The nightly run takes all steps in each.
  for (const [pass, at] of (everyLook ? looks.map((one) => [one]) : [looks]).entries()) {
    let step = 0;
    const look = async (name: string) => {
      const shown = at[step++ % at.length] ?? expect.fail();
      await show(page, shown);
      problems.push(...(await problemsOf(page, shown)).map((problem) => `${name}: ${problem}`));
    };
    // A click returns before the next page is loaded.
    const follow = (selector: string) => Promise.all([page.waitForEvent('load'), page.click(selector)]);
    await page.goto(`${url}/new-watch?kind=designs`);
    await look('designs');
    await page.goto(`${url}/watches`);
    await follow('text=New watch');
    await look('new');
    await page.fill('[name="what"]', 'class 09-01');
    await follow('[value="read"]');
    await look('read');
    await page.goto(`${url}/new-watch`);
    // Rarely used fields are folded.
    await page.click('summary:text("More")');
    await page.fill('[name="schedule"]', 'soon');
    await follow('[value="save"]');
    await look('wrong');
    await page.click('summary:text("More")');
    await page.fill('[name="id"]', `acme-${pass}`);
    await page.fill('[name="dockets.companyName"]', 'Acme Tools');
    await page.fill('[name="schedule"]', '0 9 * * 5');
    await follow('[value="preview"]');
    await look('price');
    await follow('[value^="ask-"]');
    await look('preview');
    await follow('form [value="save"]');
    expect(page.url()).toBe(`${url}/watches/acme-${pass}`);
    await look('saved');
    await follow('.button[href$="/edit"]');
    await look('edit');
    await page.click('summary:text("Remove")');
    await page.check('[name="sure"]');
    await follow('form[action$="/remove"] button');
    expect(page.url()).toBe(`${url}/watches`);
  }
  expect(problems).toEqual([]);
});
