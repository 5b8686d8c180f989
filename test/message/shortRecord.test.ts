import { expect, it } from 'vitest';
import { shortRecord } from '../../src/message/words/recordWords.ts';
import type { Design } from '../../src/records/design.ts';

const design: Design = { type: 'design', key: 'JPID.1700002', source: 'JPID', registrationNumber: '1700002' };

it('names a design by its register and number, then by holder and product where the register shows them', () => {
  expect(shortRecord({ ...design, holders: ['Rival AG'], products: ['Bottle'] }, 60)).toBe(
    'JPID 1700002 Rival AG – Bottle',
  );
  expect(shortRecord(design, 60)).toBe('JPID 1700002');
});

it.each([
  ['Widget Co., Inc. v. Rival Industries  LLC', 'Widget Co. v. Rival Industries'],
  [`Widget${' '.repeat(200_000)}Inc. vs. Rival AG, et al.`, 'Widget v. Rival'],
])('names the parties of a case without their legal forms: %#', (caseName, caption) => {
  const before = performance.now();
  expect(shortRecord({ type: 'docket', key: '1', docketNumber: '1:20-cv-00168', caseName }, 80)).toBe(
    `1:20-cv-00168 ${caption}`,
  );
  expect(performance.now() - before).toBeLessThan(1_000);
});
