import { describe, expect, it } from 'vitest';
import { designHit, docketHit, docketWith, entryHit } from '../check/hits.ts';
import { startDaemonHere } from '../daemon/daemonHere.ts';
import { eventually } from '../eventually.ts';
import { jsonLines, openMachine, todayInWords, token } from './machine.ts';
import { machineWithBaseline, quiet } from './machineWithBaseline.ts';

const today = new Date().toISOString().slice(0, 10);

describe('tipstaff check', () => {
  it('takes a baseline and announces it, and sends nothing if nothing changed', async () => {
    const machine = await openMachine();
    machine.service.dockets = [docketHit()];
    machine.service.designs = [designHit(1, quiet)];
    const first = await machine.run(['check', '--json']);
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(jsonLines(first.stdout)).toEqual([
      { watch: 'widget-patent', outcome: 'complete', reason: null, requests: 1, credits: 12, hits: 1, changes: 0 },
      { watch: 'rival-bottles', outcome: 'complete', reason: null, requests: 1, credits: 14, hits: 1, changes: 0 },
    ]);
    expect(machine.service.calls[0]).toMatchObject({
      token,
      body: { patentNumber: '6834603', from: 0, size: 50, entrySize: 200 },
    });
    for (const message of [machine.newMails().map((mail) => mail.text), machine.newPosts()]) {
      expect(message).toEqual([expect.stringMatching(/Widget patent, anywhere.*rival-bottles/s)]);
    }
    const again = await machine.run(['check']);
    expect(again).toMatchObject({ code: 0, stderr: '' });
    expect(again.stdout).toMatch(/widget-patent +complete +1 +0 +1 +12/);
    expect([...machine.newMails(), ...machine.newPosts()]).toEqual([]);
    expect((await machine.run(['changes'])).stdout).toBe('No changes.\n');
  });

  const base = [entryHit(1), entryHit(2)];
  const entryToday = entryHit(3, { dateFiled: todayInWords, description: 'MOTION for Summary Judgment by Rival Inc.' });
  it('sends one alert of a change, by mail and Slack', async () => {
    const machine = await machineWithBaseline();
    machine.service.dockets = [docketWith(base, { assignedTo: 'Alan Reyes' })];
    for (const expected of [1, 0]) {
      expect(await machine.run(['check'])).toMatchObject({ code: 0, stderr: '' });
      const texts = [...machine.newMails().map(({ text }) => text), ...machine.newPosts()];
      expect(texts).toHaveLength(2 * expected);
      for (const text of texts) expect(text).toMatch(/1:20-cv-00168.*(Mary Hollis.*Alan Reyes|judge)/is);
    }
  });

  it('stores changes that `changes` lists as JSON, as CSV and filtered', async () => {
    const machine = await machineWithBaseline();
    machine.service.dockets = [
      docketWith([...base, entryToday], { status: 'terminated', dateTerminated: '2026-11-20' }),
    ];
    await machine.run(['check', 'widget-patent']);
    const lines = jsonLines((await machine.run(['changes', '--json'])).stdout);
    const shared = {
      detectedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      watches: ['widget-patent'],
      check: expect.any(Number),
      record: {
        type: 'docket',
        key: '7001',
        label: '1:20-cv-00168',
        title: 'Widget Co. v. Rival Inc.',
        court: 'District Court, D. Delaware',
        courtId: 'ded',
      },
    };
    const docket = 'https://ecf.ded.uscourts.gov/cgi-bin/DktRpt.pl?7001';
    expect(lines).toEqual([
      {
        id: 1,
        kind: 'docket.status',
        ...shared,
        links: { docket },
        fields: [
          { field: 'status', before: 'open', after: 'terminated' },
          { field: 'dateTerminated', before: null, after: '2026-11-20' },
        ],
      },
      {
        id: 2,
        kind: 'entry.new',
        ...shared,
        links: { docket, document: 'https://ecf.ded.uscourts.gov/doc1/04303' },
        fields: [],
        entry: {
          documentNumber: '3',
          dateFiled: today,
          description: entryToday.description,
          documentHref: '/doc1/04303',
          pdfUrl: '',
          reading: { type: 'motion', about: ['summary judgment'], outcome: null, refersTo: [], dates: [] },
        },
      },
    ]);
    const csv = (await machine.run(['changes', '--csv', '--kind', 'entry.new'])).stdout.split('\r\n');
    expect(csv[0]).toBe(
      'id,detectedAt,kind,type,key,label,title,watches,check,what,entryType,about,outcome,dates,court,documentNumber',
    );
    expect(csv[1]).toMatch(/^2,.*,entry\.new,docket,7001,1:20-cv-00168,Widget Co\. v\. Rival Inc\.,widget-patent,/);
    expect(csv.slice(2)).toEqual(['']);
    expect((await machine.run(['changes', '--json', '--watch', 'rival-bottles'])).stdout).toBe('');
    expect((await machine.run(['changes', '--json', '--since', '2099-01-01'])).stdout).toBe('');
    expect((await machine.run(['changes', '--watch', 'nobody'])).code).toBe(2);
    expect(jsonLines((await machine.run(['status', '--json'])).stdout)).toMatchObject([
      { watch: 'widget-patent', outcome: 'complete', records: 1 },
      { watch: 'rival-bottles', outcome: 'complete', records: 1 },
    ]);
    machine.configure({ watches: [{ id: 'another', dockets: { caseNumber: '1:20-cv-00001' } }] });
    expect((await machine.run(['changes', '--json', '--watch', 'widget-patent'])).stdout.split('\n')).toHaveLength(3);
  });

  it('with --dry-run shows what it would report, and neither sends nor stores it', async () => {
    const machine = await machineWithBaseline();
    machine.service.dockets = [docketWith(base, { assignedTo: 'Alan Reyes' })];
    machine.service.designs = [designHit(1, { ...quiet, STATUS: 'EXP' })];
    const dry = await machine.run(['check', '--dry-run']);
    expect(dry.code).toBe(0);
    expect(dry.stdout).toMatch(/would report docket\.updated 1:20-cv-00168/);
    expect([...machine.newMails(), ...machine.newPosts()]).toEqual([]);
    await machine.run(['check']);
    expect(machine.newMails()).toHaveLength(1);
    const { stdout } = await machine.run(['changes']);
    expect(stdout).toContain('Judge: Mary Hollis → Alan Reyes');
    expect(stdout).toContain('Status: active → expired');
  });
});

it('a check on demand and then the daemon, as in the README, do not pay for the same check twice', async () => {
  const machine = await openMachine({ http: { port: 0 }, defaults: { schedule: '0 7 1 1 *', notify: ['counsel'] } });
  expect(await machine.run(['check', 'widget-patent'])).toMatchObject({ code: 0 });
  await startDaemonHere(machine);
  // The other watch is due. Once the daemon requests it, the daemon has passed over the first one.
  await eventually(() => expect(machine.service.calls.some(({ body }) => body.source === 'HAGUE')).toBe(true));
  expect(machine.service.calls).toHaveLength(2);
});

it("status gives the phase of a watch's only case", async () => {
  const machine = await openMachine();
  machine.service.dockets = [
    docketHit({
      entries: [entryHit(1, { description: 'COMPLAINT filed' }), entryHit(2, { description: 'ANSWER to 1 Complaint' })],
    }),
  ];
  await machine.run(['check', 'widget-patent']);
  expect(jsonLines((await machine.run(['status', '--json'])).stdout)[0]).toMatchObject({
    watch: 'widget-patent',
    phase: 'answered',
    phaseSince: '2020-02-03',
    phaseEntry: { documentNumber: '2', dateFiled: '2020-02-03' },
  });
  expect((await machine.run(['status', 'widget-patent'])).stdout).toContain(
    'widget-patent: answered since 2020-02-03 (D.I. 2)\nwidget-patent: dockets: patent number 6,834,603',
  );
});
