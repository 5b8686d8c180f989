import { expect, it } from 'vitest';
import { shortRecord } from '../../../src/alerts/words/shortRecord.ts';
import type { Design } from '../../../src/records/design.ts';

const design: Design = { type: 'design', key: 'JPID.1700002', source: 'JPID', registrationNumber: '1700002' };

it('names a design by its register and number, then by holder and product where the register shows them', () => {
  expect(shortRecord({ ...design, holders: ['Rival AG'], products: ['Bottle'] }, 60)).toBe(
    'JPID 1700002 Rival AG – Bottle',
  );
  expect(shortRecord(design, 60)).toBe('JPID 1700002');
});
