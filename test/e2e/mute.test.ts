import { expect, it } from 'vitest';
import { docketHit } from '../check/hits.ts';
import { openMachine } from './machine.ts';

const mute = (subject: string) => ['mute', subject, '--until', '2999-01-01', '--why', 'settlement talks'];

it('the mute of a watch says at once who else still reports its case, and how to silence that', async () => {
  const machine = await openMachine({
    watches: [
      { id: 'delaware', announce: false, dockets: { caseNumber: '1:20-cv-00168' } },
      { id: 'patent', announce: false, dockets: { patentNumber: '6834603' } },
      { id: 'rival', announce: false, dockets: { companyName: 'Rival' } },
      { id: 'silent', announce: false, notify: [], dockets: { companyName: 'Widget' } },
    ],
  });
  machine.service.dockets = [docketHit(), docketHit({ docketId: 7002, docketNumber: '1:20-cv-00200' })];
  await machine.run(['check']);
  expect((await machine.run(mute('delaware'))).stdout).toContain(
    'Its case is also watched by patent and rival, which still report it: tipstaff mute 7001 silences the case.',
  );
  expect((await machine.run(mute('rival'))).stdout).toMatch(
    /2 of its 2 cases are also watched by patent, which still reports them\. To silence one: tipstaff mute 7001 \(1:20-cv-00168\)\./,
  );
  expect((await machine.run(mute('patent'))).stdout).not.toContain('also watched');
});
