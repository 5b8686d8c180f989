import fc from 'fast-check';
import { expect, it } from 'vitest';
import { designPriority, designRank, recordNews } from '../../src/message/recordNews.ts';
import { bottle, bottlesWatch, change, changesContent } from './samples.ts';

/** What can happen to a design, in the order in which a brand team wants to read it. */
const inOrder = [
  change('design.new'),
  change('design.alike'),
  change('design.status', { fields: [{ field: 'status', before: 'ACT', after: 'EXP' }] }),
  change('design.updated', { fields: [{ field: 'holders', before: ['A'], after: ['A', 'B'] }] }),
  change('design.renewed', { fields: [{ field: 'expires', before: '2026-01-01', after: '2031-01-01' }] }),
  change('design.updated', { fields: [{ field: 'images', before: ['/a.jpg'], after: ['/b.jpg'] }] }),
  change('design.litigation', { fields: [{ field: 'litigation', before: [], after: ['1:26-cv-1 A v. B'] }] }),
  change('design.gone'),
].map((one, index) => ({ ...one, record: { ...bottle, key: String(index), registrationNumber: `DM/${index}` } }));

it('ranks new designs first, then those that turn out to look like an own one, lapsed ones, holders, renewals, pictures, litigation, and the rest', () => {
  expect(inOrder.map(designRank)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(inOrder.map(designPriority)).toEqual(['act', 'act', 'act', 'read', 'read', 'read', 'read', 'routine']);
});

it('a status that ends nothing is among the rest', () => {
  expect(designRank({ kind: 'design.status', fields: [{ field: 'status', before: 'PEND', after: 'ACT' }] })).toBe(7);
});

it('a message has its designs in this order, whatever the order in which they were found', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(inOrder, { minLength: 2 }), (some) => {
      const content = changesContent(some, { watches: [bottlesWatch] });
      const ranks = recordNews(content).map((news) => news.shown.map((one) => designRank(one.change)));
      expect(ranks.flat()).toEqual(ranks.flat().toSorted((a, b) => a - b));
    }),
  );
});

it('what a watch calls important comes before all of them', () => {
  const watch = { ...bottlesWatch, important: ['design.litigation'] };
  const [first] = recordNews(changesContent(inOrder, { watches: [watch] }));
  expect(first?.shown[0]?.change.kind).toBe('design.litigation');
});

it('what happened to one design stands in this order too', () => {
  const ofOne = inOrder.slice(1).map((one) => ({ ...one, record: bottle }));
  const [news] = recordNews(changesContent(ofOne.toReversed(), { watches: [bottlesWatch] }));
  expect(news?.shown.map((one) => designRank(one.change))).toEqual([1, 2, 3, 4, 5, 6, 7]);
});
