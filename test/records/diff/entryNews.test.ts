import { describe, expect, it } from 'vitest';
import { compareEntries } from '../../../src/records/diff/compareDockets.ts';
import type { Entry, ExtraDocument } from '../../../src/records/docket.ts';
import { anEntry } from './dockets.ts';

const since = '2026-04-01';
const compare = (before: Partial<Entry>, after: Partial<Entry>) =>
  compareEntries(anEntry(before), anEntry(after), since);
/** The fields that change when the text does. */
const edited = (before: string, after: string) =>
  compare({ description: before }, { description: after }).fields.map(({ field }) => field);
const attachment = (fields: Partial<ExtraDocument> = {}): ExtraDocument => ({
  documentNumber: 1,
  documentHref: '/doc1/04501230001',
  pdfUrl: '',
  patentNumbers: [],
  ...fields,
});
const bare = { documentNumber: null, documentHref: '', pdfUrl: 'https://a.example/x.pdf' };
const long = `NOTICE of Hearing on ${'all pending motions and other matters, '.repeat(3)}before Judge Ada B. Counsel in Wilmington`;
const full = 'ORDER granting 7 Motion to Dismiss. Signed by Judge Ada B. Counsel. (lmt) (Entered: 03/05/2026)';

describe('a change of a known entry', () => {
  it.each<[what: string, before: string, after: string]>([
    ['a clerk’s edit in the middle', full, full.replace('(lmt)', '(lmt) Modified on 3/6/2026 (lmt).')],
    [
      'a last number that goes on',
      'NOTICE of Hearing on Motion to Dismiss: the hearing is set before Judge Counsel for June 1',
      'NOTICE of Hearing on Motion to Dismiss: the hearing is set before Judge Counsel for June 15',
    ],
    ['a sentence that gives way to one that ends in it', 'Notice of Hearing', 'Motion to Compel. Notice of Hearing'],
    ['a word that changed', full, full.replace('granting', 'denying')],
    ['a title that is stricken', 'Motion to Dismiss', 'Motion to Dismiss - STRICKEN'],
    ['a late note in the full text behind a title', 'Order', `${full} Modified on 4/2/2026.`],
    ['a clerk’s note of the very day', 'Order', `${full} Modified on 4/1/2026.`],
    [
      'a note in a title that takes the place of the full text',
      'Notice of Hearing (Leary, Sharon) (Entered: 05/18/2009)',
      'Notice of Hearing (Leary, Sharon) Modified on 4/2/2026 (rmb).',
    ],
    [
      'a ruling before a title that takes the place of the full text',
      full,
      'STRICKEN per order 86. Order on Motion to Dismiss',
    ],
    [
      'a ruling before a text that does not begin like a sentence',
      '341 Meeting Concluded - Assets (WEINSTEIN, YVETTE)',
      'STRICKEN per order 82. 341 Meeting Concluded - Assets (WEINSTEIN, YVETTE)',
    ],
    [
      'another text in the place of the full one, too long for a title',
      full,
      'Corrected order denying the motion of Rival Inc. to dismiss count two of the complaint as moot',
    ],
  ])('is %s', (_, before, after) => {
    expect(edited(before, after)).toEqual(['description']);
  });

  it.each<[what: string, before: Partial<Entry>, after: Partial<Entry>, field: string]>([
    [
      'an attachment that shares no link with the one that is known, for neither has any',
      { extraDocument: [attachment({ documentHref: '' })] },
      { extraDocument: [attachment({ documentHref: '' }), attachment({ documentNumber: 2, documentHref: '' })] },
      'attachments',
    ],
    [
      'the PDF of an attachment that was numbered anew',
      { extraDocument: [attachment()] },
      { extraDocument: [attachment({ documentNumber: 2, pdfUrl: 'https://files.example/b.pdf' })] },
      'attachments',
    ],
    ['a PDF that appears', { pdfUrl: '' }, { pdfUrl: 'https://files.example/a.pdf' }, 'pdfUrl'],
    ['an attachment that appears', {}, { extraDocument: [attachment()] }, 'attachments'],
    [
      'an attachment that gets its PDF',
      { extraDocument: [attachment()] },
      { extraDocument: [attachment({ pdfUrl: 'https://files.example/b.pdf' })] },
      'attachments',
    ],
  ])('is %s', (_, before, after, field) => {
    expect(compare(before, after).fields.map((each) => each.field)).toEqual([field]);
  });

  it.each<[what: string, before: string, after: string]>([
    ['another stamp', full, full.replace('(Entered: 03/05/2026)', '')],
    ['blanks and entities', "Rival's motion ( 12 )", 'Rival&#039;s motion (12)'],
    ['a title in the place of the full text', full, 'Order on Motion to Dismiss'],
    [
      'a title of fifteen words in the place of the full text',
      full,
      'Order on motion of Rival Inc. to dismiss counts two and three of the complaint',
    ],
    ['the full text in the place of a title', 'Order on Motion to Dismiss', full],
    ['a note older than the last check, first seen with the full text', 'Order', `${full} Modified on 3/6/2026.`],
    [
      'a late note that the title had already, in the full text behind it',
      'Order Modified on 4/2/2026.',
      `${full} Modified on 4/2/2026.`,
    ],
    ['marks in the place of other marks', '-', '***'],
    ['a text that was blank', '', full],
    ['a text that is blank now', full, ''],
    [
      'a text that was cut off at its beginning',
      'filed by Rival Inc. (Doe, Jane)',
      'Notice of hearing filed by Rival Inc. (Doe, Jane)',
    ],
    [
      'a text that was cut off within a bracket',
      'Deficiency) Notice of Hearing',
      'Motion to Compel (Deficiency) Notice of Hearing',
    ],
    ['a text cut off in the middle of a word', full, full.slice(0, 58)],
    ['a long text cut off in the middle of a word', long, long.slice(0, -3)],
    ['a long text cut off behind a word', long, long.replace(' in Wilmington', '')],
    ['the rest of a text cut off in the middle of a word', full.slice(0, 58), full],
    ['the rest of a text cut off in its stamp', full.slice(0, -5), full],
  ])('is not %s', (_, before, after) => {
    expect(edited(before, after)).toEqual([]);
  });

  it.each<[what: string, before: Partial<Entry>, after: Partial<Entry>]>([
    [
      'an attachment that was numbered anew',
      { extraDocument: [attachment()] },
      { extraDocument: [attachment({ documentNumber: 2 })] },
    ],
    [
      'a list of attachments that could not be read before',
      { extraDocument: [], unread: ['extraDocument'] },
      { extraDocument: [attachment()] },
    ],
    ['a link that appears', { documentHref: null }, {}],
    ['a link of another form', {}, { documentHref: '/doc1/04511234567' }],
    ['a link that is gone', {}, { documentHref: null }],
    ['a PDF on another host', { pdfUrl: 'http://a.example/x.pdf' }, { pdfUrl: 'https://b.example/x.pdf?signed=1' }],
    ['a PDF that is gone', { pdfUrl: 'http://a.example/x.pdf' }, { pdfUrl: '' }],
    ['an attachment that is gone', { extraDocument: [attachment()] }, { extraDocument: [] }],
    [
      'an attachment linked in another form',
      { extraDocument: [attachment()] },
      { extraDocument: [attachment({ documentHref: '/doc1/04511230001' })] },
    ],
    [
      'a field that could not be read before',
      { description: '', pdfUrl: '', unread: ['description', 'pdfUrl'] },
      { description: full, pdfUrl: 'http://a.example/x.pdf' },
    ],
    ['a field that cannot be read now', { description: full }, { description: '', unread: ['description'] }],
  ])('is not %s', (_, before, after) => {
    expect(compare(before, after).fields).toEqual([]);
  });

  it('keeps the fuller of two states', () => {
    const known = { description: full, pdfUrl: 'http://a.example/x.pdf', extraDocument: [attachment()] };
    expect(compare(known, { description: 'Order', documentHref: null }).entry).toEqual(anEntry(known));
    expect(compare({ description: 'Order', documentHref: null }, known).entry).toEqual(anEntry(known));
  });

  it.each<[what: string, known: ExtraDocument, shown: ExtraDocument, kept: ExtraDocument]>([
    [
      'without a number before',
      attachment(bare),
      attachment({ ...bare, documentNumber: 2 }),
      attachment({ ...bare, documentNumber: 2 }),
    ],
    [
      'without a number now',
      attachment({ ...bare, documentNumber: 2 }),
      attachment(bare),
      attachment({ ...bare, documentNumber: 2 }),
    ],
    [
      'with other patents',
      attachment({ patentNumbers: ['1', '2'] }),
      attachment({ patentNumbers: ['2', '3'] }),
      attachment({ patentNumbers: ['1', '2', '3'] }),
    ],
    ['linked in another form', attachment(), attachment({ documentHref: '/doc1/04511230001' }), attachment()],
  ])('keeps one attachment for the same attachment %s', (_, known, shown, kept) => {
    expect(compare({ extraDocument: [known] }, { extraDocument: [shown] }).entry.extraDocument).toEqual([kept]);
  });

  it('keeps the whole of a text that later comes cut inside a word', () => {
    const { entry, fields } = compare({ description: long }, { description: long.slice(0, -4) });
    expect([entry.description, fields]).toEqual([long, []]);
  });

  it('keeps the address of a PDF until another PDF is returned', () => {
    const kept = (pdfUrl: string) => compare({ pdfUrl: 'http://a.example/x.pdf' }, { pdfUrl }).entry.pdfUrl;
    expect(kept('https://b.example/x.pdf?signed=1')).toBe('http://a.example/x.pdf');
    expect(kept('http://a.example/y.pdf')).toBe('http://a.example/y.pdf');
  });

  it('names attachments for the reader, and says which of them have a PDF', () => {
    const after = {
      extraDocument: [
        attachment(),
        attachment({ documentNumber: 2, documentHref: '', pdfUrl: 'http://a.example/2.pdf' }),
      ],
    };
    expect(compare({ extraDocument: [attachment()] }, after).fields).toEqual([
      { field: 'attachments', before: ['attachment 1'], after: ['attachment 1', 'attachment 2 (PDF)'] },
    ]);
  });

  it('gives a PDF to the attachment with its number when two share one link, whichever comes first', () => {
    const numbered = (documentNumber: number, pdfUrl = '') => attachment({ documentNumber, pdfUrl });
    const [first, second] = ['https://a.example/1.pdf', 'https://a.example/2.pdf'];
    const known = { extraDocument: [numbered(1), numbered(2)] };
    const shown = { extraDocument: [numbered(2, second), numbered(1, first)] };
    expect(compare(known, shown).entry.extraDocument).toEqual([numbered(1, first), numbered(2, second)]);
  });

  it('keeps one of an attachment that was renumbered, and both of two attachments without links', () => {
    const numbersOf = (before: ExtraDocument, after: ExtraDocument) =>
      compare({ extraDocument: [before] }, { extraDocument: [after] }).entry.extraDocument.map(
        ({ documentNumber }) => documentNumber,
      );
    expect(numbersOf(attachment(), attachment({ documentNumber: 2 }))).toEqual([1]);
    const unlinked = attachment({ documentHref: '' });
    expect(numbersOf(unlinked, { ...unlinked, documentNumber: 2 })).toEqual([1, 2]);
  });

  it.each<[what: string, before: Partial<ExtraDocument>, after: Partial<ExtraDocument>, count: number]>([
    ['with the number and document of another', {}, { documentNumber: 2, documentHref: '/doc1/04501230002' }, 2],
    ['of the same number, whose link is known now', { documentHref: '' }, {}, 1],
    ['without number and link, by the address of its PDF', bare, { ...bare, pdfUrl: 'https://b.example/x.pdf?y' }, 1],
    ['without number and link, of another PDF', bare, { ...bare, pdfUrl: 'https://a.example/z.pdf' }, 2],
    [
      'without number, of another document',
      { documentNumber: null },
      { ...bare, documentHref: '/doc1/04501230002' },
      2,
    ],
    ['without number and link, beside one that has a link', { ...bare, documentHref: '/doc1/04501230002' }, bare, 2],
  ])('counts an attachment %s', (_, before, after, count) => {
    const { entry } = compare({ extraDocument: [attachment(before)] }, { extraDocument: [attachment(after)] });
    expect(entry.extraDocument).toHaveLength(count);
  });

  it('clears the mark of an unread field once the field was read', () => {
    const before = { description: '', unread: ['description', 'dateFiled'] };
    expect(compare(before, { unread: ['dateFiled'] }).entry.unread).toEqual(['dateFiled']);
    expect(compare(before, {}).entry).not.toHaveProperty('unread');
  });
});
