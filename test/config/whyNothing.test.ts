import { expect, it } from 'vitest';
import { whyNothing } from '../../src/config/searchWords.ts';

it.each([
  [{ caseNumber: '20-168' }, 'Courts write 1:20-cv-00168'],
  [{ caseNumber: 'C.A. No. 20-168-MN' }, 'Courts write 1:20-cv-00168'],
  [{ caseNumber: '1:2020cv00168' }, 'Courts write 1:20-cv-00168'],
  [{ caseNumber: 'PTAB' }, 'Courts write 1:20-cv-00168'],
  [{ companyName: 'Rival, Inc.' }, 'leave ", Inc." out'],
  [{ companyName: 'Rival Inc' }, 'leave "Inc" out'],
  [{ companyName: 'Norstead Instruments Co., Ltd.' }, 'leave "Co., Ltd." out'],
  [{ companyName: 'Rival GmbH & Co. KG' }, 'leave "GmbH & Co. KG" out'],
  [{ companyName: 'The Widget Company' }, 'leave it out'],
  [{ patentNumber: 'D0123456' }, 'D123456'],
])('whyNothing says what courts write instead of %j', (fields, advice) => {
  expect(whyNothing({ type: 'dockets', ...fields }).join(' ')).toContain(advice);
});

it.each([
  [{ source: 'EUIPO' }, 'EMID'],
  [{ source: 'WIPO' }, 'HAGUE'],
  [{ source: 'US' }, 'USID'],
  [{ source: 'DE' }, 'DEID'],
  [{ source: 'DEID', holder: 'Mueller' }, 'Müller'],
])('whyNothing says what registers write instead of %j', (fields, advice) => {
  expect(whyNothing({ type: 'designs', ...fields }).join(' ')).toContain(advice);
});

it('whyNothing says nothing about a search that looks right', () => {
  const right = { caseNumber: '1:20-cv-00168', companyName: 'Rival', patentNumber: '6,834,603' };
  expect(whyNothing({ type: 'dockets', ...right })).toEqual([]);
  expect(whyNothing({ type: 'designs', source: 'HAGUE', holder: 'Rival' })).toEqual([]);
});
