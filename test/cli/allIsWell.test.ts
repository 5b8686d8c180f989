import { expect, it } from 'vitest';
import { sinceTime } from '../../src/cli/output.ts';
import { whatIsNotWell } from '../../src/cli/status.ts';
import { listWatchStatus } from '../../src/schedule/watchStatusQueries.ts';
import { keepProcess, roles } from '../../src/store/processes.ts';
import { endpoints } from '../../src/web/pages.ts';
import { designHit, docketHit } from '../check/hits.ts';
import { type Office, officeThatKnows, openOffice } from '../check/office.ts';
import { refusal } from '../check/service.ts';
import { runHere } from '../runHere.ts';

/** Runs a command on the database of an office, in this process. */
async function run(office: Office, args: readonly string[]): Promise<{ code: number | null; output: string }> {
  const env = { TIPSTAFF_CONFIG: office.parts().config.file, TIPSTAFF_DATABASE: office.store.name };
  const { code, stdout, stderr } = await runHere(args, { env });
  return { code, output: stdout + stderr };
}

const watches = [
  { id: 'widget', matter: 'M-1', dockets: { patentNumber: '6834603' } },
  { id: 'dead', matter: 'M-2', dockets: { companyName: 'Rival Inc' } },
];

async function officeWithSilence(): Promise<Office> {
  const office = await openOffice({ watches });
  // The command uses the current time.
  office.now = new Date();
  office.service.reply = ({ body }) =>
    body.companyName === undefined ? undefined : { body: { code: 0, data: { total: 0, hits: [] } } };
  office.service.dockets = [docketHit({ parties: ['Widget Co.', 'Rival, Inc.'] })];
  await office.alertsOfCheck();
  return office;
}

it('status ends with whether all is well, and marks a watch that found nothing, with suggestions', async () => {
  const office = await officeWithSilence();
  const { code, output } = await run(office, ['status']);
  expect(output).toMatch(/dead +\S+ \S+ E[SD]T +complete .* 0 !/);
  expect(output).toContain('! dead has found NOTHING since its first complete check');
  expect(output).toContain('write Rival. Did you mean: Rival, Inc. (1 case).');
  const last = output.trim().split('\n').at(-1);
  expect(last).toBe('All else is well: 2 watches, every last check complete, no alert late.');
  expect(code).toBe(0);
  const own = { id: 'one/1', host: 'here', version: '1', roles, config: '', startedAt: '' };
  await keepProcess(office.store.db, own, new Date());
  expect((await run(office, ['status'])).output).toContain(last);
  expect((await run(office, ['status', 'widget'])).code).toBe(0);
});

it('status says what is not well, and exits with 1', async () => {
  const office = await officeWithSilence();
  office.service.reply = () => refusal(9100, 'server error');
  await office.check();
  const { code, output } = await run(office, ['status']);
  const last = output.trim().split('\n').at(-1);
  expect(last).toMatch(/^Not well: not checked completely: (dead and widget|widget and dead)/);
  expect(code).toBe(1);
  expect((await run(office, ['status', '--json'])).code).toBe(1);
  expect((await run(office, ['status', 'dead'])).code).toBe(1);
});

it('status and doctor say that the budget is spent, before a check is skipped', async () => {
  // Of a fixed schedule, the budget would keep credits for the slots left today.
  const adaptive = watches.map((watch) => ({ ...watch, schedule: 'adaptive', atLeastEvery: '48h' }));
  const office = await openOffice({ watches: adaptive, budget: { perDay: 24 } });
  office.now = new Date();
  office.service.dockets = [docketHit({ parties: ['Rival Inc'] })];
  expect(await office.check()).toMatchObject([{ outcome: 'complete' }, { outcome: 'complete' }]);
  const why =
    'Checks are skipped: today (UTC) 24 of 24 credits are spent and the check needs about 2 (budget.perDay). ' +
    'They resume when the next day begins (UTC), or with a larger budget in the config.';
  const { code, output } = await run(office, ['status']);
  expect(output).toContain(`! ${why}\n`);
  expect(output).toMatch(/^Not well: the budget is spent\.$/m);
  expect(code).toBe(1);
  const found = (await run(office, ['doctor', '--json'])).output.split('\n').find((line) => line.includes('"budget"'));
  expect(JSON.parse(found ?? '')).toMatchObject({ check: 'budget', state: 'warning', detail: why });
  await office.check();
  expect((await run(office, ['status'])).output.split('Checks are skipped')).toHaveLength(2);
});

it('whatIsNotWell names watches never checked or overdue, open incidents and undelivered alerts', async () => {
  const office = await openOffice({ watches });
  const { config } = office.parts();
  const none = new Set<string>();
  const found = { incidents: [], undelivered: 0, running: [], unchecked: none, removed: none, now: office.now };
  expect(whatIsNotWell(config.watches, { ...found, status: [] })).toEqual(['not checked yet: widget and dead']);
  office.service.dockets = [docketHit()];
  await office.check();
  const status = await listWatchStatus(office.store.db);
  expect(whatIsNotWell(config.watches, { ...found, status })).toEqual([]);
  const later = new Date(office.now.getTime() + 7 * 24 * 3_600_000);
  expect(
    whatIsNotWell(config.watches, { ...found, status, now: later, undelivered: 2, incidents: [{ kind: 'x' }] }),
  ).toEqual([
    'overdue for more than an hour: is the daemon running?: dead and widget',
    '1 open incident',
    '2 alerts undelivered: tipstaff alerts --undelivered',
  ]);
});

it('all is not well if processes run, but none of them checks or delivers', async () => {
  const office = await officeThatKnows({ dockets: [docketHit()] });
  const own = { id: 'one/1', host: 'here', version: '1', roles: ['web'], config: '', startedAt: '' };
  await keepProcess(office.store.db, own, new Date());
  const { code, output } = await run(office, ['status']);
  expect(code).toBe(1);
  expect(output).toContain('! No process has the role check: start one (tipstaff run --only check).');
  expect(output).toMatch(/^Not well: .*no process has the role check; no process has the role deliver/m);
});

it('changes filters by matter and age, shows court and entry number, and suggests the nearest spelling', async () => {
  const office = await officeWithSilence();
  office.service.dockets = [docketHit({ parties: ['Widget Co.', 'Rival, Inc.'], status: 'terminated' })];
  await office.check();
  const listed = await run(office, ['changes', '--matter', 'M-1', '--since', '7d']);
  expect(listed.output).toMatch(/COURT +RECORD +D\.I\. +WATCHES/);
  expect(listed.output).toMatch(/docket\.status +D\. Del\. +1:20-cv-00168/);
  expect((await run(office, ['changes', '--matter', 'M-2', '--json'])).output).toBe('');
  expect((await run(office, ['list', 'changes', '--since', '7d', '--json'])).output).toContain('docket.status');
  expect(await run(office, ['list', 'cases', '--changed-since', 'soon'])).toMatchObject({
    code: 2,
    output: expect.stringContaining('--changed-since takes a day or time'),
  });
  const matter = await run(office, ['changes', '--matter', 'M1']);
  expect(matter).toMatchObject({
    code: 2,
    output: expect.stringContaining('No watch has the matter "M1". Did you mean M-'),
  });
});

it('--since accepts a moment or an age', () => {
  const now = new Date('2026-11-21T12:00:00.000Z');
  expect(['7d', '36h', '2w', '2026-11-01', '2026-11-01T09:00Z'].map((since) => sinceTime(since, now, 'UTC'))).toEqual([
    '2026-11-14T12:00:00.000Z',
    '2026-11-20T00:00:00.000Z',
    '2026-11-07T12:00:00.000Z',
    '2026-11-01T00:00:00.000Z',
    '2026-11-01T09:00:00.000Z',
  ]);
  // Clocks in New York went back at 2:00 that night.
  expect(sinceTime('2026-11-01', now, 'America/New_York')).toBe('2026-11-01T04:00:00.000Z');
  expect(sinceTime('2026-11-02', now, 'America/New_York')).toBe('2026-11-02T05:00:00.000Z');
  expect(() => sinceTime('yesterday', now, 'UTC')).toThrow('how long ago: 36h, 7d, 2w');
});

it('list prints what the API lists as a table, CSV or JSON, with its filters, and says if there is more', async () => {
  const office = await officeWithSilence();
  const checks = await run(office, ['list', 'checks', '--watch', 'widget', '--json']);
  expect(JSON.parse(checks.output)).toMatchObject({ watches: ['widget'], outcome: 'complete', hits: 1 });
  expect((await run(office, ['list', 'checks', '--limit', '1'])).output).toMatch(
    /^ID +ENDED AT .*OUTCOME.*\n.*complete.*\nNot all are shown: there are more than 1\. To see more, set a higher --limit\.\n$/,
  );
  expect((await run(office, ['list', 'cases'])).output).toMatch(/ COURT +.*\n.* D\. Del\. /s);
  expect((await run(office, ['list', 'cases', '--csv'])).output).toMatch(
    /^(?=.*\bnumber\b).*\bcourt\b.*\r\n.*\b1:20-cv-00168,.*\r\n$/,
  );
  // Some pages have no table, so a list of their records has all columns that fit.
  expect((await run(office, ['list', 'alerts'])).output).toMatch(/^ID +CHANNEL +KIND +CHANGES +STATE/);
  expect(endpoints.filter(({ brief = ['all'] }) => brief.join() === 'id' || brief.length === 0)).toEqual([]);
  expect(await run(office, ['list', 'cases', '--matter', 'M-9'])).toMatchObject({
    code: 2,
    output: '--matter: there is no matter "M-9". See: tipstaff list watches\n',
  });
  expect(await run(office, ['list', 'dates', '--until', 'foo'])).toEqual({
    code: 2,
    output: '--until takes a day such as 2026-12-31, not "foo".\n',
  });
  expect(await run(office, ['list', 'checks', '--outcome', 'good'])).toMatchObject({
    code: 2,
    output: expect.stringMatching(/'--outcome <outcome>' argument 'good' is invalid\. Allowed choices are .*complete/),
  });
  expect(await run(office, ['list', 'nope'])).toMatchObject({ code: 2, output: expect.stringContaining(' checks, ') });
  expect(await run(office, ['list', 'chekcs'])).toMatchObject({ code: 2, output: expect.stringContaining('checks?') });
});

it('list writes the status of a design in words, and says which watch is muted or paused', async () => {
  const office = await officeThatKnows(
    { designs: [designHit(1, { STATUS: 'PEND', HOL: ['Rival'], PROD: ['Cup'] })] },
    { watches: [{ id: 'bottles', designs: { source: 'HAGUE', registrationNumber: 'DM/200001' } }] },
  );
  expect((await run(office, ['list', 'designs'])).output).toMatch(/ pending( |$)/m);
  expect((await run(office, ['list', 'designs', '--json'])).output).toContain('"status":"PEND"');
  await run(office, ['mute', 'bottles', '--until', '2099-01-01', '--why', 'talks']);
  expect((await run(office, ['list', 'watches'])).output).toMatch(/^bottles .*, muted /m);
  await run(office, ['watches', 'pause', 'bottles']);
  expect((await run(office, ['list', 'watches'])).output).toMatch(/^bottles .* PAUSED /m);
});

it('list changes takes the number of an alert, and says which times it takes', async () => {
  const office = await officeWithSilence();
  const [known] = (await run(office, ['alerts', '--json'])).output.trim().split('\n');
  const { id } = JSON.parse(known ?? '') as { id: number };
  expect((await run(office, ['list', 'changes', '--alert', String(id)])).code).toBe(0);
  expect((await run(office, ['list', 'changes', '--help'])).output).toMatch(/or\s+7d,\s+36h,\s+2w/);
});

it('changes, alerts and dates say that no watch was ever checked in this database', async () => {
  const office = await openOffice({ watches });
  const lists = ['changes', 'alerts', 'dates'];
  for (const command of lists) {
    const { code, output } = await run(office, [command]);
    expect([code, output]).toEqual([
      0,
      expect.stringContaining(`no watch was ever checked in this database (${office.store.name})`),
    ]);
  }
  await office.check();
  for (const command of lists) expect((await run(office, [command])).output).not.toContain('ever checked');
});
