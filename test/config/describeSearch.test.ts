import { describe, expect, it } from 'vitest';
import type { DesignSearch, DocketSearch } from '../../src/config/config.ts';
import { describeSearch, describeWatch } from '../../src/config/searchWords.ts';

const cases: readonly (readonly [DocketSearch | DesignSearch, string])[] = [
  [{ type: 'dockets', patentNumber: '6834603' }, 'dockets: patent number 6,834,603'],
  [{ type: 'dockets', patentNumber: 'd1234567' }, 'dockets: patent number D1,234,567'],
  [{ type: 'dockets', patentNumber: '20040012345' }, 'dockets: patent number 20040012345'],
  [
    { type: 'dockets', companyName: 'Rival', caseNumber: '1:20-cv-00168' },
    'dockets: company Rival, case number 1:20-cv-00168',
  ],
  [
    { type: 'designs', source: 'HAGUE', holder: 'Rival', locarno: '09-01', litigation: true },
    'designs in HAGUE: holder Rival, Locarno class 09-01, with their litigation',
  ],
  [
    { type: 'designs', source: 'USID', idPrefix: 'USID-D1', registered: '2024' },
    'designs in USID: id beginning with USID-D1, registered 2024',
  ],
];

describe('a search is described in words:', () => {
  it.each(cases)('%j', (search, words) => {
    expect(describeSearch(search)).toBe(words);
  });
});

it('a watch is described with what its own filters leave out', () => {
  const searches = [{ type: 'dockets', companyName: 'Rival' }] as const;
  expect(describeWatch({ searches, wholeWord: true, courts: ['ded'] })).toBe(
    'dockets: company Rival, only whole words, court D. Del.',
  );
  expect(describeWatch({ searches, wholeWord: false })).toBe('dockets: company Rival');
});
