import { describe, expect, it } from 'vitest';
import { designHit, docketHit, docketWith, entryHit } from '../check/hits.ts';
import { type DesignHit, type DocketHit, type Reply, refusal } from '../check/service.ts';
import { eventually } from '../eventually.ts';
import { startDaemonHere } from '../program/daemonHere.ts';
import { bytesOf, jsonLines, type Machine, openMachine, smtpPassword, token, webhookPath } from './machine.ts';

const quiet = { litigationStatus: 'success', caseTotal: 0, cases: [] };
const today = new Date().toISOString().slice(0, 10);
const todayInWords = new Date().toLocaleDateString('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});

async function machineWithBaseline(settings = {}): Promise<Machine> {
  const machine = await openMachine(settings);
  machine.service.dockets = [docketWith([entryHit(1), entryHit(2)])];
  machine.service.designs = [designHit(1, quiet)];
  const ran = await machine.run(['check', '--json']);
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  machine.newMails();
  machine.newPosts();
  return machine;
}

describe('tipstaff check', () => {
  it('takes a baseline, announces it, and is silent when nothing happened', async () => {
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
  const entryToday = entryHit(3, {
    dateFiled: todayInWords,
    description: 'MOTION for Summary Judgment by Rival Inc.',
  });
  const suit = {
    caseId: 5,
    docketNumber: '1:26-cv-00009',
    caseName: 'Rival v. Copycat',
    court: 'ded',
    status: 'open',
    dateFiled: today,
    parties: [],
    patentNumbers: [],
    entries: [],
  };
  const olderEntries = [11, 12, 13, 14, 15].map((number) =>
    entryHit(number, { documentNumber: '', documentHref: null, dateFiled: `Jan ${number}, 2020` }),
  );
  /** A case, or a design, a kind of change: what the service shows of it from then on, and the words that a reader must find. */
  const docketNews: [string, Partial<DocketHit>, RegExp[]][] = [
    ['docket.status', { status: 'terminated', dateTerminated: today }, [/terminated|ended/i]],
    ['docket.updated', { assignedTo: 'Alan Reyes' }, [/Alan Reyes/, /Mary Hollis/, /judge/i]],
    ['entry.new', { entries: [...base, entryToday], entryTotal: 3 }, [/MOTION for Summary Judgment/]],
    ['entry.updated', { entries: [entryHit(1), entryHit(2, { pdfUrl: 'https://files.example/2.pdf' })] }, [/PDF/]],
    ['entry.unseen', { entryTotal: 6 }, [/\b4 /]],
    ['entry.backfill', { entries: [...base, ...olderEntries], entryTotal: 7 }, [/\b5 /, /older|earlier/i]],
    ['docket.new', { caseName: 'Widget Co. v. Newcomer', dateFiled: today }, [/Newcomer/, /new case/i]],
  ];
  const designNews: [string, DesignHit, RegExp[]][] = [
    ['design.status', { STATUS: 'EXP' }, [/EXP|expired/i]],
    ['design.updated', { HOL: ['Rival Nord AB'] }, [/Rival Nord AB/, /Rival Bottles GmbH/]],
    ['design.renewed', { ED: '2034-05-06' }, [/2034/, /2029/, /renew/i]],
    ['design.litigation', { caseTotal: 1, cases: [suit] }, [/1:26-cv-00009/, /Copycat/]],
    ['design.new', { RD: `${today}T23:59:59Z` }, [/Bottle \d/]],
  ];

  it('alerts once of each kind of change, by mail and by Slack, in plain words', async () => {
    const machine = await openMachine();
    const dockets = docketNews.map(([kind], index) =>
      docketWith(base, {
        docketId: 7001 + index,
        docketNumber: `1:20-cv-0000${index}`,
        caseName: `Widget Co. v. ${kind}`,
      }),
    );
    const designs = designNews.map((_, index) => designHit(index, quiet));
    machine.service.dockets = dockets.slice(0, -1);
    machine.service.designs = designs.slice(0, -1);
    expect(await machine.run(['check'])).toMatchObject({ code: 0, stderr: '' });
    machine.newMails();
    machine.newPosts();

    const expectAlert = async (kind: string, label: string, words: readonly RegExp[]) => {
      expect([kind, await machine.run(['check'])]).toMatchObject([kind, { code: 0, stderr: '' }]);
      const mails = machine.newMails().filter((mail) => mail.to === 'litigation@example.com');
      const posts = machine.newPosts();
      expect([kind, mails.length, posts.length]).toEqual([kind, 1, 1]);
      for (const word of [new RegExp(label), ...words]) {
        expect(`${kind}: ${mails[0]?.subject}\n${mails[0]?.text}`).toMatch(word);
        expect(`${kind}: ${posts[0]}`).toMatch(word);
      }
    };
    for (const [index, [kind, more, words]] of docketNews.entries()) {
      const hit = { ...(dockets[index] ?? docketHit()), ...more };
      machine.service.dockets = machine.service.dockets.toSpliced(index, 1, hit);
      await expectAlert(kind, String(hit.docketNumber), words);
    }
    for (const [index, [kind, more, words]] of designNews.entries()) {
      machine.service.designs = machine.service.designs.toSpliced(index, 1, { ...designs[index], ...more });
      await expectAlert(kind, `DM/20000${index}`, words);
    }
    expect((await machine.run(['check'])).code).toBe(0);
    expect([...machine.newMails(), ...machine.newPosts()]).toEqual([]);
    const changes = jsonLines((await machine.run(['changes', '--json'])).stdout);
    expect(changes.map((change) => change.kind)).toEqual([...docketNews, ...designNews].map(([kind]) => kind));
  });

  it('reports what is gone after three checks without it, and back when it returns', async () => {
    const machine = await machineWithBaseline({ goneAfterChecks: 1 });
    const { dockets, designs } = machine.service;
    Object.assign(machine.service, { dockets: [], designs: [] });
    expect((await machine.run(['check'])).code).toBe(0);
    Object.assign(machine.service, { dockets, designs });
    expect((await machine.run(['check'])).code).toBe(0);
    const changes = jsonLines((await machine.run(['changes', '--json'])).stdout);
    expect(changes.map((change) => change.kind).sort()).toEqual([
      'design.back',
      'design.gone',
      'docket.back',
      'docket.gone',
    ]);
    // One mail a check: what is found together goes out together, cases and designs.
    expect(machine.newMails().filter((mail) => mail.to === 'litigation@example.com')).toHaveLength(2);
  });

  it('gives changes in the shape that others rely on, as JSON, CSV and by filter', async () => {
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

  it('rehearses without reporting or storing', async () => {
    const machine = await machineWithBaseline();
    machine.service.dockets = [docketWith(base, { assignedTo: 'Alan Reyes' })];
    const dry = await machine.run(['check', '--dry-run']);
    expect(dry.code).toBe(0);
    expect(dry.stdout).toMatch(/would report docket\.updated 1:20-cv-00168/);
    expect([...machine.newMails(), ...machine.newPosts()]).toEqual([]);
    await machine.run(['check']);
    expect(machine.newMails()).toHaveLength(1);
    expect((await machine.run(['changes'])).stdout).toContain('Judge: Mary Hollis → Alan Reyes');
  });
});

describe('what goes wrong', () => {
  it('ends with 1 and says why, and nothing of it becomes news', async () => {
    const machine = await machineWithBaseline();
    const failures: [Reply, RegExp][] = [
      [refusal(1004, 'token invalid'), /token/i],
      [refusal(2001, 'insufficient credits'), /credits/i],
      [{ status: 503, body: 'down' }, /503/],
      [{ body: '<html>maintenance</html>' }, /JSON|HTML/i],
    ];
    for (const [reply, why] of failures) {
      machine.service.reply = () => reply;
      const ran = await machine.run(['check', '--json']);
      expect([why, ran.code]).toEqual([why, 1]);
      const [first] = jsonLines(ran.stdout);
      expect(first).toMatchObject({ outcome: 'failed', reason: expect.stringMatching(why), changes: 0 });
    }
    machine.service.reply = () => undefined;
    expect(await machine.run(['check'])).toMatchObject({ code: 0 });
    expect((await machine.run(['changes'])).stdout).toBe('No changes.\n');
  });

  it('ends with 2 for a wrong watch, option, kind, time or config, and names it on stderr', async () => {
    const machine = await openMachine();
    const wrong = async (args: string[], words: RegExp) => {
      const ran = await machine.run(args);
      expect([args, ran.code, ran.stdout]).toEqual([args, 2, '']);
      expect(ran.stderr).toMatch(words);
    };
    await wrong(['check', 'widget-patnet'], /widget-patnet.*did you mean widget-patent/is);
    await wrong(['check', '--jsn'], /--jsn/);
    await wrong(['chek'], /chek/);
    await wrong(['changes', '--kind', 'docket.news'], /docket\.news/);
    await wrong(['changes', '--since', 'yesterday'], /yesterday/);
    machine.configure({ watches: [{ id: 'widget', dockets: {}, scheduel: 'x' }] });
    await wrong(['check'], /watches\.yaml:\d+:\d+.*scheduel.*schedule/s);
  });

  it('keeps an alert that a dead mail server did not take, and delivers it later under the same Message-ID', async () => {
    const machine = await machineWithBaseline({ operators: [] });
    machine.service.dockets = [docketWith(base(), { assignedTo: 'Alan Reyes' })];
    const dead = await machine.run(['check'], { env: { SMTP_URL: 'smtp://127.0.0.1:1' } });
    expect(dead.code).toBe(1);
    expect(dead.stderr).toMatch(/undelivered/);
    expect(machine.newPosts()).toHaveLength(1);
    const still = await machine.run(['check'], { env: { SMTP_URL: 'smtp://127.0.0.1:1' } });
    expect(still.code).toBe(1);
    const undelivered = jsonLines((await machine.run(['alerts', '--undelivered', '--json'])).stdout);
    expect(undelivered).toMatchObject([{ channel: 'counsel', state: 'waiting' }]);
    // The next attempt is due after retryMaxSeconds at the latest.
    await eventually(async () => expect(await machine.run(['check'])).toMatchObject({ code: 0 }));
    const [mail, ...more] = machine.newMails();
    expect(more).toEqual([]);
    expect(mail?.messageId).toContain(`alert-${undelivered[0]?.id}`);
    expect(mail?.text).toContain('Alan Reyes');
    expect(machine.newPosts()).toEqual([]);
  });

  it('waits with an alert for its next attempt, and says by its exit code that it still does', async () => {
    const machine = await machineWithBaseline({ operators: [], delivery: { retryBaseSeconds: 600 } });
    machine.service.dockets = [docketWith(base(), { assignedTo: 'Alan Reyes' })];
    expect((await machine.run(['check'], { env: { SMTP_URL: 'smtp://127.0.0.1:1' } })).code).toBe(1);
    expect((await machine.run(['check'])).code).toBe(1);
    expect(machine.newMails()).toEqual([]);
    expect((await machine.run(['alerts', 'retry'])).code).toBe(0);
  });

  it('never shows a secret: not on stdout or stderr, nor in the database or a mail', async () => {
    const machine = await machineWithBaseline();
    const shown: string[] = [];
    const run = async (args: string[], env = {}) => {
      const ran = await machine.run(args, { env: { LOG_LEVEL: 'trace', ...env } });
      shown.push(ran.stdout, ran.stderr);
    };
    machine.service.reply = ({ token: sent }) => ({
      status: 401,
      body: { code: 1004, message: `bad token ${sent}`, data: null },
    });
    await run(['check', '--json']);
    machine.service.reply = () => undefined;
    machine.service.dockets = [docketWith(base(), { assignedTo: 'Alan Reyes' })];
    await run(['check'], {
      SMTP_URL: `smtp://tipstaff:${smtpPassword}@127.0.0.1:1`,
      SLACK_WEBHOOK_URL: `http://127.0.0.1:1${webhookPath}`,
    });
    await run(['status']);
    await run(['alerts', '--json']);
    await run(['validate']);
    await run(['check']);
    shown.push(bytesOf(machine), ...machine.newMails().map((mail) => mail.raw), ...machine.newPosts());
    for (const text of shown) {
      expect(text).not.toContain(token);
      expect(text).not.toContain('T0SECRET');
      expect(text).not.toContain(smtpPassword);
    }
  });

  function base() {
    return [entryHit(1), entryHit(2)];
  }
});

it('first checks on demand, then the daemon: the steps of the README pay once', async () => {
  const machine = await openMachine({ http: { port: 0 }, defaults: { schedule: '0 7 1 1 *', notify: ['counsel'] } });
  expect(await machine.run(['check', 'widget-patent'])).toMatchObject({ code: 0 });
  await startDaemonHere(machine);
  // The other watch is due, and not paid for: once it was asked for, the daemon has looked.
  await eventually(() => expect(machine.service.calls.some(({ body }) => body.source === 'HAGUE')).toBe(true));
  expect(machine.service.calls).toHaveLength(2);
});
