import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Design } from '../../../src/records/design.ts';
import { otherKeyOf } from '../../../src/records/record.ts';
import { parseDesignHit } from '../../../src/service/parse/parseDesign.ts';
import { UnreadableList } from '../../../src/service/parse/readFields.ts';

/** Returns the record of a hit, and the parts that could not be read. */
function parse(hit: unknown, path: string) {
  const unreadable = new UnreadableList();
  const record = parseDesignHit(hit, path, unreadable);
  return { record, unreadable: unreadable.listed, unreadableCount: unreadable.count };
}

const hit = {
  workerId: 'w1',
  ID: 'EMID.099123456-0001',
  SOURCE: 'EMID',
  IRN: '099123456-0001',
  HOL: ['Rival Bottles GmbH', ' '],
  PROD: ['Bottles'],
  LCS: ['09-01'],
  DS: ['em', 'CH'],
  RD: '2024-05-06T23:59:59Z',
  ED: '2029-05-06',
  STATUS: ' ACT ',
  DC: 2,
  DETAIL_URL: 'https://register.example/099123456-0001',
  DETAIL_DATA: { structured: { application_number: 'A-1', priority: null, extra: { nested: true } } },
  IMG: ['EMID/1.jpg'],
  IMG_DATA: [{ filename: '1.jpg', url: 'https://images.example/EMID/1.jpg?sig=1' }],
  crawledAt: '2026-01-01T00:00:00.000Z',
};

const oneCase = {
  caseId: 9,
  docketNumber: '1:20-cv-1',
  caseName: 'A v. B',
  court: 'D. Del.',
  dateFiled: '2020-01-02',
  parties: ['A'],
};

function recordOf(shown: unknown): Design {
  const { record } = parse(shown, 'hits[0]');
  if (record?.type !== 'design') throw new Error('no design was read');
  return record;
}

describe('a design hit', () => {
  it('becomes a design in normal form', () => {
    const judged = parse(hit, 'hits[0]');
    expect(judged).toMatchObject({ unreadable: [], unreadableCount: 0 });
    expect(judged.record).toEqual({
      type: 'design',
      key: 'EMID.099123456-0001',
      source: 'EMID',
      id: 'EMID.099123456-0001',
      registrationNumber: '099123456-0001',
      unread: ['holders'],
      holders: ['Rival Bottles GmbH'],
      products: ['Bottles'],
      locarno: ['09-01'],
      designated: ['EM', 'CH'],
      registered: '2024-05-06',
      expires: '2029-05-06',
      status: 'ACT',
      designCount: 2,
      detailUrl: 'https://register.example/099123456-0001',
      images: [{ filename: '1.jpg', url: 'https://images.example/EMID/1.jpg?sig=1' }],
      details: { application_number: 'A-1', priority: '' },
      litigation: undefined,
    });
  });

  it.each([
    [{ ID: 'EMID.1', SOURCE: 'EMID', IRN: '2' }, 'EMID.1'],
    [{ ID: '', SOURCE: 'EMID', IRN: '2' }, 'EMID.2'],
    [{ SOURCE: 'EMID', IRN: 2 }, 'EMID.2'],
    [{ ID: 77 }, '77'],
  ])('%j has the key %s', (shown, key) => {
    expect(recordOf(shown).key).toBe(key);
  });

  it.each([
    [{}],
    [{ SOURCE: 'EMID' }],
    [{ IRN: '2' }],
    [{ ID: ' ' }],
    [{ ID: {} }],
    [null],
    ['hit'],
  ])('%j has no identity, and is unreadable', (shown) => {
    const judged = parse(shown, 'hits[4]');
    expect(judged.record).toBeUndefined();
    expect(judged.unreadable[0]?.path).toMatch(/^hits\[4\]/);
  });

  it('of a source that omits fields lacks these fields, and is readable', () => {
    const judged = parse({ ID: 'JPID.1', SOURCE: 'JPID', STATUS: null, HOL: null }, 'hits[0]');
    expect(judged.unreadableCount).toBe(0);
    expect(judged.record).toMatchObject({
      status: '',
      holders: undefined,
      products: undefined,
      details: undefined,
      images: undefined,
    });
  });

  it('takes the paths of its images if it has no addresses of them', () => {
    const { IMG_DATA: _, ...withoutData } = hit;
    expect(recordOf(withoutData).images).toEqual([{ filename: '1.jpg', url: 'EMID/1.jpg' }]);
    expect(recordOf({ ...hit, IMG_DATA: [] }).images).toHaveLength(1);
    expect(recordOf({ ...hit, IMG: [], IMG_DATA: [] }).images).toEqual([]);
  });

  it('whose date is only a year is readable', () => {
    expect(recordOf({ ...hit, RD: '1998' }).registered).toBe('1998');
  });
});

describe('litigation', () => {
  it('counts if the service searched for it', () => {
    const shown = { ...hit, litigationStatus: 'success', caseTotal: 1, cases: [oneCase] };
    expect(recordOf(shown).litigation).toMatchObject([
      { caseId: '9', docketNumber: '1:20-cv-1', status: '', patentNumbers: [] },
    ]);
    expect(recordOf({ ...hit, litigationStatus: 'success', caseTotal: 0 }).litigation).toEqual([]);
  });

  it.each([
    'failed',
    'skipped',
    undefined,
    null,
  ])('is unknown, never "none", if its status is %s', (litigationStatus) => {
    expect(recordOf({ ...hit, litigationStatus, cases: [] }).litigation).toBeUndefined();
  });

  it('comes with details whose blanks are empty texts', () => {
    const shown = { ...hit, DETAIL_DATA: { structured: { application_number: '  ' } } };
    expect(recordOf(shown).details).toEqual({ application_number: '' });
  });

  it('leaves out cases that nothing identifies', () => {
    const shown = { ...hit, litigationStatus: 'success', cases: [{ value: oneCase }, oneCase] };
    expect(recordOf(shown).litigation).toHaveLength(1);
  });

  it('is unknown if a case cannot be read', () => {
    const judged = parse({ ...hit, litigationStatus: 'success', cases: [oneCase, { caseId: {} }] }, 'hits[0]');
    expect(judged.unreadable).toEqual([
      { path: 'hits[0].cases[1].caseId', reason: 'expected text or number, found object' },
    ]);
    expect((judged.record as Design).litigation).toBeUndefined();
  });
});

describe('an unreadable part', () => {
  it('is listed with its path, and the rest of the hit is read', () => {
    const judged = parse({ ...hit, HOL: 'Rival', ED: 'soon', IMG_DATA: [{ url: 5 }], DC: 1.5 }, 'hits[3]');
    expect(judged.unreadable).toEqual([
      { path: 'hits[3].HOL', reason: 'expected list, found text' },
      { path: 'hits[3].ED', reason: 'expected a date, found "soon"' },
      { path: 'hits[3].DC', reason: 'expected whole number, found number' },
      { path: 'hits[3].IMG_DATA[0].url', reason: 'expected text, found number' },
    ]);
    const { holders, expires, designCount, images, ...rest } = judged.record as Design;
    expect([holders, expires, designCount, images]).toEqual([undefined, undefined, undefined, undefined]);
    expect(recordOf(hit)).toMatchObject(rest);
  });

  it('is never more than the field that was changed', () => {
    const normal: Readonly<Record<string, keyof Design>> = {
      HOL: 'holders',
      PROD: 'products',
      LCS: 'locarno',
      DS: 'designated',
      RD: 'registered',
      ED: 'expires',
      STATUS: 'status',
      DC: 'designCount',
      DETAIL_URL: 'detailUrl',
      DETAIL_DATA: 'details',
      IMG_DATA: 'images',
    };
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(normal)), fc.anything(), (name, value) => {
        const field = normal[name] ?? 'type';
        const others = { [field]: 0, unread: 0 };
        expect({ ...recordOf({ ...hit, [name]: value }), ...others }).toEqual({ ...recordOf(hit), ...others });
      }),
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(
        fc.anything(),
        fc.dictionary(fc.constantFrom(...Object.keys(hit), 'cases'), fc.anything()),
        (shown, more) => {
          parse(shown, 'hits[0]');
          parse({ ...hit, ...more }, 'hits[0]');
        },
      ),
    );
  });
});

it('a design without a key of at most 600 characters is unreadable', () => {
  const long = 'I'.repeat(601);
  for (const shown of [
    { ...hit, ID: long },
    { ...hit, ID: undefined, IRN: long },
  ])
    expect(parse(shown, 'hits[0]')).toMatchObject({
      record: undefined,
      unreadable: [{ path: 'hits[0]', reason: expect.stringContaining('of 600 characters at most') }],
    });
  expect(otherKeyOf(recordOf({ ...hit, IRN: long }))).toBeUndefined();
});
