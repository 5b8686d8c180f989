import { expect, it } from 'vitest';
import { wouldFind } from '../../../src/web/evidence/why.ts';

const dockets = (search: object, over: object = {}) => ({
  searches: [{ type: 'dockets' as const, ...search }],
  ...over,
});
const designs = (search: object) => ({ searches: [{ type: 'designs' as const, source: 'EMID', ...search }] });

it.each([
  [dockets({ companyName: 'Rival' }), 'RIVAL, Inc.', 'asks for it'],
  [dockets({ companyName: 'Rival Bottles' }), 'Rival', 'narrower'],
  [dockets({ companyName: 'Rival' }), 'The other Rival', undefined],
  [dockets({ companyName: 'Rival' }), 'Widget Co. v. Rival, Inc.', 'asks for it'],
  [designs({ holder: 'Rival' }), 'Widget Co. v. Rival, Inc.', undefined],
  [dockets({ companyName: 'Rival' }), 'Rivalry Inc.', 'asks for it'],
  [dockets({ companyName: 'Rival' }, { wholeWord: true }), 'Rivalry Inc.', 'filters it out'],
  [dockets({ patentNumber: '6834603' }), 'US 6,834,603', 'asks for it'],
  [dockets({ caseNumber: '1:20-cv-00168' }), '20-168', 'asks for it'],
  [designs({ locarno: '09-01' }), 'Rival', undefined],
  [dockets({ companyName: 'Rival' }), '12', undefined],
  [dockets({ companyName: 'Ostling Audio Corporation' }), 'Ostling Audio', 'narrower'],
  [dockets({ companyName: 'Ostling Audio Corporation' }), 'Ostlin Audio', 'near'],
  [dockets({ companyName: 'Société Bélier' }), 'Belier', 'narrower'],
  [dockets({ patentNumber: '6834603' }, { name: 'Kelmont Devices' }), 'Kelmond Devices', 'near'],
])('a watch knows whether its search would find this name: %j, %s: %s', (watch, text, match) => {
  expect(wouldFind(watch, text)).toBe(match);
});

it.each([
  ['a court', dockets({ companyName: 'Rival' }, { courts: ['ded'] }), 'Rival Toys'],
  ['a patent', dockets({ companyName: 'Rival', patentNumber: '6834603' }), 'Rival Toys'],
  ['a register', designs({ holder: 'Rival' }), 'The other Rival'],
  ['a register', designs({ registrationNumber: 'DM/200001' }), 'DM/200001'],
  ['a class', designs({ holder: 'Rival', locarno: '09-01' }), 'Rival Chairs'],
])('a watch that is limited to %s does not claim to find every record of a name: %j, %s', (_, watch, text) => {
  expect(wouldFind(watch, text)).toBe('limited');
});
