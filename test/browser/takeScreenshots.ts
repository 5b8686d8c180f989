import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openStory } from '../../src/cli/demo.ts';
import { startDaemon } from '../../src/daemon/daemon.ts';
import { openBrowser } from './openBrowser.ts';

// npm run screenshots: the pages of the demo's world, and its last mail, as pictures for README.md and docs/page.md.

const desk = { width: 1440, height: 1000, colorScheme: 'light' } as const;
const shots = [
  { name: 'page-today', path: '/', look: desk },
  { name: 'page-case', from: '/cases', link: 'tr:has-text("1:20-cv-00168") a', look: desk },
  { name: 'page-gallery', path: '/designs', look: desk },
  { name: 'page-design', from: '/designs', link: 'a[href^="/designs/"]:has(img)', look: desk },
  { name: 'page-calendar', path: '/calendar', look: desk },
  { name: 'page-today-dark', path: '/', look: { ...desk, colorScheme: 'dark' } },
  {
    name: 'page-case-phone',
    from: '/cases',
    link: 'tr:has-text("1:20-cv-00168") a',
    look: { width: 390, height: 844, colorScheme: 'light' },
  },
] as const;

const folder = mkdtempSync(join(tmpdir(), 'tipstaff-screenshots-'));
const story = await openStory({ folder, configFile: join(process.cwd(), 'watches.yaml'), say: () => {} });
const http = { ...story.program.config.http, port: 0 };
const store = { ...story.program.store, migrated: [] };
const program = { ...story.program, store, config: { ...story.program.config, http } };
const daemon = await startDaemon(program, { open: async () => story.connect() });
const browser = await openBrowser();
// The weekly message to the operators is due when the daemon starts.
while ((await (await fetch(daemon.url)).text()).includes('undelivered')) await setTimeout(500);
for (const shot of shots) {
  const { width, height, colorScheme } = shot.look;
  const page = await browser.newPage({ viewport: { width, height }, colorScheme });
  await page.goto(daemon.url + ('path' in shot ? shot.path : shot.from), { waitUntil: 'networkidle' });
  if ('link' in shot) {
    await page.locator(`main ${shot.link}`).first().click();
    await page.waitForLoadState('networkidle');
  }
  await page.screenshot({ path: join('docs/screenshots', `${shot.name}.png`) });
  await page.close();
}
const mail = story.end.alerts.findLast(({ channel }) => channel === 'counsel');
const page = await browser.newPage({ viewport: { width: 700, height: 1280 }, colorScheme: 'light' });
await page.goto(`${daemon.url}/alerts/${mail?.id}/mail`, { waitUntil: 'networkidle' });
await page.screenshot({ path: 'docs/screenshots/email-docket.png' });
// The heading of the section, below the overview.
const { y } = (await page.getByText('Bottles by Rival', { exact: true }).first().boundingBox()) ?? { y: 0 };
const clip = { x: 0, y: y - 20, width: 700, height: 1000 };
await page.screenshot({ path: 'docs/screenshots/email-designs.png', fullPage: true, clip });
await browser.close();
await daemon.stop();
await story.close();
rmSync(folder, { recursive: true });
