import { expect, it } from 'vitest';
import { openStore } from '../../src/store/openStore.ts';
import { docketHit, docketWith, entryHit } from '../check/hits.ts';
import { jsonLines, openMachine } from './machine.ts';

const mute = (subject: string) => ['mute', subject, '--until', '2999-01-01', '--why', 'settlement talks'];

it('the mute of a watch says which other watches still report its case, and how to mute the case', async () => {
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
  // On a line of its own, as the line before ends with the command that ends the mute.
  expect((await machine.run(mute('delaware'))).stdout).toContain(
    'tipstaff unmute delaware\nIts case is also watched by patent and rival, which this does not mute. To mute the case: tipstaff mute 7001 --until DAY --why REASON',
  );
  expect((await machine.run(mute('rival'))).stdout).toMatch(
    /2 of its 2 cases are also watched by patent, which this does not mute\. To mute one \(1:20-cv-00168\): tipstaff mute 7001 --until DAY --why REASON$/m,
  );
  expect((await machine.run(mute('patent'))).stdout).not.toContain('also watched');
});

it('a mute and a pause end in time even if only `tipstaff check` runs, from a crontab', async () => {
  const machine = await openMachine({
    watches: [
      { id: 'delaware', dockets: { caseNumber: '1:20-cv-00168' }, notify: ['slack'] },
      { id: 'rival', dockets: { companyName: 'Rival' }, notify: ['counsel'] },
    ],
  });
  const showEntries = (count: number) => {
    const entries = Array.from({ length: count }, (_, at) =>
      entryHit(at + 1, { description: `MINUTE ORDER ${at + 1}` }),
    );
    machine.service.dockets = [docketWith(entries)];
  };
  const check = async () => {
    const { stdout } = await machine.run(['check', '--json']);
    return {
      checked: jsonLines(stdout).map(({ watch }) => watch),
      posts: machine.newPosts().join(),
      mails: machine
        .newMails()
        .map(({ text }) => text)
        .join(),
    };
  };
  showEntries(1);
  await check();
  await machine.run(mute('delaware'));
  await machine.run(['watches', 'pause', 'rival', '--until', '2999-01-01']);
  showEntries(2);
  expect(await check()).toEqual({ checked: ['delaware'], posts: '', mails: '' });
  const store = await openStore(machine.database);
  const until = new Date().toISOString();
  await store.db.updateTable('holds').set({ until }).execute();
  await store.close();
  const after = await check();
  expect(after.checked).toEqual(['delaware', 'rival']);
  expect(after.posts).toMatch(/MINUTE ORDER 2.*settlement talks|settlement talks.*MINUTE ORDER 2/s);
  expect(after.mails).toContain('MINUTE ORDER 2');
});
