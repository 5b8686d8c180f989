import { setTimeout as after } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { designHit, docketHit, docketWith, entryHit } from '../check/hits.ts';
import { truth } from '../check/service.ts';
import { type Machine, openMachine } from './machine.ts';

const slotMs = 5000;
const common = { announce: false, notify: ['counsel'], schedule: '*/5 * * * * *' };

/** Three cases and a design register, each asked by a watch of its own; a call takes 200 ms. */
async function openFour(): Promise<Machine> {
  const machine = await openMachine({
    http: { port: 0 },
    operators: [],
    spreadSeconds: 0,
    watches: [
      { ...common, id: 'patent', dockets: { patentNumber: '6834603' } },
      { ...common, id: 'company', dockets: { companyName: 'Kelmont' } },
      { ...common, id: 'number', dockets: { caseNumber: '1:26-cv-00777' } },
      { ...common, id: 'designs', designs: { source: 'HAGUE', holder: 'Rival' } },
    ],
  });
  world(machine, 1);
  // Within one slot: a first check on the other side of it would have its next due time a slot later than the others.
  const slotNow = () => Math.floor(Date.now() / slotMs);
  for (let slot = 0; slot !== slotNow(); ) {
    await after(slotMs - (Date.now() % slotMs));
    slot = slotNow();
    expect(await machine.run(['check'])).toMatchObject({ code: 0 });
  }
  machine.service.reply = async (call) => {
    await after(200);
    return { body: truth(machine.service, call) };
  };
  return machine;
}

const company = { docketId: 7002, docketNumber: '2:26-cv-00012', patentNumbers: [], parties: ['Kelmont LLC'] };
const numbered = { docketId: 7003, docketNumber: '1:26-cv-00777', patentNumbers: [], parties: ['Others'] };

function world(machine: Machine, entries: number): void {
  const all = Array.from({ length: entries }, (_, index) => entryHit(index + 1));
  machine.service.dockets = [docketWith(all), docketWith(all, company), docketHit(numbered)];
  machine.service.designs = [designHit(1, { STATUS: entries > 1 ? 'EXP' : 'ACT' })];
}

/** Runs the daemon until so many mails have come, and a second longer, in which no other may come. */
async function runUntil(machine: Machine, isEnough: () => boolean, longerMs = 1000): Promise<void> {
  const enough = (async () => {
    for (let tries = 0; !isEnough(); tries += 1) {
      if (tries > 2000) throw new Error('in vain');
      await after(10);
    }
    await after(longerMs);
  })();
  await machine.run(['run'], { killWhen: enough, env: { LOG_LEVEL: 'silent' } });
  await enough;
}

it('what falls due together is one mail of the daemon, across queries and registers', async () => {
  const machine = await openFour();
  world(machine, 2);
  await runUntil(machine, () => machine.mail.mails.length > 0);
  const mails = machine.newMails();
  expect(mails.map((mail) => mail.subject)).toHaveLength(1);
  expect(mails[0]?.text).toContain('1:20-cv-00168');
  expect(mails[0]?.text).toContain('2:26-cv-00012');
  expect(mails[0]?.text).toContain('DM/200001');
}, 60_000);

it('a daemon that is killed while an alert waits loses and repeats nothing of it', async () => {
  const machine = await openFour();
  world(machine, 2);
  const before = machine.service.calls.length;
  // Two of four have responded: one alert waits for the others.
  await runUntil(machine, () => machine.service.calls.length >= before + 3, 100);
  expect(machine.newMails()).toEqual([]);
  await runUntil(machine, () => machine.mail.mails.length > 0);
  const mails = machine.newMails();
  expect(mails).toHaveLength(1);
  for (const record of ['1:20-cv-00168', '2:26-cv-00012', 'DM/200001']) {
    expect(
      mails
        .map((mail) => mail.text)
        .join()
        .split(new RegExp(`${record}[,)]`)).length - 1,
      record,
    ).toBe(1);
  }
}, 60_000);
