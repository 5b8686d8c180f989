import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shownHash } from '../../src/records/shownHash.ts';
import { judgeDesignHit } from '../../src/search/judgeDesign.ts';
import { steadyDigest } from '../../src/search/steadyDigest.ts';

function digestOf(hit: object): string {
  return steadyDigest(Buffer.from(JSON.stringify({ total: 1, hits: [hit] })));
}

function shownOf(hit: object): string | undefined {
  const { record } = judgeDesignHit(hit, 'hits[0]');
  return record && shownHash(record);
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

describe('the digest of what counts', () => {
  it.each([
    ['when it was crawled', { crawledAt: '2026-11-21T07:00:00.000Z' }],
    ['when it was processed', { PROCESSED_AT: '2026-11-21T07:00:00.000Z' }],
    ['by whom', { workerId: 'w-2', WORKER_ID: 'w-3' }],
    ['the version of the record', { version: '8' }],
    [
      'host and query of an image',
      { IMG_DATA: [{ filename: '1.jpg', url: 'https://two.example/images/1.jpg?token=b' }] },
    ],
  ])('stays when %s moves', (_what, moved) => {
    expect(digestOf({ ...design, ...moved })).toBe(digestOf(design));
  });

  it.each([
    ['the status', { STATUS: 'EXP' }],
    ['a product', { PROD: ['Bottles', 'Flasks'] }],
    ['the path of an image', { IMG_DATA: [{ filename: '1.jpg', url: 'https://one.example/images/2.jpg?token=a' }] }],
    ['a text that reads like a volatile field', { PROD: ['"version":"8"'] }],
  ])('moves with %s', (_what, moved) => {
    expect(digestOf({ ...design, ...moved })).not.toBe(digestOf(design));
  });

  it('is never the same where what is shown differs, whatever the texts hold', () => {
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
        if (digestOf(one) === digestOf(other)) expect(shownOf(one)).toBe(shownOf(other));
      }),
      { numRuns: 2000 },
    );
  });
});
