import { expect, it } from 'vitest';
import { docketHit, docketWith, entryHit } from '../check/hits.ts';
import { eventually } from '../eventually.ts';
import { serveOffice } from '../web/serveOffice.ts';
import { newPage } from './newPage.ts';

const endless = 'Unbroken'.repeat(40);
const matter = 'Müller & Söhne / Zürich: the long matter name that somebody typed into the field one day';
const watches = [
  { id: 'long', name: `All of it, ${endless}`, matter, dockets: { patentNumber: '6,834,603' } },
  { id: 'many', matter: 'M-2026-014', dockets: { companyName: 'Rival' }, notify: ['brand'] },
];

it('long texts keep every page as wide as the window, and every number and outcome on one line', async () => {
  const { office, url } = await serveOffice({ watches });
  const order = entryHit(2, { description: `ORDER ${endless}. Hearing set for 12/1/2026 at 09:00 AM.` });
  const cases = Array.from({ length: 120 }, (_, index) =>
    docketHit({ docketId: index + 2, docketNumber: `1:20-cv-${index}` }),
  );
  office.service.dockets = [
    docketWith([entryHit(1), order], { caseName: endless, parties: ['Rival', endless] }),
    ...cases,
  ];
  await office.check();
  office.service.dockets = [docketHit({ docketId: 5000, caseName: 'Widget Co. v. Rival' }), ...office.service.dockets];
  await office.check({ after: 1 });
  const page = await newPage();
  const wrong: unknown[] = [];
  const paths = ['/', '/watches', '/watches/long', '/cases', '/cases/7001', '/calendar?month=2026-12', '/matters'];
  for (const path of [...paths, '/alerts', '/checks', '/credits']) {
    await page.goto(url + path);
    // 320 pixels is a desktop at four times its size.
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      const shown = (await page.evaluate(`({
        width: document.documentElement.scrollWidth,
        // A button that reaches into the line below it stands in its way.
        leaking: [...document.querySelectorAll('.news > li button, .lines > li button')].filter((one) =>
          one.getBoundingClientRect().bottom > one.closest('li').getBoundingClientRect().bottom).length,
        cutOff: [...document.querySelectorAll('.wide')].filter((one) => one.scrollWidth > one.clientWidth).length,
        broken: [...document.querySelectorAll('td.number, td[data-name=Outcome]')].filter((one) => {
          const range = document.createRange();
          range.selectNodeContents(one);
          return new Set([...range.getClientRects()].map((line) => Math.round(line.top))).size > 1;
        }).map((one) => one.textContent),
      })`)) as { width: number; leaking: number; cutOff: number; broken: string[] };
      if (shown.width !== width || shown.leaking + shown.cutOff > 0 || shown.broken.length > 0)
        wrong.push({ path, width, shown });
    }
  }
  expect(wrong).toEqual([]);

  await page.setViewportSize({ width: 390, height: 900 });
  await page.goto(`${url}/watches`);
  const value = page.locator('td[data-name="Matter"] a').first();
  expect((await value.boundingBox())?.x).toBeLessThan(390);
  // The list below the calendar has the same dates.
  await page.goto(`${url}/calendar?month=2026-12`);
  expect([await page.locator('.month').isVisible(), await page.locator('.dates li').count()]).toEqual([false, 1]);

  await page.emulateMedia({ media: 'print' });
  await page.goto(`${url}/watches`);
  await eventually(async () => expect(await page.locator('button:visible, .button:visible').count()).toBe(0));
  await page.goto(`${url}/cases/7001`);
  await eventually(async () => expect(await page.getByRole('heading', { name: 'Notes' }).count()).toBe(0));
});
