import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Docket } from '../../../src/records/docket.ts';
import { parseDocketHit } from '../../../src/service/parse/parseDocket.ts';
import { UnreadableList } from '../../../src/service/parse/readFields.ts';

/** Returns the record of a hit, and the parts that could not be read. */
function parse(hit: unknown, path: string) {
  const unreadable = new UnreadableList();
  const record = parseDocketHit(hit, path, unreadable);
  return { record, unreadable: unreadable.listed, unreadableCount: unreadable.count };
}

const entry = {
  documentNumber: '12',
  dateFiled: 'Nov 16, 2017',
  description: ' ORDER granting 11  Motion.\n',
  documentHref: '/doc1/0230188',
  pdfUrl: 'http://files.example/akd/0230188.pdf',
  patentNumbers: ['6834603'],
  extraDocument: [
    { document_number: 1, document_href: '/doc1/0230189', pdf_url: 'http://files.example/1.pdf', patent_sumbers: [] },
  ],
};

const hit = {
  docketId: 387457476,
  docketNumber: '1:20-cv-00168',
  pacerCaseId: '58813',
  caseName: 'Widget Co. v. Rival',
  court: 'U.S. District Court for the District of Alaska',
  courtId: 'akd',
  assignedTo: 'Ada Bench',
  suitNature: '830 Patent',
  jurisdiction: 'Federal Question',
  status: 'terminated',
  dateFiled: '2020-02-07',
  dateTerminated: '2021-03-01',
  parties: ['Widget Co.', 'Rival'],
  patentNumbers: ['6834603'],
  entryTotal: 12,
  entries: [entry, { ...entry, documentNumber: '', documentHref: null, pdfUrl: '', extraDocument: [] }],
};

function recordOf(shown: unknown): Docket {
  const { record } = parse(shown, 'hits[0]');
  if (record?.type !== 'docket') throw new Error('no docket was read');
  return record;
}

describe('a docket hit', () => {
  it('becomes a docket in normal form', () => {
    const judged = parse(hit, 'hits[0]');
    expect(judged).toMatchObject({ unreadable: [], unreadableCount: 0 });
    const { docketId: _, ...asShown } = hit;
    expect(judged.record).toEqual({
      ...asShown,
      type: 'docket',
      key: '387457476',
      entries: [
        {
          documentNumber: '12',
          dateFiled: '2017-11-16',
          description: ' ORDER granting 11  Motion.\n',
          documentHref: '/doc1/0230188',
          pdfUrl: 'http://files.example/akd/0230188.pdf',
          patentNumbers: ['6834603'],
          extraDocument: [
            {
              documentNumber: 1,
              documentHref: '/doc1/0230189',
              pdfUrl: 'http://files.example/1.pdf',
              patentNumbers: [],
            },
          ],
        },
        {
          documentNumber: '',
          dateFiled: '2017-11-16',
          description: ' ORDER granting 11  Motion.\n',
          documentHref: null,
          pdfUrl: '',
          patentNumbers: ['6834603'],
          extraDocument: [],
        },
      ],
    });
  });

  it.each([
    [387457476, '387457476'],
    ['387457476', '387457476'],
    [' 0042 ', '42'],
    [0, '0'],
  ])('of docketId %j has the key %s', (docketId, key) => {
    expect(recordOf({ docketId }).key).toBe(key);
  });

  it.each([
    [undefined],
    [null],
    [''],
    ['abc'],
    [1.5],
    [-1],
    [2 ** 60],
    [{}],
    [true],
  ])('of docketId %j has no identity, and is unreadable', (docketId) => {
    const judged = parse({ ...hit, docketId }, 'hits[2]');
    expect(judged.record).toBeUndefined();
    expect(judged.unreadable).toMatchObject([{ path: 'hits[2].docketId' }]);
  });

  it('has undefined for an absent field, blank text or no list for null, and is readable', () => {
    const { record, unreadableCount } = parse(
      { docketId: 1, dateTerminated: null, caseName: '', parties: null },
      'hits[0]',
    );
    expect(unreadableCount).toBe(0);
    expect(record).toMatchObject({ dateTerminated: '', caseName: '', parties: undefined });
    expect(record).toMatchObject({ status: undefined, entryTotal: undefined, entries: undefined });
  });

  it('takes numbers where identifiers are expected', () => {
    const { record, unreadableCount } = parse(
      { ...hit, pacerCaseId: 58813, patentNumbers: [6834603], entries: [{ ...entry, documentNumber: 12 }] },
      'hits[0]',
    );
    expect(unreadableCount).toBe(0);
    expect(record).toMatchObject({
      pacerCaseId: '58813',
      patentNumbers: ['6834603'],
      entries: [{ documentNumber: '12' }],
    });
  });

  it('loses NUL and lone surrogates, which the databases store differently', () => {
    const shown = { docketId: 1, caseName: 'A\u0000B\ud800 \u{1f600}', entries: [{ description: '\udc00x\u0000' }] };
    expect(recordOf(shown)).toMatchObject({ caseName: 'AB \u{1f600}', entries: [{ description: 'x' }] });
  });
});

describe('an unreadable part', () => {
  it('is listed with its path, and the rest of the hit is read', () => {
    const judged = parse({ ...hit, dateFiled: 20200207, parties: ['Widget Co.', 7], entryTotal: 'many' }, 'hits[3]');
    expect(judged.unreadable).toEqual([
      { path: 'hits[3].dateFiled', reason: 'expected text, found number' },
      { path: 'hits[3].parties[1]', reason: 'expected text, found number' },
      { path: 'hits[3].entryTotal', reason: 'expected number, found text' },
    ]);
    expect(judged.record).toEqual({
      ...recordOf(hit),
      dateFiled: undefined,
      parties: undefined,
      entryTotal: undefined,
    });
  });

  it('in place of a date is listed with its text', () => {
    expect(parse({ ...hit, dateTerminated: 'next week' }, 'hits[0]').unreadable).toEqual([
      { path: 'hits[0].dateTerminated', reason: 'expected a date, found "next week"' },
    ]);
  });

  it('of an entry keeps the entry, with the names of its unread fields', () => {
    const judged = parse({ ...hit, entries: [entry, { ...entry, dateFiled: 5, extraDocument: [7] }] }, 'hits[0]');
    expect(judged.unreadable).toEqual([
      { path: 'hits[0].entries[1].dateFiled', reason: 'expected text, found number' },
      { path: 'hits[0].entries[1].extraDocument[0]', reason: 'expected object, found number' },
    ]);
    const [good, bad] = (judged.record as Docket).entries ?? [];
    expect(good?.unread).toBeUndefined();
    expect(bad).toEqual({ ...good, dateFiled: '', extraDocument: [], unread: ['dateFiled', 'extraDocument'] });
  });

  it('of an entry removes the entry if neither its date nor its text can be read', () => {
    const torn = { documentNumber: 17, dateFiled: 17, description: 17 };
    const judged = parse({ docketId: 7, entries: [torn, { ...torn, description: 'ORDER' }] }, 'hits[0]');
    expect(judged).toMatchObject({
      record: { entries: [{ description: 'ORDER', unread: ['dateFiled'] }] },
      unreadableCount: 3,
    });
  });

  it('is not counted for an entry of blanks only, which is dropped', () => {
    const blank = { documentNumber: null, dateFiled: '', description: '  ', documentHref: null };
    const judged = parse({ docketId: 7, entries: [blank, {}, { ...blank, description: 'ORDER' }] }, 'hits[0]');
    expect(judged).toMatchObject({ record: { entries: [{ description: 'ORDER' }] }, unreadableCount: 0 });
  });

  it('in place of an entry is dropped', () => {
    const judged = parse({ ...hit, entries: [entry, 'an entry', null] }, 'hits[0]');
    expect(judged.unreadable).toEqual([
      { path: 'hits[0].entries[1]', reason: 'expected object, found text' },
      { path: 'hits[0].entries[2]', reason: 'expected object, found nothing' },
    ]);
    expect((judged.record as Docket).entries).toHaveLength(1);
  });

  it('in place of the list of entries means that there is no list', () => {
    const judged = parse({ ...hit, entries: { 0: entry } }, 'hits[0]');
    expect(judged.unreadable).toEqual([{ path: 'hits[0].entries', reason: 'expected list, found object' }]);
    expect((judged.record as Docket).entries).toBeUndefined();
  });

  it('in place of a hit gives no record', () => {
    for (const shown of [null, 'hit', 7, [hit]]) {
      expect(parse(shown, 'hits[1]')).toMatchObject({ record: undefined, unreadableCount: 1 });
    }
  });

  it('in each of 200 entries is listed twenty times, and counted each time', () => {
    const entries = Array.from({ length: 200 }, () => ({ ...entry, description: 7 }));
    const judged = parse({ ...hit, entries }, 'hits[0]');
    expect(judged.unreadable).toHaveLength(20);
    expect(judged.unreadableCount).toBe(200);
  });
});

it('a text is cut after 100,000 characters with a note, and what follows is never a change', () => {
  const huge = `ORDER ${'x'.repeat(10_000_000)}`;
  const read = (description: string) =>
    recordOf({ ...hit, caseName: description, parties: [description], entries: [{ ...entry, description }] });
  const [cut] = read(huge).entries ?? [];
  expect(cut?.description).toBe(`${huge.slice(0, 100_000)} […] (cut after 100,000 characters)`);
  expect(read(`${huge} and more`)).toEqual(read(huge));
  expect(read(cut?.description ?? '')).toEqual(read(huge));
  expect(JSON.stringify(read(huge)).length).toBeLessThan(310_000);
  expect(read('y'.repeat(100_000)).caseName).toHaveLength(100_000);
});

describe('whatever changes in a hit', () => {
  const fields = Object.keys(hit).filter((name) => name !== 'docketId');

  it('nothing throws, and every other field is read as before', () => {
    fc.assert(
      fc.property(fc.constantFrom(...fields), fc.anything(), (name, value) => {
        const record = recordOf({ ...hit, [name]: value });
        expect({ ...record, [name]: undefined }).toEqual({ ...recordOf(hit), [name]: undefined });
      }),
    );
  });

  it('the other entries, and the other fields of the entry, are read as before', () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(entry)), fc.anything(), (name, value) => {
        const [changed, other] = recordOf({ ...hit, entries: [{ ...entry, [name]: value }, entry] }).entries ?? [];
        const [good] = recordOf(hit).entries ?? [];
        expect(other).toEqual(good);
        expect({ ...changed, [name]: undefined, unread: undefined }).toEqual({
          ...good,
          [name]: undefined,
          unread: undefined,
        });
      }),
    );
  });

  it('a hit of anything at all is parsed without throwing', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (shown, entries) => {
        parse(shown, 'hits[0]');
        parse({ docketId: 1, entries }, 'hits[0]');
      }),
    );
  });
});
