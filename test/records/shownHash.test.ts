import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Design } from '../../src/records/design.ts';
import type { Docket } from '../../src/records/docket.ts';
import { shownHash } from '../../src/records/record.ts';

const docket: Docket = {
  type: 'docket',
  key: '1',
  caseName: 'A v. B',
  status: 'open',
  dateTerminated: '',
  parties: ['A', 'B'],
  patentNumbers: [],
  entryTotal: 1,
  entries: [
    {
      documentNumber: '1',
      dateFiled: '2020-01-02',
      description: 'ORDER',
      documentHref: null,
      pdfUrl: '',
      patentNumbers: [],
      extraDocument: [{ documentNumber: 1, documentHref: '/a', pdfUrl: '', patentNumbers: [] }],
    },
  ],
};
const [entry = expect.fail('the docket of this test has an entry')] = docket.entries ?? [];

const design: Design = {
  type: 'design',
  key: 'EMID.1',
  source: 'EMID',
  holders: ['Rival'],
  images: [
    { filename: '1.jpg', url: 'https://a.example/x/1.jpg' },
    { filename: '2.jpg', url: 'https://a.example/x/2.jpg' },
  ],
  details: { a: '1', b: '2' },
};

describe('the hash of a returned record', () => {
  it('has 22 characters, and is the same for equal records', () => {
    expect(shownHash(docket)).toMatch(/^[\w-]{22}$/);
    expect(shownHash(structuredClone(docket))).toBe(shownHash(docket));
    expect(shownHash(structuredClone(design))).toBe(shownHash(design));
  });

  const others: [string, Docket | Design, Docket | Design][] = [
    ['a field', docket, { ...docket, status: 'terminated' }],
    ['a field that went away', docket, { ...docket, dateTerminated: undefined }],
    [
      'a text that moved to the next field',
      { ...docket, assignedTo: 'x', suitNature: '' },
      { ...docket, assignedTo: '', suitNature: 'x' },
    ],
    ['a party more', docket, { ...docket, parties: ['A', 'B', 'C'] }],
    ['a party that is a patent number', docket, { ...docket, parties: ['A'], patentNumbers: ['B'] }],
    ['the count of entries', docket, { ...docket, entryTotal: 2 }],
    ['no list of entries', { ...docket, entries: [] }, { ...docket, entries: undefined }],
    ['a text of an entry', docket, { ...docket, entries: [{ ...entry, description: 'ORDER 2' }] }],
    ['an attachment', docket, { ...docket, entries: [{ ...entry, extraDocument: [] }] }],
    ['a field unread', docket, { ...docket, entries: [{ ...entry, unread: ['pdfUrl'] }] }],
    ['a picture', design, { ...design, images: design.images?.slice(1) }],
    ['a detail', design, { ...design, details: { a: '1', b: '3' } }],
    ['litigation', design, { ...design, litigation: [] }],
    ['a holder', design, { ...design, holders: [] }],
  ];
  it.each(others)('differs by %s', (_what, one, other) => {
    expect(shownHash(other)).not.toBe(shownHash(one));
  });

  it('does not depend on the host, query or order of pictures, or on the order of details', () => {
    const images = [
      { filename: '2.jpg', url: 'http://b.example/x/2.jpg?sig=9' },
      { filename: '1.jpg', url: 'http://b.example/x/1.jpg' },
    ];
    expect(shownHash({ ...design, images, details: { b: '2', a: '1' } })).toBe(shownHash(design));
  });

  it('distinguishes any two lists of texts', () => {
    const texts = fc.array(
      fc.string().map((text) => text.replaceAll('\0', '')),
      { maxLength: 3 },
    );
    fc.assert(
      fc.property(texts, texts, texts, texts, (a, b, c, d) => {
        fc.pre(JSON.stringify([a, b]) !== JSON.stringify([c, d]));
        expect(shownHash({ ...docket, parties: a, patentNumbers: b })).not.toBe(
          shownHash({ ...docket, parties: c, patentNumbers: d }),
        );
      }),
    );
  });
});
