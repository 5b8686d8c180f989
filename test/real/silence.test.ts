import { describe, expect, it } from 'vitest';
import { compareDesigns } from '../../src/records/diff/compareDesigns.ts';
import type { Docket } from '../../src/records/docket.ts';
import { compareStored, storeDocket } from '../records/diff/store.ts';
import { absence, readDesigns, readDockets } from './realData.ts';

if (absence) process.stdout.write(`${absence}\n`);

const context = { lastCheckedOn: '2026-11-21' };
const silence = { changes: [], entryUpdates: [], newEntries: [] };

/** Shuffles in the same order every time. */
function shuffle<T>(items: readonly T[], seed: number): T[] {
  const shuffled = [...items];
  let state = seed;
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    const at = state % (last + 1);
    [shuffled[last], shuffled[at]] = [shuffled[at] as T, shuffled[last] as T];
  }
  return shuffled;
}

const showing = (docket: Docket, entries: Docket['entries']): Docket => ({ ...docket, entries });

describe.skipIf(absence)('the comparison of a baseline with a check without news', () => {
  const dockets = absence ? [] : readDockets();
  const designs = absence ? [] : readDesigns();

  const views: Record<string, (docket: Docket, index: number) => Docket> = {
    'as it was': (docket) => docket,
    'in the other order': (docket) => showing(docket, [...(docket.entries ?? [])].reverse()),
    shuffled: (docket, index) => showing(docket, shuffle(docket.entries ?? [], index + 1)),
    'through a window of the first 50': (docket) => showing(docket, docket.entries?.slice(0, 50)),
    'through a window of the last 50': (docket) => showing(docket, docket.entries?.slice(-50)),
    'through a window of the first 200': (docket) => showing(docket, docket.entries?.slice(0, 200)),
    'through a window of the last 200': (docket) => showing(docket, docket.entries?.slice(-200)),
    'without entries': (docket) => showing(docket, undefined),
    'with nothing but its entries': ({ type, key, entries }) => ({ type, key, entries }),
  };

  it.each(Object.entries(views))('reports nothing of any real docket that is shown %s', (_, view) => {
    expect(dockets.length).toBeGreaterThan(300);
    for (const [index, docket] of dockets.entries()) {
      expect(compareStored(storeDocket(docket), view(docket, index), context), docket.key).toMatchObject(silence);
    }
  });

  it.each([50, 200])('reports the entries that a window of %i had hidden as one change', (size) => {
    const long = dockets.filter((docket) => (docket.entries?.length ?? 0) > size);
    expect(long.length).toBeGreaterThan(1);
    for (const docket of long) {
      const hidden = (docket.entries?.length ?? 0) - size;
      const { changes } = compareStored(storeDocket(showing(docket, docket.entries?.slice(-size))), docket, context);
      expect(changes.map((change) => [change.kind, change.fields[0]?.after])).toEqual([['entry.backfill', hidden]]);
    }
  });

  it('reports nothing of a real design whose pictures only moved to another host', () => {
    expect(designs.length).toBeGreaterThan(5000);
    for (const design of designs) {
      const images = design.images
        ?.map((image) => ({
          ...image,
          url: `${image.url.replace(/^https:\/\/[^/]+/, 'http://cdn.example:8080')}?signed=1`,
        }))
        .reverse();
      expect(compareDesigns(design, { ...design, ...(images ? { images } : {}) }).changes, design.key).toEqual([]);
    }
  });

  it('reports nothing of a design whose response has only its key', () => {
    for (const design of designs) {
      const { type, key, source } = design;
      expect(compareDesigns(design, { type, key, source })).toEqual({ record: design, changes: [] });
    }
  });
});
