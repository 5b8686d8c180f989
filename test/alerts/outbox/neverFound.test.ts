import { expect, it } from 'vitest';
import { coverageWarnings } from '../../../src/alerts/message/coverageWords.ts';
import { gatherCoverage } from '../../../src/alerts/message/gatherCoverage.ts';
import { watchFacts } from '../../../src/alerts/outbox/watchFacts.ts';
import { remindOfFoundNothing } from '../../../src/daemon/maintenance.ts';
import { neverFoundRows } from '../../../src/schedule/watchStatusQueries.ts';
import { docketHit } from '../../check/hits.ts';
import { serveOffice } from '../../web/serveOffice.ts';
import { noticesOf } from './outbox.ts';

const watches = [
  { id: 'all', dockets: { patentNumber: '6,834,603' } },
  { id: 'ostling', name: 'Ostling Audio', dockets: { companyName: 'Ostling Audio Corporation' } },
  { id: 'norstead', name: 'Norstead', dockets: { companyName: 'Norstead' } },
  { id: 'elsewhere', name: 'Elsewhere', dockets: { companyName: 'Rival', court: 'txed' } },
  { id: 'falcon', name: 'Falcon', matter: 'M-8', confidential: true, dockets: { companyName: 'Falcon' } },
  { id: 'idle', name: 'Idle', dockets: { companyName: 'Idle' } },
];

async function openSilentOffice() {
  const { office, url } = await serveOffice({ watches });
  office.service.dockets = [docketHit({ parties: ['Rival Inc.', 'Ostling Audio Corp.'] })];
  await office.alertsOfCheck({ ids: watches.map(({ id }) => id).filter((id) => id !== 'idle') });
  return { office, url };
}

it('Today and the digest name the watches that have never found anything, with a suggestion', async () => {
  const { office, url } = await openSilentOffice();
  const page = (await (await fetch(url)).text()).replace(/<[^>]+>/g, '');
  // This viewer may not see the confidential watch.
  expect(page).toMatch(
    /3 watches have never found anything: Ostling Audio \(Did you mean: Ostling Audio Corp\. \(1 case\)\), Norstead, Elsewhere \(Did you mean: Rival Inc\. \(1 case\)\)/,
  );
  expect(page).not.toContain('M-8');
  expect(page).not.toContain('Idle, ');

  const { config, clock } = office.parts();
  const checked = config.watches.filter(({ id }) => id !== 'idle');
  const coverage = await gatherCoverage(office.store.db, checked, clock());
  const [warning] = coverageWarnings({ coverage, checks: [], timezone: 'UTC' }, { discreet: true });
  expect(warning).toEqual({
    tone: 'amber',
    text: '4 watches have never found anything: Ostling Audio, Norstead, Elsewhere and Matter M-8. Ostling Audio: Did you mean: Ostling Audio Corp. (1 case). Elsewhere: Did you mean: Rival Inc. (1 case).',
  });
  // A name that only another channel's watch holds is not suggested here.
  const [ostling] = checked.filter(({ id }) => id === 'ostling');
  const alone = await gatherCoverage(office.store.db, ostling ? [ostling] : [], clock());
  expect(alone.neverFound).toEqual([{ watch: ostling && watchFacts(ostling), since: office.now.toISOString() }]);
});

it('the operators get a reminder of these watches once a week, after the first week', async () => {
  const { office } = await openSilentOffice();
  const remind = async () => {
    await remindOfFoundNothing({ ...office.parts(), store: office.store });
    return (await office.newAlerts()).filter((line) => line.startsWith('ops: '));
  };
  expect(await remind()).toEqual([]);
  office.pass(8);
  expect(await remind()).toEqual(['ops: found-nothing began']);
  expect(await remind()).toEqual([]);
  office.pass(7);
  expect(await remind()).toEqual(['ops: found-nothing began']);
  const payload = JSON.stringify((await noticesOf(office.store)).at(-1));
  expect(payload).toContain('4 watches have never found anything: ostling (Did you mean: Ostling Audio Corp. (1 case)');
  expect(payload).toContain('matter M-8');
  expect(payload).not.toContain('Falcon');
  // No incident stays open for these watches, so that a healthy installation reports none.
  expect(await office.store.db.selectFrom('incidents').select('id').where('endedAt', 'is', null).execute()).toEqual([]);
});

it('a watch that has since found something is no longer named', async () => {
  const { office, url } = await openSilentOffice();
  office.service.dockets = [
    ...office.service.dockets,
    docketHit({ docketId: 2, parties: ['Norstead', 'Falcon', 'Ostling Audio Corporation'] }),
    docketHit({ docketId: 3, courtId: 'txed', parties: ['Rival'] }),
  ];
  await office.check({ after: 1 });
  expect(await (await fetch(url)).text()).toContain('1 watch has never found anything');
});

it('a watch has found nothing since the first check of its first search', async () => {
  const watchOf = (...companyName: string[]) => ({ watches: [{ id: 'two', dockets: { companyName } }] });
  const { office } = await serveOffice(watchOf('Norstead'));
  await office.check();
  const since = office.now.toISOString();
  office.pass(1);
  await office.configure(watchOf('Norstead', 'Ostling'));
  await office.check();
  expect(await neverFoundRows(office.store.db)).toEqual([{ watchId: 'two', since }]);
});
