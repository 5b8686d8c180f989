import fc from 'fast-check';
import type { Docket } from '../../src/records/docket.ts';
import type { Entry } from '../../src/records/entry.ts';

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
  'motion order notice to compel dismiss of appearance by rival widget granting denying hearing set receipt 150 2 7'.split(
    ' ',
  );

const text = fc
  .record({
    words: fc.array(fc.constantFrom(...words), { minLength: 0, maxLength: 12 }),
    stamped: fc.boolean(),
  })
  .map((parts) => parts.words.join(' ') + (parts.stamped ? ' (Doe, Jane) (Entered: 03/09/2026)' : ''));

const day = fc.integer({ min: 1, max: 28 }).map((number) => `2026-03-${String(number).padStart(2, '0')}`);

const entry: fc.Arbitrary<Entry> = fc.record({
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
  extraDocument: fc.constant([]),
});

/** Entries as courts have them: without numbers, numbers twice, equal in every field. */
export const entries: fc.Arbitrary<Entry[]> = fc
  .tuple(fc.array(entry, { maxLength: 30 }), fc.array(fc.nat(), { maxLength: 4 }))
  .map(([some, repeated]) => [...some, ...repeated.flatMap((at) => some[at % Math.max(1, some.length)] ?? [])]);

/** An entry that no docket above can hold. */
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
