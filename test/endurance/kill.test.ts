import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { startSandbox } from '../../sandbox/startSandbox.ts';
import { Dice } from '../../sandbox/world/dice.ts';
import { openStore } from '../../src/store/openStore.ts';
import { openOffice } from '../check/office.ts';
import { jsonLines, type Machine, openMachine } from '../e2e/machine.ts';
import type { Ran } from '../runHere.ts';
import { FaultyWorld } from './faultyWorld.ts';
import { readInstants, toCount, toDie } from './instants.ts';

const kills = Number(process.env.TIPSTAFF_KILLS ?? 4);
const seed = process.env.TIPSTAFF_SEED ?? '1';

const everySecond = '* * * * * *';
const watches = [
  { id: 'patent', notify: ['counsel'], dockets: { patentNumber: '7000001' } },
  { id: 'company', notify: ['counsel', 'slack'], dockets: { companyName: 'Alder' } },
  { id: 'designs', notify: ['slack'], designs: { source: 'HAGUE', holder: 'Alder' } },
].map((watch) => ({ ...watch, announce: false, schedule: everySecond }));

/** Their reports are the same in the end, however many of them come between two checks. */
const eventsThatStay = ['entries', 'case', 'design'] as const;

async function openKilled() {
  const sandbox = await startSandbox({ world: 'none' });
  onTestFinished(() => sandbox.close());
  // Without grouping each check's news is an alert of its own, so the kills hit many deliveries.
  const delivery = { retryBaseSeconds: 0.05, retryMaxSeconds: 0.1, giveUpAfterHours: 72, groupSeconds: 0 };
  const http = { host: '127.0.0.1', port: 0 };
  const machine = await openMachine({ operators: [], spreadSeconds: 0, watches, http, delivery });
  const env = { TIPSTAFF_BASE_URL: sandbox.url, TIPSTAFF_TOKEN: 'sandbox', LOG_LEVEL: 'silent' };
  const channel = { type: 'slack', webhookUrl: 'http://127.0.0.1:9/nobody' };
  const control = await openOffice({
    watches,
    channels: { counsel: channel, slack: channel },
    operators: [],
    service: { baseUrl: sandbox.url, token: 'sandbox' },
  });
  const check = async () => {
    control.now = new Date();
    expect((await control.check()).map(({ outcome }) => outcome)).toEqual(watches.map(() => 'complete'));
  };
  return { sandbox, machine, env, control: { ...control, check } };
}

/** Returns what a change reports, without who recorded it. */
function wordOf(change: Record<string, unknown>): string {
  const {
    kind,
    record,
    entry,
    watches: reported,
  } = change as { kind: string; record: { key: string }; entry?: { description: string } | null; watches: string[] };
  return [kind, record.key, entry?.description ?? '', ...reported].join(' | ');
}

async function sentAlerts(machine: Machine) {
  const store = await openStore(machine.database);
  const alerts = await store.db.selectFrom('alerts').select(['id', 'channel', 'state']).execute();
  const reports = await store.db
    .selectFrom('alertChanges')
    .innerJoin('alerts', 'alerts.id', 'alertChanges.alertId')
    .select(['changeId', 'alertId', 'channel'])
    .execute();
  await store.close();
  return { alerts, reports };
}

/** Resolves shortly after a random number of further requests, mails and posts. */
function soonAfter(machine: Machine, sandbox: Sandbox, dice: Dice, over: AbortSignal): Promise<void> {
  const count = () =>
    sandbox.stats.requests.pacer +
    sandbox.stats.requests.wipo +
    machine.mail.mails.length +
    machine.slack.requests.length;
  const enough = count() + dice.between(1, watches.length + 3);
  return (async () => {
    while (count() < enough && !over.aborted) await sleep(2);
    await sleep(dice.next() * 60);
  })();
}

it(`${kills} kills lose and double nothing, and repeat one alert each at most (TIPSTAFF_SEED=${seed})`, async () => {
  const dice = new Dice('kills', seed);
  const { sandbox, machine, env, control } = await openKilled();
  const today = new Date().toISOString().slice(0, 10);
  const world = new FaultyWorld(sandbox, today);
  const moveOn = () => world.happen({ kind: dice.pick(eventsThatStay), pick: dice.between(0, 1000) }, today);
  const quietCheck = async () => expect(await machine.run(['check'], { env })).toMatchObject({ code: 0, stderr: '' });
  await quietCheck();
  await control.check();
  // With news, so that the counted run includes mails and posts.
  for (let event = 0; event < 4; event += 1) moveOn();
  await control.check();
  const counted = join(machine.folder, 'instants.json');
  const whole = await machine.run(['check'], { env: { ...env, ...toCount(counted) }, asProcess: true });
  expect(whole).toMatchObject({ code: 0, stderr: '' });
  const instants = readInstants(counted);

  let killed = 0;
  let rounds = 0;
  const died: Ran[] = [];
  for (; killed < kills; rounds += 1) {
    expect(rounds).toBeLessThan(kills * 3);
    moveOn();
    if (dice.chance(0.3)) moveOn();
    await control.check();
    const command = dice.chance(0.3) ? 'run' : 'check';
    const over = new AbortController();
    const death = dice.chance(0.2)
      ? { env, killWhen: soonAfter(machine, sandbox, dice, over.signal) }
      : { env: { ...env, ...toDie(rounds, instants) }, asProcess: true };
    const ran = await machine.run([command], death);
    over.abort();
    if (ran.code === null) killed += 1;
    else if (ran.code !== 0) died.push(ran);
  }
  expect(died).toEqual([]);
  await quietCheck();
  await quietCheck();

  const recorded = jsonLines((await machine.run(['changes', '--json'], { env })).stdout);
  const truth = (await control.changes()).map((change) => wordOf({ ...change }));
  expect(recorded.map(wordOf).sort()).toEqual(truth.sort());
  expect(new Set(truth).size).toBe(truth.length);

  const { alerts, reports } = await sentAlerts(machine);
  expect(alerts.filter(({ state }) => state !== 'sent')).toEqual([]);
  const channelsOf = new Map(watches.map(({ id, notify }) => [id, notify]));
  const wanted = recorded.flatMap(({ id, watches: reported }) =>
    [...new Set((reported as string[]).flatMap((watch) => channelsOf.get(watch) ?? []))].map(
      (channel) => `${id} ${channel}`,
    ),
  );
  expect([...new Set(reports.map(({ changeId, channel }) => `${changeId} ${channel}`))].sort()).toEqual(wanted.sort());

  const mails = machine.newMails();
  const posts = machine.newPosts();
  const toCounsel = new Map(mails.map((mail) => [mail.messageId, mail.text]));
  const toSlack = new Set(posts);
  expect(toCounsel.size).toBe(alerts.filter(({ channel }) => channel === 'counsel').length);
  for (const change of recorded.filter(({ kind }) => kind === 'entry.new')) {
    const { description } = change.entry as { description: string };
    const { alertId } = reports.find((report) => report.changeId === change.id && report.channel === 'counsel') ?? {};
    const [, text = 'no mail'] = [...toCounsel].find(([messageId]) => messageId.startsWith(`<alert-${alertId}.`)) ?? [];
    expect(text.replace(/\s+/g, ' ')).toContain(description);
  }
  const repeats = mails.length - toCounsel.size + posts.length - toSlack.size;
  process.stdout.write(
    `killed ${killed} of ${rounds} processes (a whole check: ${JSON.stringify(instants)}): ${recorded.length} changes, ` +
      `${alerts.length} alerts, ${mails.length} mails, ${posts.length} posts, ${repeats} repeated\n`,
  );
  expect(repeats).toBeLessThanOrEqual(killed);
  expect(alerts.length).toBeGreaterThan(killed / 10);
});
