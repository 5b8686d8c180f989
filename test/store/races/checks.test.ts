import { expect, it } from 'vitest';
import type { CheckSummary } from '../../../src/check/checkParts.ts';
import { runCheck } from '../../../src/check/runCheck.ts';
import { watchesById } from '../../../src/config/config.ts';
import { queriesOf, syncWatches } from '../../../src/schedule/syncWatches.ts';
import type { Store } from '../../../src/store/store.ts';
import { designHit, docketWith, entryHit } from '../../check/hits.ts';
import { type Office, officeThatKnows, openOffice } from '../../check/office.ts';
import { endDeadClaims } from '../database.ts';
import { alsoOpen, sideBySide } from './race.ts';

const watches = [
  { id: 'patent', dockets: { patentNumber: '6,834,603' } },
  { id: 'party', dockets: { companyName: 'Rival' } },
];

/** Two processes check the watches and end side by side. Each compares with what was stored before either ended. */
async function bothCheck(office: Office, ids = ['patent', 'party']): Promise<CheckSummary[]> {
  const beside = sideBySide();
  const other = await alsoOpen(office.store);
  return Promise.all(ids.map((id, index) => checkOn(office, id, beside(index === 0 ? office.store : other))));
}

async function checkOn(office: Office, watchId: string, store: Store): Promise<CheckSummary> {
  const parts = office.parts();
  const watch = watchesById(parts.config.watches).get(watchId);
  const queryId = (watch && queriesOf(watch)[0]?.id) ?? '';
  const claim = (await store.queue.checks.claim(queryId, office.now)) ?? expect.fail('the query is claimed');
  return runCheck({ ...parts, store }, { claim });
}

async function officeOfTwo(): Promise<Office> {
  const office = await officeThatKnows({ dockets: [docketWith([entryHit(1)])] }, { watches });
  office.pass(1);
  return office;
}

it('an entry that two checks find at once is reported once, for both watches', async () => {
  const office = await officeOfTwo();
  office.service.dockets = [docketWith([entryHit(1), entryHit(2)])];
  await bothCheck(office);
  expect(await office.newAlerts()).toEqual([expect.stringMatching(/^counsel: entry\.new .* \[party, patent\]$/)]);
  const changes = await office.changes();
  expect(changes.map(({ kind, watches: of }) => [kind, of])).toEqual([['entry.new', ['party', 'patent']]]);
});

it('a case that two checks find at once is one record, and one change for both watches', async () => {
  const office = await officeOfTwo();
  const another = docketWith([entryHit(1)], { docketId: 9002, docketNumber: '1:26-cv-00009', dateFiled: '2026-11-19' });
  office.service.dockets = [...office.service.dockets, another];
  await bothCheck(office);
  const reported = await office.newAlerts();
  expect(reported.map((line) => line.replace(/ \S+$/, ''))).toEqual([expect.stringContaining('docket.new')]);
  const changes = await office.changes();
  expect(changes.map(({ kind, watches: of }) => [kind, of])).toEqual([['docket.new', ['party', 'patent']]]);
  expect(await office.store.db.selectFrom('records').select('id').execute()).toHaveLength(2);
});

it('the baseline of two registers whose first checks end at once is announced once', async () => {
  const office = await openOffice({
    watches: [{ id: 'bottles', notify: ['brand'], designs: { source: ['HAGUE', 'EMID'], holder: 'Rival' } }],
  });
  office.service.designs = [designHit(1)];
  const { store } = office;
  await syncWatches(store, office.parts().config, office.now);
  const [watch] = office.parts().config.watches;
  const beside = sideBySide();
  const other = await alsoOpen(store);
  const queries = watch === undefined ? [] : queriesOf(watch);
  expect(queries).toHaveLength(2);
  await Promise.all(
    queries.map(async ({ id: queryId }, index) => {
      const own = beside(index === 0 ? store : other);
      const claim = await own.queue.checks.claim(queryId, office.now);
      if (claim !== undefined) await runCheck({ ...office.parts(), store: own }, { claim });
    }),
  );
  expect(await office.newAlerts()).toEqual([expect.stringMatching(/^brand: baseline bottles/)]);
});

it('a check that was taken over commits nothing beside the check that took over', async () => {
  const office = await officeOfTwo();
  office.service.dockets = [docketWith([entryHit(1), entryHit(2)])];
  const [watch] = office.parts().config.watches;
  const queryId = (watch && queriesOf(watch)[0]?.id) ?? '';
  const beside = sideBySide();
  const other = await alsoOpen(office.store);
  const first = await office.store.queue.checks.claim(queryId, office.now);
  const later = new Date(office.now.getTime() + 61_000);
  await endDeadClaims(office.store, later);
  const second = await other.queue.checks.claim(queryId, later);
  if (first === undefined || second === undefined) throw new Error('not claimed');
  const ended = await Promise.all([
    runCheck({ ...office.parts(), store: beside(office.store) }, { claim: first }),
    runCheck({ ...office.parts(), store: beside(other) }, { claim: second }),
  ]);
  expect(ended.map(({ outcome }) => outcome)).toEqual(['skipped', 'complete']);
  expect((await office.changes()).map(({ kind }) => kind)).toEqual(['entry.new']);
});
