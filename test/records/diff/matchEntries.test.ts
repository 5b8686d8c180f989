import { describe, expect, it } from 'vitest';
import { matchEntries } from '../../../src/records/diff/matchEntries.ts';
import type { Entry } from '../../../src/records/docket.ts';
import { anEntry } from './dockets.ts';

const match = (known: readonly Entry[], shown: readonly Entry[]) =>
  matchEntries(
    known.map((entry, index) => ({ seq: index + 1, entry })),
    shown,
  );
const unlinked = { documentNumber: '', documentHref: null };
const unsaid = { ...unlinked, dateFiled: '' };
const receipt = anEntry({ ...unlinked, description: 'Receipt of filing fee, number 616438, 150.00' });

describe('recognizing entries', () => {
  it.each<[rule: string, before: Partial<Entry>, after: Partial<Entry>]>([
    ['identical', {}, {}],
    [
      'same document, number, date and text',
      { documentHref: '/doc1/04511234567' },
      { description: 'Motion to compel discovery by Rival, Inc. (Doe, Jane)' },
    ],
    ['same document, date and text', { documentNumber: '11' }, {}],
    ['same number, date and text', { documentHref: null }, {}],
    ['same number, date and text', { documentHref: '/doc1/04509999999' }, {}],
    ['same number, date and text', {}, { patentNumbers: ['6834603'], documentHref: null }],
    ['same document, number, date and text', {}, { patentNumbers: ['6834603'] }],
    ['same number and date', {}, { description: 'Something else altogether, which the clerk wrote instead' }],
    [
      'same number and date',
      { description: 'Order on venue' },
      { documentHref: '/doc1/04509999999', description: 'Order on costs awarded later' },
    ],
    ['same unique number', { dateFiled: '2026-03-04' }, {}],
    ['same date and text', { documentNumber: '' }, {}],
    ['same document', { documentNumber: '', description: 'Motion' }, {}],
    [
      'same document',
      { documentNumber: '', description: 'Order', dateFiled: '2026-03-04' },
      { documentNumber: '', description: 'Order' },
    ],
    ['same text, date missing', unlinked, unsaid],
    ['same text, date missing', unsaid, {}],
    [
      "same date, same text but for a clerk's note",
      { ...unlinked, description: 'Scheduling Conference' },
      { ...unlinked, description: 'Scheduling Conference (Modified on 3/9/2026 (lmt).)' },
    ],
    [
      "same date, same text but for a clerk's note",
      { ...unlinked, description: 'Fee paid' },
      { ...unlinked, description: 'STRICKEN per order 82. Fee paid (Entered: 03/05/2026)' },
    ],
    [
      'same date, nearly the same text',
      unlinked,
      {
        documentNumber: '',
        description: 'MOTION to Compel Discovery by Rival Inc. (Doe, Jane) Modified (Entered: 03/05/2026)',
      },
    ],
    ['same date, short title', unlinked, { documentNumber: '', description: 'Motion to Compel' }],
    ['same as far as it tells', { ...unsaid, description: 'Fee' }, { ...unlinked, description: 'Fee' }],
    ['same as far as it tells', { ...unlinked, description: '' }, { documentHref: null }],
    [
      'same as far as it could be read',
      { documentNumber: '', description: '', unread: ['documentNumber', 'description'] },
      { documentHref: null },
    ],
  ])('uses the rule: %s', (rule, before, after) => {
    const { matches, unknown } = match([anEntry(before)], [anEntry(after)]);
    expect(matches.map((each) => each.rule)).toEqual([rule]);
    expect(unknown).toEqual([]);
  });

  it('leaves to each rule what the rules before did not match', () => {
    const known = [anEntry(), anEntry({ documentNumber: '13', documentHref: null }), receipt];
    const shown = [
      anEntry({ description: 'Something else altogether, which the clerk wrote instead' }),
      anEntry({ documentNumber: '13', documentHref: null, dateFiled: '2026-03-04' }),
    ];
    const { matches, unknown } = match(known, shown);
    expect(matches.map(({ rule, stored }) => [rule, stored.seq])).toEqual([
      ['same number and date', 1],
      ['same unique number', 2],
    ]);
    expect(unknown).toEqual([]);
  });

  it.each<[what: string, before: Partial<Entry>, after: Partial<Entry>]>([
    ['another number', {}, { documentNumber: '13', documentHref: '/doc1/04509999999' }],
    ['another number without a link', { documentHref: null }, { documentNumber: '13', documentHref: null }],
    [
      'a number used again for another document',
      {},
      { documentHref: '/doc1/04509999999', description: 'Notice of Appearance of Ann Other' },
    ],
    [
      'another receipt of the same day',
      receipt,
      { ...receipt, description: 'Receipt of filing fee, number 616439, 150.00' },
    ],
    [
      'another short title of the same day',
      { documentNumber: '', description: 'Order' },
      { documentNumber: '', description: 'Order of Entry', documentHref: null },
    ],
    [
      'another document of the same text',
      { documentNumber: '' },
      { documentNumber: '', documentHref: '/doc1/04509999999' },
    ],
    [
      'a note of the same day, where there is no text but the note',
      { ...unlinked, description: 'Modified on 3/6/2026' },
      { ...unlinked, description: 'VACATED' },
    ],
    ['the same text of another day', unlinked, { ...unlinked, dateFiled: '2026-04-09' }],
    [
      'what says nothing that the other one says',
      { ...unsaid, description: 'Order on venue' },
      { ...unsaid, documentNumber: '13', description: '' },
    ],
    [
      'the document of another day with another text, where neither has a number',
      { documentNumber: '' },
      { documentNumber: '', dateFiled: '2026-04-09', description: 'Notice of Appearance of Ann Other' },
    ],
    [
      'what says nothing in the fields that could be read',
      { ...unsaid, description: 'Order on venue', unread: ['description'] },
      { ...unsaid, description: 'Notice of Appearance' },
    ],
    [
      'what is of another number, as far as it could be read',
      { ...unsaid, unread: ['description'] },
      { ...unsaid, documentNumber: '13', description: 'Order on venue' },
    ],
  ])('treats as new %s', (_, before, after) => {
    expect(match([anEntry(before)], [anEntry(after)])).toMatchObject({ matches: [], unknown: [{}] });
  });

  it('matches entries that the clerk renumbered, however alike, and finds the one put before them', () => {
    const appearance = (number: number, name: string, document: number) =>
      anEntry({
        documentNumber: String(number),
        description: `NOTICE of Appearance by ${name} on behalf of Rival, Inc.`,
        documentHref: `/doc1/0450100000${document}`,
      });
    const known = [appearance(5, 'Ann Other', 5), appearance(6, 'Jane Doe', 6), appearance(7, 'John Roe', 7)];
    const late = appearance(5, 'Late Comer', 9);
    const anew = [late, appearance(6, 'Ann Other', 5), appearance(7, 'Jane Doe', 6), appearance(8, 'John Roe', 7)];
    const { matches, unknown } = match(known, anew);
    expect(unknown).toEqual([late]);
    expect(matches.map(({ stored, shown }) => stored.entry.description === shown.description)).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('matches texts of one day that are cut off or blank for a while, and still counts them', () => {
    const minute = (description: string) => anEntry({ ...unlinked, description });
    const known = [
      minute('Minute Entry: Telephone Conference before Judge Ada B. Counsel held on 3/5/2026'),
      minute('Minute Entry: Markman Hearing before Judge Ada B. Counsel, transcript ordered'),
    ];
    const cut = known.map(({ description }) => minute(description.slice(0, 57)));
    expect(match(known, cut).unknown).toEqual([]);
    expect(match(known, [minute(''), minute('')]).unknown).toEqual([]);
    expect(match(known, [minute(''), minute(''), minute('')]).unknown).toHaveLength(1);
  });

  it('matches neither two titles of one day to one full text, nor one title to one of two full texts', () => {
    const full = anEntry({ ...unlinked, description: 'ORDER granting Motion to Compel (lmt) (Entered: 03/05/2026)' });
    const other = anEntry({ ...unlinked, description: 'ORDER on Notice to Compel Answers (Entered: 03/05/2026)' });
    const [order, motion] = ['Order', 'Motion to Compel'].map((description) => anEntry({ ...unlinked, description }));
    const titles = [order, motion].filter((entry) => entry !== undefined);
    expect(match([full], titles.slice(0, 1)).unknown).toEqual([]);
    expect(match([full], titles).matches).toEqual([]);
    expect(match([full, other], titles.slice(0, 1)).matches).toEqual([]);
  });

  it('does not match a new entry to one of several blank ones, nor a blank entry with another number', () => {
    const blank = anEntry({ ...unlinked, description: '' });
    const full = anEntry({ documentHref: null });
    expect(match([blank, blank], [full]).unknown).toEqual([full]);
    const numbered = ['12', '14'].map((documentNumber) => anEntry({ documentNumber, documentHref: null }));
    const between = anEntry({ documentNumber: '13', documentHref: null, description: '' });
    expect(match(numbered, [between]).unknown).toEqual([between]);
  });

  it('does not match a partly read entry that differs in what was read', () => {
    const torn = anEntry({ ...unlinked, unread: ['documentNumber'] });
    const other = anEntry({ documentHref: null, description: 'Notice of Appearance of Ann Other' });
    expect(match([torn], [other]).unknown).toEqual([other]);
  });

  it('counts entries that are equal in every field', () => {
    const { matches, unknown } = match([receipt, receipt], [receipt, receipt, receipt]);
    expect([matches.length, unknown.length]).toEqual([2, 1]);
  });

  it('matches each of two similar entries to its own, the nearer text first', () => {
    const [motion, order] = [
      anEntry({ description: 'Motion of Rival for more time' }),
      anEntry({ description: 'Order on venue and costs' }),
    ];
    const edited = anEntry({ description: 'Order on venue and costs, corrected' });
    const { matches } = match([motion, order], [edited, motion]);
    expect(matches.map(({ stored, shown }) => [stored.entry, shown])).toEqual([
      [motion, motion],
      [order, edited],
    ]);
  });

  it('matches each of many equal entries to its own PDF', () => {
    const fee = (nth: number, stamp: string, host: string) =>
      anEntry({ ...receipt, description: `Filing fee${stamp}`, pdfUrl: `https://${host}.example/${nth}.pdf` });
    const twenty = Array.from({ length: 20 }, (_, nth) => nth + 1);
    const { matches } = match(
      twenty.map((nth) => fee(nth, '', 'a')),
      twenty.map((nth) => fee(nth, ' (Entered: 03/05/2026)', 'b')).reverse(),
    );
    const pathOf = ({ pdfUrl }: Entry) => new URL(pdfUrl).pathname;
    expect(matches).toHaveLength(20);
    for (const { stored, shown } of matches) expect(pathOf(stored.entry)).toBe(pathOf(shown));
  });

  it('matches each of two entries with one text to its own number, or else to its own document', () => {
    const two = (texts: string, fields: readonly Partial<Entry>[]) =>
      fields.map((each) => anEntry({ ...unlinked, description: texts, ...each }));
    for (const [own, other] of [
      [{ documentNumber: '12' }, { documentNumber: '' }],
      [{ documentHref: '/doc1/04501230001' }, { documentHref: null }],
    ] as const) {
      const known = two('Order on venue', [own, other]);
      const shown = two('Order on venue (Entered: 03/05/2026)', [other, own]);
      for (const { stored, shown: found } of match(known, shown).matches) {
        expect([found.documentNumber, found.documentHref]).toEqual([
          stored.entry.documentNumber,
          stored.entry.documentHref,
        ]);
      }
    }
  });

  it('matches each of two entries with one number and equally edited texts to its own document', () => {
    const order = (description: string, documentHref: string) => anEntry({ description, documentHref });
    const known = ['/doc1/04501230001', '/doc1/04501230002'].map((href) => order('Order on venue and costs', href));
    const edited = ['/doc1/04511230001', '/doc1/04501230002'].map((href) => order('Order on venue, costs, fees', href));
    const pairs = match(known, edited).matches.map(({ stored, shown: { documentHref } }) => [stored.seq, documentHref]);
    expect(pairs.sort()).toEqual([
      [1, '/doc1/04511230001'],
      [2, '/doc1/04501230002'],
    ]);
  });

  it('does not match a text of another day, even if the day of another entry is missing', () => {
    const undated = anEntry({ ...unlinked, dateFiled: '', description: 'Notice of Appearance of Ann Other for Rival' });
    const other = anEntry({ ...unlinked, dateFiled: '2026-04-09' });
    expect(match([anEntry(unlinked), undated], [other]).unknown).toEqual([other]);
  });

  it('returns new entries in the order of the docket, not of the response', () => {
    const [second, tenth] = [anEntry({ documentNumber: '2' }), anEntry({ documentNumber: '10' })];
    expect(match([], [tenth, second]).unknown).toEqual([second, tenth]);
  });
});

describe('among several entries of one document and text', () => {
  const filed = (entry: Partial<Entry>) => anEntry({ documentNumber: '', documentHref: '/doc1/04512222222', ...entry });
  const seqOf = (known: readonly Entry[], shown: Entry) =>
    match(known, [shown]).matches.map(({ stored }) => stored.seq);

  it('the entry of the same day is matched, not the earliest one', () => {
    const known = [filed({ dateFiled: '2026-01-05' }), filed({ dateFiled: '2026-02-05' })];
    const edited = `${known[0]?.description} (Modified)`;
    expect(seqOf(known, filed({ dateFiled: '2026-02-05', description: edited }))).toEqual([2]);
  });

  it('the entry without a number is matched when the response has no number', () => {
    const known = [filed({ documentNumber: '7', dateFiled: '2026-01-05' }), filed({ dateFiled: '2026-02-05' })];
    expect(seqOf(known, filed({ dateFiled: '2026-03-05' }))).toEqual([2]);
  });
});
