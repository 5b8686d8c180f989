import fc from 'fast-check';
import type { Docket, Entry, ExtraDocument } from '../../../src/records/docket.ts';

export function anEntry(fields: Partial<Entry> = {}): Entry {
  return {
    documentNumber: '12',
    dateFiled: '2026-03-05',
    description: 'MOTION to Compel Discovery by Rival Inc. (Doe, Jane) (Entered: 03/05/2026)',
    documentHref: '/doc1/04501234567',
    pdfUrl: '',
    patentNumbers: [],
    extraDocument: [],
    ...fields,
  };
}

export function aDocket(fields: Partial<Docket> = {}): Docket {
  return {
    type: 'docket',
    key: '387457476',
    docketNumber: '1:26-cv-00168',
    caseName: 'Widget Co. v. Rival Inc.',
    court: 'U.S. District Court for the District of Delaware',
    courtId: 'ded',
    assignedTo: 'Ada B. Counsel',
    suitNature: '830 Patent',
    jurisdiction: 'Federal Question',
    status: 'open',
    dateFiled: '2026-01-10',
    dateTerminated: '',
    parties: ['Widget Co.', 'Rival Inc.'],
    patentNumbers: ['6834603'],
    ...fields,
  };
}

const words =
  'motion order notice to compel dismiss of appearance by rival widget granting denying hearing set receipt 150 2 7 ( ) STRICKEN Filed Modified_on_3/29/2026'.split(
    ' ',
  );

const text = fc
  .record({ words: fc.array(fc.constantFrom(...words), { minLength: 0, maxLength: 12 }), stamped: fc.boolean() })
  .map(
    (parts) => parts.words.join(' ').replaceAll('_', ' ') + (parts.stamped ? ' (Doe, Jane) (Entered: 03/09/2026)' : ''),
  );

const day = fc.integer({ min: 1, max: 28 }).map((number) => `2026-03-${String(number).padStart(2, '0')}`);

const attachment: fc.Arbitrary<ExtraDocument> = fc.record(
  {
    documentNumber: fc.constantFrom(1, 2, null),
    documentHref: fc.constantFrom('', '/doc1/04501', '/doc1/04511', '/doc1/04502'),
    pdfUrl: fc.constantFrom('', 'http://files.example/2.pdf'),
    patentNumbers: fc.constant([]),
  },
  { noNullPrototype: true },
);

const entry: fc.Arbitrary<Entry> = fc
  .record({
    documentNumber: fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: 1, max: 60 }).map(String) },
      { weight: 2, arbitrary: fc.constant('') },
    ),
    dateFiled: fc.oneof({ weight: 12, arbitrary: day }, { weight: 1, arbitrary: fc.constantFrom('', 'Undated') }),
    description: text,
    documentHref: fc.option(
      fc.integer({ min: 100, max: 400 }).map((id) => `/doc1/0450${id}`),
      { nil: null },
    ),
    pdfUrl: fc.constantFrom('', 'http://files.example/1.pdf'),
    patentNumbers: fc.constant([]),
    extraDocument: fc.array(attachment, { maxLength: 2 }),
    unread: fc.constantFrom<string[]>([], [], [], ['description'], ['dateFiled', 'extraDocument']),
  })
  .map((read) => ({
    ...read,
    // A part that could not be read is blank.
    ...(read.unread.includes('description') ? { description: '' } : {}),
    ...(read.unread.includes('dateFiled') ? { dateFiled: '', extraDocument: [] } : {}),
  }));

/** Entries as courts have them: without numbers, with repeated numbers, or equal in every field. */
export const entries: fc.Arbitrary<Entry[]> = fc
  .tuple(fc.array(entry, { maxLength: 30 }), fc.array(fc.nat(), { maxLength: 4 }))
  .map(([some, repeated]) => [...some, ...repeated.flatMap((at) => some[at % Math.max(1, some.length)] ?? [])]);

/** An entry that no docket above can contain. */
export const freshEntry: fc.Arbitrary<Entry> = fc
  .record({
    number: fc.integer({ min: 1000, max: 2000 }),
    days: fc.integer({ min: 1, max: 28 }),
    unnumbered: fc.boolean(),
  })
  .map(({ number, days, unnumbered }) =>
    anEntry({
      documentNumber: unnumbered ? '' : String(number),
      dateFiled: `2026-04-${String(days).padStart(2, '0')}`,
      description: `TRANSCRIPT ${number} lodged`,
      documentHref: `/doc1/0460${number}`,
    }),
  );

export const shuffled = <T>(items: readonly T[]): fc.Arbitrary<T[]> =>
  fc.shuffledSubarray([...items], { minLength: items.length, maxLength: items.length });

const blankable = (...values: string[]) => fc.option(fc.constantFrom('', ...values), { nil: undefined });

/** The fields of one case in many states: absent, blank, spelled differently, changed. */
export const caseFields: fc.Arbitrary<Partial<Docket>> = fc.record({
  caseName: blankable('Unknown Case Title', 'Widget Co. v. Rival', 'WIDGET CO V. RIVAL, et al.', 'Acme v. Rival'),
  assignedTo: blankable('Ada Counsel', 'Judge Ada B. Counsel', 'Grace Other'),
  docketNumber: blankable('1:26-cv-00168', '1:26-cv-00168-ABC', '1:26-cv-00170'),
  status: blankable('open', 'Open', 'terminated', 'closed'),
  dateFiled: blankable('2026-01-10', '2024-01-10'),
  dateTerminated: blankable('2026-05-01', '2026-06-01'),
  parties: fc.option(fc.subarray(['Rival', 'RIVAL.', 'Widget Co.', 'Acme']), { nil: undefined }),
  patentNumbers: fc.option(fc.subarray(['6834603', 'US 6,834,603 B1', '7000000']), { nil: undefined }),
  entryTotal: fc.option(fc.nat(80), { nil: undefined }),
});
