import { expect, it } from 'vitest';
import { docketHit } from '../check/hits.ts';
import { serveOffice } from '../web/serveOffice.ts';
import { newPage } from './newPage.ts';

it('no list of 26 watches with long names scrolls sideways on a desktop of 1,280 pixels', async () => {
  const watches = Array.from({ length: 26 }, (_, index) => ({
    id: `rival-portfolio-${index}`,
    name: `Widget v. Rival International Industries, portfolio ${index}`,
    matter: `M-2026-${100 + index}`,
    dockets: { companyName: `Rival International ${index}` },
  }));
  const { office, url } = await serveOffice({ watches });
  const caseName = 'Widget Company of North America, Inc. v. Rival International Industries Holding GmbH & Co. KG';
  office.service.dockets = [docketHit({ caseName })];
  await office.check();
  const page = await newPage({ viewport: { width: 1280, height: 900 } });
  for (const path of ['/watches', '/cases', '/changes', '/alerts', '/checks', '/credits', '/matters', '/audit']) {
    await page.goto(url + path);
    const tooWide = await page.evaluate(
      `[document.documentElement, ...document.querySelectorAll('.wide')]
        .filter((one) => one.scrollWidth > one.clientWidth)
        .map((one) => [one.scrollWidth, one.clientWidth, one.innerText.slice(0, 100)])`,
    );
    expect(tooWide, path).toEqual([]);
  }
});
