import { expect, it } from 'vitest';
import { openingOf } from '../../src/search/openRecognised.ts';
import { readResult } from '../../src/search/paging/readResult.ts';
import { parseHit } from '../../src/search/parse/parseHit.ts';
import { docketWith, entryHit } from '../check/hits.ts';
import { clientOf, knownAfter, still, taskOf } from './pagedService.ts';

it('a hit that was recognised is opened as it stands there now, though its page was packed meanwhile', async () => {
  const description = 'MOTION for summary judgment of non-infringement '.repeat(40);
  const hits = Array.from({ length: 1200 }, (_, number) =>
    docketWith([entryHit(number, { description })], { docketId: 1 + number, indexedAt: 'before' }),
  );
  const earlier = await readResult(taskOf(clientOf(still(hits, 50)).client));
  const moved = hits.map((hit) => ({
    ...hit,
    indexedAt: 'after',
    ...(hit.docketId % 100 === 7 && { status: 'moved' }),
  }));
  const { loadHits } = knownAfter(earlier);
  const reading = await readResult(taskOf(clientOf(still(moved, 50)).client, { known: { pages: [], loadHits } }));
  expect([reading.records.size, reading.recognised.size]).toEqual([12, 1188]);
  expect(reading.pages.filter(({ body }) => body.packed !== undefined)).toHaveLength(23);

  const open = openingOf('pacer');
  for (const [key, recognised] of reading.recognised) {
    expect(open(recognised)).toEqual(parseHit('pacer', moved[Number(key) - 1], recognised.path).found);
  }
});
