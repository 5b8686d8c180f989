import { chromium } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import type { LastCheck } from '../../src/store/queue/watchStatus.ts';
import { frontPage, pageRow } from '../../src/web/frontPage.ts';

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const quiet = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];

const failed: LastCheck = {
  watchId: 'widget-patent',
  watchName: 'Widget patent, anywhere',
  register: null,
  outcome: 'failed',
  reason: 'search.server: https://search.example.com/api/v3/a-rather-long-path answered HTTP 503, four times',
  hits: 142,
  endedAt: '2026-05-04T12:00:00.000Z',
  nextDueAt: '2026-05-05T12:00:00.000Z',
};

it('the page at / fits a telephone, by day and by night', async () => {
  const browser = await chromium.launch({ executablePath, args: quiet });
  onTestFinished(() => browser.close());
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ viewport: { width: 390, height: 800 }, colorScheme });
    await page.setContent(
      String(await frontPage({ rows: [pageRow(failed, undefined)], more: 0, sandbox: true, nonce: 'x' })),
    );
    const shown = `({ width: document.documentElement.scrollWidth, text: getComputedStyle(document.body).color })`;
    const text = { light: 'rgb(0, 0, 0)', dark: 'rgb(255, 255, 255)' }[colorScheme];
    expect(await page.evaluate(shown)).toEqual({ width: 390, text });
  }
});
