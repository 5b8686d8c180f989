import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readFeed } from '../../src/schedule/nudges/feed/readFeed.ts';

const folder = path.resolve(import.meta.dirname, '../../../shared/data/feeds');
const isHere = existsSync(folder);
if (!isHere) process.stdout.write(`SKIPPED: no real feeds in ${folder}\n`);

const feeds = isHere ? readdirSync(folder).filter((name) => name.endsWith('.xml')) : [];
const readOf = (name: string) => readFeed(readFileSync(path.join(folder, name)));

describe.skipIf(!isHere)('real feeds of courts', () => {
  it('are read to their last item, each with its court, its time and its text', () => {
    const counts = {
      'cadc.xml': 13,
      'cafc.xml': 2,
      'mdb_1.xml': 2,
      'nyed_1.xml': 432,
      'sdny_1.xml': 358,
      'wvsd.xml': 3,
    };
    const read = feeds.map((name) => [name, readOf(name).items] as const);
    expect(Object.fromEntries(read.map(([name, items]) => [name, items.length]))).toMatchObject(counts);
    const courts = read.map(([name, items]) => [name, [...new Set(items.map(({ court }) => court))].join()]);
    expect(Object.fromEntries(courts)).toMatchObject({ 'sdny_1.xml': 'nysd', 'cafc.xml': 'cafc', 'mdb_1.xml': 'mdb' });
    for (const item of read.flatMap(([, items]) => items)) {
      expect(item.publishedAt).toMatch(/^20(18|23)-\d\d-\d\dT/);
      expect(item.text).toMatch(/^[^<>[\]]+$/);
      expect(item.pacerCaseId ?? item.docketNumber).not.toBeNull();
    }
  });

  it('name their coverage', () => {
    expect(readOf('wvsd.xml').coverage).toBe('Docket entries of type: all');
    expect(readOf('nyed_1.xml').coverage).toMatch(/in the last 24 Hours$/);
  });

  it('from nyed have a case in their guids, and only items with equal link, document, time and text are one', () => {
    const { items } = readOf('nyed_1.xml');
    expect(new Set(items.map(({ pacerCaseId }) => pacerCaseId)).size).toBe(333);
    expect(items.length - new Set(items.map(({ key }) => key)).size).toBe(13);
    const { items: ofNysd } = readOf('sdny_1.xml');
    expect(new Set(ofNysd.map(({ key }) => key)).size).toBe(358);
  });
});
