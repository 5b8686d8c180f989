import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { AlertContent } from '../../src/alerts/message/content.ts';
import { syncWatches } from '../../src/schedule/syncWatches.ts';
import { atomEntry, atomFeed, watchFeed } from '../../src/web/watchFeed.ts';
import { hostileTexts } from '../alerts/outbox/hostile.ts';
import { alertsWith } from '../alerts/outbox/hostileAlerts.ts';
import { sampleAlerts } from '../alerts/outbox/sampleAlerts.ts';
import { byNight } from '../runs.ts';
import { aWatch } from '../schedule/aWatch.ts';
import { freshStore } from '../store/freshStore.ts';
import { tempFolder } from '../tempFolder.ts';
import { httpAt } from '../web/httpAt.ts';
import { feedparser, itWith, problemsOf, run, runPython, xmllint } from './tools.ts';

const schema = join(import.meta.dirname, 'atom.rng');
const itReads = itWith(xmllint, feedparser);

async function freshFolder(): Promise<string> {
  const folder = tempFolder();
  return folder;
}

async function expectSound(files: readonly string[]): Promise<void> {
  const { code, said } = await run('xmllint', ['--noout', '--nonet', '--relaxng', schema, ...files]);
  expect(code, said).toBe(0);
  const found = await runPython('check_feeds.py', files);
  expect(found.size).toBe(files.length);
  expect(problemsOf(found)).toEqual([]);
}

itReads(
  'a feed of every alert, with hostile ones too, conforms to the grammar of RFC 4287 and to feedparser',
  async () => {
    const folder = await freshFolder();
    const alerts = Object.entries(hostileTexts).map(
      ([name, text]) => [name, alertsWith(text, { each: byNight })] as const,
    );
    const files: string[] = [];
    for (const [name, contents] of [['samples', Object.values(sampleAlerts)] as const, ...alerts]) {
      const file = join(folder, `${name}.xml`);
      await writeFeed(file, contents);
      files.push(file);
    }
    await expectSound(files);
  },
);

/** Writes the entries, the newest first, a second apart. */
async function writeFeed(file: string, contents: readonly AlertContent[]): Promise<void> {
  const entries = contents.map((content, index) => {
    const updated = new Date(Date.UTC(2026, 2, 6, 8, 0, -index)).toISOString();
    return atomEntry(content, { id: `urn:tipstaff:abcd1234:${index}`, updated });
  });
  const head = { title: 'counsel', id: 'urn:tipstaff:abcd1234', updated: '2026-03-06T08:00:00.000Z' };
  await writeFile(file, atomFeed({ ...head, selfUrl: 'https://example.com/a.atom' }, entries));
}

itReads('the feed of a watch without changes conforms to the grammar of RFC 4287 and to feedparser', async () => {
  const { store } = await freshStore();
  const now = new Date('2026-05-04T12:00:00.000Z');
  const watches = [aWatch({ name: 'Widget & <Rival>' })];
  await syncWatches(store, { watches, spreadSeconds: 0 }, now);
  const service = { baseUrl: 'https://search.example.com' };
  const http = httpAt({ publicUrl: 'https://tipstaff.example/?a=1&b=2' });
  const file = join(await freshFolder(), 'watch.xml');
  await writeFile(file, (await watchFeed(store, { watches, http, service }, aWatch().id))?.xml ?? '');
  await expectSound([file]);
});
