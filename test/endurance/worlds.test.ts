import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { startSandbox } from '../../src/sandbox/startSandbox.ts';
import type { StoredChange } from '../../src/snapshot/changesTable.ts';
import { type Office, openOffice } from '../check/office.ts';
import { pragma } from '../database/sqliteFile.ts';
import { aDay, FaultyWorld, ordersOf } from './faultyWorld.ts';

const goneAfterChecks = 4;
const watches = [
  { id: 'patent', dockets: { patentNumber: '7000001' } },
  { id: 'company', notify: ['brand'], dockets: { companyName: 'Alder' } },
  { id: 'designs', notify: ['brand'], designs: { source: 'HAGUE', holder: 'Alder' } },
].map((watch) => ({ ...watch, announce: false }));

/** What a change says, a line for each watch and each thing, as the world words its truth. */
function linesOf({ kind, record, entry, fields, watches: reported }: StoredChange): string[] {
  const what = kind === 'entry.new' ? [asFiled(entry?.description)] : fields.map(({ field }) => field);
  const things = kind.endsWith('.new') && kind !== 'entry.new' ? [''] : what.length > 0 ? what : [''];
  return reported.flatMap((watch) => things.map((thing) => `${watch} ${kind} ${record.key} ${thing}`.trim()));
}

/** An entry first seen while its text comes with other blanks is reported with these: that is what the service showed. */
function asFiled(text: string | undefined): string | undefined {
  return text?.replaceAll(' , ', ', ');
}

/** How many entries these changes stand for beyond those reported one by one, by watch and docket. */
function countTogether(changes: readonly StoredChange[], kind: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const change of changes.filter((each) => each.kind === kind)) {
    for (const watch of change.watches) {
      const name = `${watch} ${change.record.key}`;
      counts.set(name, (counts.get(name) ?? 0) + Number(change.fields[0]?.after));
    }
  }
  return counts;
}

const isTogether = ({ kind }: StoredChange) => kind === 'entry.backfill' || kind === 'entry.unseen';

/** @returns what of the truth was not reported yet; nothing may be reported that is not true, and nothing twice. */
async function untold(office: Office, truth: readonly string[], story: string): Promise<string[]> {
  const changes = await office.changes();
  const left = [...truth];
  for (const line of changes.filter((change) => !isTogether(change)).flatMap(linesOf)) {
    const at = left.indexOf(line);
    expect(at < 0 ? `${line}: ${truth.includes(line) ? 'reported twice' : 'not true'}` : '', story).toBe('');
    left.splice(at, 1);
  }
  for (const [name, count] of countTogether(changes, 'entry.backfill')) {
    const [watch, key] = name.split(' ');
    for (let reported = 0; reported < count; reported += 1) {
      const at = left.findIndex((line) => line.startsWith(`${watch} entry.new ${key} `));
      expect(at < 0 ? `${name}: more entries reported together than there are` : '', story).toBe('');
      left.splice(at, 1);
    }
  }
  return left;
}

/** Each change goes to a channel in one alert, whichever watches it belongs to. */
async function expectReportedOnce(office: Office): Promise<void> {
  const reports = await office.store.db
    .selectFrom('alert_changes')
    .innerJoin('alerts', 'alerts.id', 'alert_changes.alert_id')
    .select(['change_id', 'channel', 'alert_id'])
    .distinct()
    .execute();
  const rows = reports.map(({ change_id, channel }) => `${change_id} ${channel}`);
  expect(new Set(rows).size).toBe(rows.length);
}

it('reports all of the truth, once, and nothing else, whatever befalls the responses on the way', async () => {
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
              await untold(office, world.truth, `spell ${index}: ${day.faults.map(({ name }) => name).join(', ')}`);
            }
            sandbox.setFaults();
            office.pass(1);
            const quiet = await office.check();
            expect(quiet.map(({ outcome }) => outcome)).toEqual(watches.map(() => 'complete'));
            expect(
              (await untold(office, world.truth, `quiet after spell ${index}`)).filter((line) => !isGone(line)),
            ).toEqual([]);
          }
          for (let check = 0; check < goneAfterChecks; check += 1) {
            office.pass(1);
            await office.check();
          }
          expect(await untold(office, world.truth, 'in the end')).toEqual([]);
          await expectReportedOnce(office);
        } finally {
          await office.close();
          await sandbox.close();
        }
      },
    ),
    // Shrinking a story of days would take minutes: the seed and path say how to.
    { numRuns: Number(process.env.TIPSTAFF_RUNS ?? 50), endOnFailure: true },
  );
});
