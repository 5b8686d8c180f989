import { expect, it } from 'vitest';
import { wouldSee } from '../../src/evidence/whyNotPart.ts';

const dockets = (search: object) => ({ searches: [{ type: 'dockets' as const, ...search }] });
const designs = (search: object) => ({ searches: [{ type: 'designs' as const, source: 'EMID', ...search }] });

it.each([
  [dockets({ companyName: 'Rival' }), 'RIVAL, Inc.', 'asks for it'],
  [dockets({ companyName: 'Rival Bottles' }), 'Rival', 'narrower'],
  [dockets({ companyName: 'Rival' }), 'The other Rival', undefined],
  [designs({ holder: 'Rival' }), 'The other Rival', 'asks for it'],
  [dockets({ patentNumber: '6834603' }), 'US 6,834,603', 'asks for it'],
  [dockets({ caseNumber: '1:20-cv-00168' }), '20-168', 'asks for it'],
  [designs({ registrationNumber: 'DM/200001' }), 'DM/200001', 'asks for it'],
  [designs({ locarno: '09-01' }), 'Rival', undefined],
  [dockets({ companyName: 'Rival' }), '12', undefined],
])('a watch tells whether it would find what is called so: %j, %s: %s', (watch, text, sight) => {
  expect(wouldSee(watch, text)).toBe(sight);
});
