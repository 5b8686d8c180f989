import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { MessageChange } from '../../../src/alerts/message/content.ts';
import { fateOf } from '../../../src/alerts/message/designFate.ts';
import { alertOutline } from '../../../src/alerts/message/message.ts';
import { recordNews } from '../../../src/alerts/message/recordNews.ts';
import { acmeCase, bottle, bottlesWatch, change, changesContent, widgetCase, widgetWatch } from './samples.ts';

/** The changes of designs, in the order in which a brand team wants to read them. */
const inOrder = [
  change('design.litigation', { fields: [{ field: 'litigation', before: [], after: ['1:26-cv-1 A v. B'] }] }),
  change('design.new'),
  change('design.alike'),
  change('design.status', { fields: [{ field: 'status', before: 'ACT', after: 'EXP' }] }),
  change('design.updated', { fields: [{ field: 'holders', before: ['A'], after: ['B'] }] }),
  change('design.updated', { fields: [{ field: 'holders', before: ['A'], after: ['A', 'B'] }] }),
  change('design.renewed', { fields: [{ field: 'expires', before: '2026-01-01', after: '2031-01-01' }] }),
  change('design.updated', { fields: [{ field: 'images', before: ['/a.jpg'], after: ['/b.jpg'] }] }),
  change('design.litigation', {
    fields: [{ field: 'litigation', before: ['1:26-cv-1 A v. B'], after: ['1:26-cv-1 A v. C'] }],
  }),
  change('design.gone'),
].map((one, index) => ({ ...one, record: { ...bottle, key: String(index), registrationNumber: `DM/${index}` } }));

const ranksOf = (changes: readonly MessageChange[]) => changes.map((one) => fateOf(one).rank);

it('the order of designs is: new case, new, alike, lapsed, holders, renewals, pictures, other litigation, the rest', () => {
  expect(ranksOf(inOrder)).toEqual(ranksOf(inOrder).toSorted((a, b) => a - b));
  expect(new Set(ranksOf(inOrder)).size).toBe(inOrder.length);
  const priorities = inOrder.map((one) => fateOf(one).priority);
  expect(priorities).toEqual(['act', 'act', 'act', 'act', 'read', 'read', 'read', 'read', 'read', 'routine']);
});

it('a change of status that ends nothing ranks last', () => {
  const granted = change('design.status', { fields: [{ field: 'status', before: 'PEND', after: 'ACT' }] });
  const others = [...inOrder, change('design.gone'), change('design.back')].map((one) => fateOf(one).rank);
  expect(fateOf(granted)).toMatchObject({ words: 'changed', priority: 'routine' });
  expect(fateOf(granted).rank).toBeGreaterThanOrEqual(Math.max(...others));
});

it('a message has its designs in this order, whatever the order in which they were found', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(inOrder, { minLength: 2 }), (some) => {
      const content = changesContent(some, { watches: [bottlesWatch] });
      const ranks = recordNews(content).map((news) => ranksOf(news.shown.map((one) => one.change)));
      expect(ranks.flat()).toEqual(ranks.flat().toSorted((a, b) => a - b));
    }),
  );
});

it('a change that a watch calls important comes before all others', () => {
  const watch = { ...bottlesWatch, important: ['design.litigation'] };
  const [first] = recordNews(changesContent(inOrder, { watches: [watch] }));
  expect(first?.shown[0]?.change.kind).toBe('design.litigation');
});

it('the changes of one design are in this order too', () => {
  const ofOne = inOrder.filter(({ kind }) => kind !== 'design.new').map((one) => ({ ...one, record: bottle }));
  const [news] = recordNews(changesContent(ofOne.toReversed(), { watches: [bottlesWatch] }));
  expect(news?.shown.map((one) => one.change.kind)).toEqual(ofOne.map(({ kind }) => kind));
});

it('a starred design comes first, then designs of a named holder, then the rest of a class', () => {
  const of = (key: string, holder: string, kind: 'design.new' | 'design.gone') =>
    change(kind, {
      record: { ...bottle, key, holders: [holder] },
      watches: [holder === 'Rival AG' ? bottlesWatch.id : 'class'],
    });
  const changes = [
    of('stranger new', 'Velmore AG', 'design.new'),
    of('rival gone', 'Rival AG', 'design.gone'),
    of('rival new', 'Rival AG', 'design.new'),
    of('starred', 'Velmore AG', 'design.gone'),
  ];
  const watches = [bottlesWatch, { id: 'class', name: 'Class 09-01', asks: 'designs, Locarno 09-01', asksFor: [] }];
  const content = changesContent(changes, { watches, starred: new Set(['starred']) });
  expect(recordNews(content).map(({ record }) => record.key)).toEqual([
    'starred',
    'rival new',
    'rival gone',
    'stranger new',
  ]);
  const { subject, sections } = alertOutline(content, { discreet: false });
  expect(subject).toMatch(/^No longer found: Velmore/);
  expect(sections.map(({ cards }) => cards.map(({ place }) => place.includes('starred')))).toEqual([
    [true, false],
    [false, false],
  ]);
});

it('a case to act on comes before a starred design, and a case that is only to be read comes after it', () => {
  const late = change('docket.updated', { fields: [{ field: 'caseName', before: 'A v. B', after: 'A v. C' }] });
  const fresh = change('docket.new', { record: acmeCase });
  const changes = [late, change('design.gone'), fresh];
  const watches = [widgetWatch, bottlesWatch];
  const news = recordNews(changesContent(changes, { watches, starred: new Set([bottle.key]) }));
  expect(news.map(({ record }) => record.key)).toEqual([acmeCase.key, bottle.key, widgetCase.key]);
});

it('the line about compared designs is in their section', () => {
  const compared = /Compared with yours by picture: 1 of 1 new design\./;
  const alike = { own: 'DM/950012', picture: '', ownPicture: '', likeness: 0.83, rank: 0.83, watch: bottlesWatch.id };
  const fresh = change('design.new', { watches: [bottlesWatch.id], record: bottle, alike });
  const watches = [widgetWatch, { ...bottlesWatch, mostAlike: 10 }];
  const outlineOf = (...changes: readonly MessageChange[]) =>
    alertOutline(changesContent(changes, { watches }), { discreet: false });
  const beside = outlineOf(change('docket.status', { watches: [widgetWatch.id] }), fresh);
  const said = beside.sections.filter(({ lines }) => compared.test(lines.join()));
  expect(said.map(({ title }) => title)).toEqual([bottlesWatch.name]);
});
