import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { startSandbox } from '../../sandbox/startSandbox.ts';
import { type Office, openOffice } from '../check/office.ts';
import { runs } from '../runs.ts';
import { pragma } from '../store/sqliteFile.ts';
import { compareTruth } from './compareTruth.ts';
import { aDay, FaultyWorld, ordersOf } from './faultyWorld.ts';

const goneAfterChecks = 4;
const watches = [
  { id: 'patent', dockets: { patentNumber: '7000001' } },
  { id: 'company', notify: ['brand'], dockets: { companyName: 'Alder' } },
  { id: 'designs', notify: ['brand'], designs: { source: 'HAGUE', holder: 'Alder' } },
].map((watch) => ({ ...watch, announce: false }));

/** Fails if a report is false or doubled. @returns the part of the truth that was not reported yet */
async function unreported(office: Office, truth: readonly string[], story: string): Promise<readonly string[]> {
  const { unreported: left, ...wrong } = compareTruth(await office.changes(), truth);
  expect(wrong, story).toEqual({ twice: [], untrue: [] });
  return left;
}

/** Each change is in one alert of a channel, whichever watches it belongs to. */
async function expectReportedOnce(office: Office): Promise<void> {
  const reports = await office.store.db
    .selectFrom('alertChanges')
    .innerJoin('alerts', 'alerts.id', 'alertChanges.alertId')
    .select(['changeId', 'channel', 'alertId'])
    .distinct()
    .execute();
  const rows = reports.map(({ changeId, channel }) => `${changeId} ${channel}`);
  expect(new Set(rows).size).toBe(rows.length);
}

it('checks report all of the truth once, and nothing else, whatever faults the responses have', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(aDay, { minLength: 1, maxLength: goneAfterChecks - 1 }), { minLength: 1, maxLength: 4 }),
      async (spells) => {
        const sandbox = await startSandbox({ world: 'none', caps: { size: 7, num: 5 } });
        const office = await openOffice({
          goneAfterChecks,
          watches,
          service: { baseUrl: sandbox.url, token: 'sandbox' },
        });
        await pragma(office.store, 'synchronous = off');
        const today = () => office.now.toISOString().slice(0, 10);
        const world = new FaultyWorld(sandbox, today());
        const isGone = (line: string) => line.includes(' docket.gone ');
        try {
          await office.check();
          for (const [index, spell] of spells.entries()) {
            for (const day of spell) {
              office.pass(1);
              for (const event of day.events) world.happen(event, today());
              sandbox.setFaults(...ordersOf(day));
              await office.check();
              await unreported(office, world.truth, `spell ${index}: ${day.faults.map(({ name }) => name).join(', ')}`);
            }
            sandbox.setFaults();
            office.pass(1);
            const quiet = await office.check();
            expect(quiet.map(({ outcome }) => outcome)).toEqual(watches.map(() => 'complete'));
            expect(
              (await unreported(office, world.truth, `quiet after spell ${index}`)).filter((line) => !isGone(line)),
            ).toEqual([]);
          }
          for (let check = 0; check < goneAfterChecks; check += 1) await office.check({ after: 1 });
          expect(await unreported(office, world.truth, 'in the end')).toEqual([]);
          await expectReportedOnce(office);
        } finally {
          await office.close();
          await sandbox.close();
        }
      },
    ),
    // Shrinking a story of days would take minutes. The seed and path of the failure suffice.
    { numRuns: runs({ few: 1, many: 5 }), endOnFailure: true },
  );
});
