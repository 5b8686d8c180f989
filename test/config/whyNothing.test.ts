import { expect, it } from 'vitest';
import { describeSearch, whyNothing } from '../../src/config/searchWords.ts';

it.each([
  [{ caseNumber: '20-168' }, 'write the whole number from the docket, such as 1:20-cv-00168'],
  [{ caseNumber: 'C.A. No. 20-168-MN' }, 'such as 1:20-cv-00168, or add the court to the watch.'],
  [{ caseNumber: 'banana' }, 'write none so: write the whole number from the docket, such as 1:20-cv-00168.'],
  [{ caseNumber: 'PTAB' }, 'write the whole number from the docket, such as 1:20-cv-00168'],
  [{ companyName: 'Rival, Inc.' }, 'in different ways: write Rival.'],
  [{ companyName: 'Rival Inc' }, 'in different ways: write Rival.'],
  [{ companyName: 'Norstead Instruments Co., Ltd.' }, 'in different ways: write Norstead Instruments.'],
  [{ companyName: 'Rival GmbH & Co. KG' }, 'in different ways: write Rival.'],
  [{ companyName: 'The Widget Company' }, 'leave it out'],
])('whyNothing says what courts write instead of %j', (fields, advice) => {
  expect(whyNothing({ type: 'dockets', ...fields }).join(' ')).toContain(advice);
});

it('whyNothing writes a case number with the offices of its court', () => {
  const [advice] = whyNothing({ type: 'dockets', caseNumber: '20-168' }, ['cand']);
  expect(advice).toContain('write 1:20-cv-00168 or 3:20-cv-00168 or ');
});

it.each([
  [{ source: 'HAUGE' }, 'HAUGE is not a register known to this version, and is requested as written: write HAGUE.'],
  [{ source: 'DEID', holder: 'Mueller' }, 'Müller'],
])('whyNothing says what registers write instead of %j', (fields, advice) => {
  expect(whyNothing({ type: 'designs', ...fields }).join(' ')).toContain(advice);
});

it('whyNothing says nothing about a search that looks right', () => {
  const right = { caseNumber: '1:20-cv-00168', companyName: 'Rival', patentNumber: '6,834,603' };
  expect(whyNothing({ type: 'dockets', ...right })).toEqual([]);
  expect(whyNothing({ type: 'designs', source: 'HAGUE', holder: 'Rival' })).toEqual([]);
});

it('the words of a search say which of its filters the register ignores', () => {
  const search = { type: 'designs', holder: 'Rival', locarno: '09-01' } as const;
  expect(describeSearch({ ...search, source: 'JPID' })).toBe(
    'designs in JPID: holder Rival, Locarno class 09-01 (JPID ignores holder)',
  );
  expect(describeSearch({ ...search, source: 'HAGUE' })).toBe('designs in HAGUE: holder Rival, Locarno class 09-01');
});
