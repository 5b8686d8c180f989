import { setTimeout as after } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { designHit, docketHit, docketWith, entryHit } from '../../check/hits.ts';
import { startDaemonHere } from '../../daemon/daemonHere.ts';
import { type Machine, openMachine } from '../../e2e/machine.ts';
import { eventually } from '../../eventually.ts';

const watch = { announce: false, notify: ['counsel'], schedule: '0 7 1 1 *' };
const company = { docketId: 7002, docketNumber: '2:26-cv-00012', patentNumbers: [], parties: ['Kelmont LLC'] };
const numbered = { docketId: 7003, docketNumber: '1:26-cv-00777', patentNumbers: [], parties: ['Others'] };

function show(machine: Machine, entries: number): void {
  const all = Array.from({ length: entries }, (_, index) => entryHit(index + 1));
  machine.service.dockets = [docketWith(all), docketWith(all, company), docketHit(numbered)];
  machine.service.designs = [designHit(1, { STATUS: entries > 1 ? 'EXP' : 'ACT' })];
}

/** Opens four watches with a baseline, for three cases and a design register, which all fell due at one moment. */
async function openFour(): Promise<Machine> {
  const machine = await openMachine({
    http: { host: '127.0.0.1', port: 0 },
    operators: [],
    // An alert waits this long for the other checks, whatever else the machine does.
    delivery: { groupSeconds: 30 },
    spreadSeconds: 0,
    watches: [
      { ...watch, id: 'patent', dockets: { patentNumber: '6834603' } },
      { ...watch, id: 'company', dockets: { companyName: 'Kelmont' } },
      { ...watch, id: 'number', dockets: { caseNumber: '1:26-cv-00777' } },
      { ...watch, id: 'designs', designs: { source: 'HAGUE', holder: 'Rival' } },
    ],
  });
  show(machine, 1);
  expect(await machine.run(['check'])).toMatchObject({ code: 0 });
  const database = new SQLite(machine.database);
  database.prepare('update watch_queries set next_due_at = ?').run('2026-01-01T07:00:00.000Z');
  database.close();
  return machine;
}

/** Counts rows on one connection, as each new one would read the schema again. */
function counterOf({ database }: Machine): (what: string) => number {
  const connection = new SQLite(database, { readonly: true });
  onTestFinished(() => void connection.close());
  return (what) => Number(connection.prepare(`select count(*) from ${what}`).pluck().get());
}

it('checks that fall due together lead to one mail, even if the daemon is killed while the alert waits', async () => {
  const machine = await openFour();
  const count = counterOf(machine);
  show(machine, 2);
  // The first two queries get a response, and the other two keep the alert waiting.
  machine.service.reply = ({ body }) =>
    body.patentNumber === undefined && body.companyName === undefined ? new Promise(() => {}) : undefined;
  const twoOfFour = (async () => {
    while (count('checks') < 6 || count("alerts where state = 'waiting'") < 1) await after(20);
  })();
  expect((await machine.run(['run'], { killWhen: twoOfFour })).code).toBeNull();
  expect(machine.newMails()).toEqual([]);

  machine.service.reply = () => undefined;
  await startDaemonHere(machine);
  await eventually(() => expect(count("checks where outcome = 'complete'")).toBe(8));
  await eventually(() => expect(count("alerts where state = 'waiting'")).toBe(0));
  const mails = machine.newMails();
  expect(mails.map(({ subject }) => subject)).toHaveLength(1);
  for (const record of ['1:20-cv-00168', '2:26-cv-00012', 'DM/200001'])
    expect((mails[0]?.text ?? '').split(new RegExp(`${record}[,)]`)).length - 1, record).toBe(1);
});
