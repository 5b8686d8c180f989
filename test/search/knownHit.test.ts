import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endOfKnown, knowHit } from '../../src/search/knownHit.ts';
import { parseHit } from '../../src/search/parse/parseHit.ts';
import type { Operation } from '../../src/search/query.ts';

function foundIn(operation: Operation, hit: object) {
  const { found } = parseHit(operation, hit, 'hits[0]');
  if (found === undefined) throw new Error('the hit shows no record');
  return found;
}

/** Whether a hit is taken for one that was shown before. */
function isKnown(operation: Operation, before: object, hit: object): boolean {
  const known = knowHit(operation, Buffer.from(JSON.stringify(before)), before, foundIn(operation, before));
  const bytes = Buffer.from(JSON.stringify(hit));
  return endOfKnown(known, Buffer.concat([bytes, Buffer.from(',{}]}')]), 0) === bytes.length;
}

const design = {
  workerId: 'w-1',
  WORKER_ID: 'w-1',
  version: '7',
  crawledAt: '2026-11-20T07:00:00.123Z',
  PROCESSED_AT: '2026-11-20T07:00:01.123Z',
  ID: 'HAGUE.200001',
  PROD: ['Bottles'],
  STATUS: 'ACT',
  DETAIL_DATA: { structured: { indication_of_products: 'Bottles' } },
  IMG_DATA: [{ filename: '1.jpg', url: 'https://one.example/images/1.jpg?token=a' }],
};

describe('a design', () => {
  it.each([
    ['when it was crawled', { crawledAt: '2026-11-21T07:00:00.000Z' }],
    ['when it was processed', { PROCESSED_AT: '2026-11-21T07:00:00.000Z' }],
    ['by whom', { workerId: 'w-2', WORKER_ID: 'w-3' }],
    ['the version of the record', { version: '8' }],
    [
      'host and query of an image',
      { IMG_DATA: [{ filename: '1.jpg', url: 'https://two.example/images/1.jpg?token=b' }] },
    ],
    ['a number that says when it was crawled', { crawledAt: 20261121 }, { crawledAt: 20261120 }],
  ])('is known again when %s moves', (_what, moved, before: object = {}) => {
    expect(isKnown('wipo', { ...design, ...before }, { ...design, ...moved })).toBe(true);
  });

  it.each([
    ['the status', { STATUS: 'EXP' }],
    ['a product', { PROD: ['Bottles', 'Flasks'] }],
    ['the path of an image', { IMG_DATA: [{ filename: '1.jpg', url: 'https://one.example/images/2.jpg?token=a' }] }],
    ['a text that reads like a volatile field', { PROD: ['"version":"8"'] }],
    ['an address that is none', { IMG_DATA: [{ filename: '1.jpg', url: 'https:///images/1.jpg' }] }],
    ['a field more', { HOL: ['Rival'] }],
  ])('is another with %s', (_what, moved) => {
    expect(isKnown('wipo', design, { ...design, ...moved })).toBe(false);
  });

  it('with a long address that ends in an escape is learnt at once', () => {
    const url = `https://one.example/${'a'.repeat(200_000)}\n`;
    const before = performance.now();
    expect(isKnown('wipo', { ...design, IMG_DATA: [{ filename: '1.jpg', url }] }, design)).toBe(false);
    expect(performance.now() - before).toBeLessThan(1000);
  });

  it('is never known where what is shown differs, whatever the texts hold', () => {
    const hostile = fc.array(
      fc.constantFrom('"version":"', '"', '\\', 'version', '"url":"http://', '/a', '?', '#', ',', 'é'),
    );
    const text = hostile.map((parts) => parts.join(''));
    const hit = fc.record({ ID: fc.constant('A.1'), STATUS: text, version: text, PROD: fc.array(text), url: text });
    const withImages = fc.tuple(hit, fc.array(fc.record({ filename: text, url: text }))).map(([one, IMG_DATA]) => {
      return { ...one, IMG_DATA, DETAIL_DATA: { structured: { version: one.url, note: one.url } } };
    });
    fc.assert(
      fc.property(withImages, withImages, fc.boolean(), (one, another, nearly) => {
        const other = nearly ? { ...one, version: another.version, STATUS: another.STATUS } : another;
        if (!isKnown('wipo', one, other)) return;
        expect(foundIn('wipo', other).shownHash).toBe(foundIn('wipo', one).shownHash);
      }),
      { numRuns: 2000 },
    );
  });
});

const docket = {
  docketId: 7,
  indexedAt: '2026-11-20T07:00:00Z',
  caseName: 'Widget v. Rival',
  entries: [{ documentNumber: '1', dateFiled: 'Jan 2, 2026', description: 'COMPLAINT', score: 0.5, indexedAt: 'a' }],
};

describe('a docket', () => {
  it.each([
    ['a field that the contract does not name', { indexedAt: '2026-11-21T07:00:00.5Z' }],
    ['one of an entry', { entries: [{ ...docket.entries[0], score: -12e3, indexedAt: 'bcd' }] }],
  ])('is known again when %s moves', (_what, moved) => {
    expect(isKnown('pacer', docket, { ...docket, ...moved })).toBe(true);
  });

  it.each([
    ['another name', { caseName: 'Widget v. Rivals' }],
    ['another text of an entry', { entries: [{ ...docket.entries[0], description: 'COMPLAINT.' }] }],
    ['an entry more', { entries: [...docket.entries, ...docket.entries] }],
    ['a text where a number was', { entries: [{ ...docket.entries[0], score: '1' }] }],
    ['a number that is none', { entries: [{ ...docket.entries[0], score: null }] }],
    ['a quote where there was none', { indexedAt: '"' }],
  ])('is another with %s', (_what, moved) => {
    expect(isKnown('pacer', docket, { ...docket, ...moved })).toBe(false);
  });

  it('whose unknown field is nested deeper than a stack reaches is known all the same', () => {
    const bytes = Buffer.from(`{"docketId":7,"more":${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}}`);
    const known = knowHit('pacer', bytes, JSON.parse(bytes.toString()), foundIn('pacer', docket));
    expect(endOfKnown(known, bytes, 0)).toBe(bytes.length);
  });

  it('is never known where what is shown differs, whatever the texts hold', () => {
    const text = fc
      .array(fc.constantFrom('"note":"', '"', '\\', ':', 'note', 'caseName', ',', '1', '{', '}', 'é'))
      .map((parts) => parts.join(''));
    const hit = fc.record({
      docketId: fc.constant(7),
      note: fc.oneof(text, fc.double({ noNaN: true })),
      caseName: text,
      entries: fc.array(fc.record({ documentNumber: text, description: text, note: fc.oneof(text, fc.integer()) })),
    });
    fc.assert(
      fc.property(hit, hit, fc.boolean(), (one, another, nearly) => {
        const other = nearly ? { ...one, note: another.note } : another;
        if (!isKnown('pacer', one, other)) return;
        expect(foundIn('pacer', other).shownHash).toBe(foundIn('pacer', one).shownHash);
      }),
      { numRuns: 2000 },
    );
  });
});
