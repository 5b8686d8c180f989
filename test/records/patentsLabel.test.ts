import { expect, it } from 'vitest';
import { patentsLabel } from '../../src/records/docket.ts';

it.each([
  [['6834603', 'RE45678'], 'Patents'],
  [['6834603', 'DM/950014'], 'Patents and designs'],
  [['D912345'], 'Patents and designs'],
])('the numbers %j of a docket are called %s', (patentNumbers, label) => {
  expect(patentsLabel({ type: 'docket', key: '1', patentNumbers })).toBe(label);
});
