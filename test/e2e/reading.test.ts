import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { designHit, docketWith, entryHit } from '../check/hits.ts';
import { jsonLines, type Machine, openMachine, todayInWords } from './machine.ts';

const year = new Date().getUTCFullYear() + 1;
const scheduling = entryHit(20, {
  dateFiled: todayInWords,
  description: `SCHEDULING ORDER: Markman Hearing set for 6/2/${year} at 10:00 AM. Fact discovery due 3/1/${year}.`,
});
const moved = entryHit(21, {
  dateFiled: todayInWords,
  description: `ORAL ORDER: Markman Hearing rescheduled to 6/30/${year} at 2:00 PM.`,
});

const asked = entryHit(22, {
  dateFiled: todayInWords,
  description: `MOTION for Extension of Time to File the Joint Status Report to 4/17/${year} by Rival Inc.`,
});

async function machineWithDates(settings = {}): Promise<Machine> {
  const machine = await openMachine(settings);
  machine.service.dockets = [docketWith([entryHit(1), scheduling])];
  machine.service.designs = [
    designHit(1, { ED: `${year}-09-30`, litigationStatus: 'success', caseTotal: 0, cases: [] }),
  ];
  expect(await machine.run(['check'])).toMatchObject({ code: 0, stderr: '' });
  machine.newMails();
  return machine;
}

const eventsIn = (text: string) =>
  new ICAL.Component(ICAL.parse(text))
    .getAllSubcomponents('vevent')
    .map((event) => ({
      uid: event.getFirstPropertyValue('uid'),
      summary: String(event.getFirstPropertyValue('summary')),
      start: String(event.getFirstPropertyValue('dtstart')),
      sequence: event.getFirstPropertyValue('sequence'),
      status: event.getFirstPropertyValue('status'),
    }));

describe('tipstaff dates', () => {
  it('lists future dates, as the last filing set them', async () => {
    const machine = await machineWithDates();
    machine.service.dockets = [docketWith([entryHit(1), scheduling, moved, asked])];
    await machine.run(['check']);
    const { stdout, code } = await machine.run(['dates']);
    expect(code).toBe(0);
    expect(stdout.split('\n').map((line) => line.replace(/ {2,}/g, ' | '))).toEqual([
      'DATE | TIME | WHAT | CASE | SENTENCE',
      expect.stringContaining(`${year}-03-01 | Fact discovery due | 1:20-cv-00168 (D. Del.) Widget Co. v. Rival Inc.`),
      expect.stringContaining(`${year}-03-30 | Renewal window opens | DM/200001 (HAGUE)`),
      expect.stringContaining(`${year}-04-17 | Joint status report due (requested) | 1:20-cv-00168`),
      expect.stringMatching(
        `${year}-06-30 \\| 14:00 EDT \\| Markman hearing \\| 1:20-cv-00168.*\\(was ${year}-06-02 \\(D.I. 20\\)\\)`,
      ),
      expect.stringContaining(`${year}-09-30 | Design expires | DM/200001 (HAGUE)`),
      'Read from the texts of filings, without dates that court rules set; check the docket.',
      '',
    ]);
    const ofMatter = await machine.run(['dates', '--matter', 'M-2026-014', '--until', `${year}-03-31`, '--json']);
    expect(jsonLines(ofMatter.stdout)).toMatchObject([
      { date: `${year}-03-01`, what: 'deadline', watches: ['widget-patent'], entry: '20', status: 'set', sequence: 0 },
    ]);
    const list = (await machine.run(['list', 'dates'])).stdout;
    expect(list).toMatch(/^DATE +TIME +TITLE +STATUS +CASE/);
    expect(await machine.run(['list', 'dates', '--until', 'soon'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--until takes a day such as 2026-12-31, not "soon".'),
    });
    expect(list).toMatch(/-04-17 +\S.* due +requested +1:20-cv-00168/);
    expect(list).toMatch(/-06-30 +14:00 EDT +Markman hearing +set +1:20-cv-00168/);
    expect(await machine.run(['dates', '--matter', 'M-1'])).toMatchObject({ code: 2, stdout: '' });
    expect(await machine.run(['dates', '--until', 'soon'])).toMatchObject({ code: 2, stdout: '' });
  });

  it('writes a calendar in which a moved hearing stays the same event', async () => {
    const machine = await machineWithDates();
    const file = join(machine.folder, 'dates.ics');
    const markman = async () => {
      expect(await machine.run(['dates', '--watch', 'widget-patent', '--ics', file])).toMatchObject({
        code: 0,
        stderr: '',
      });
      return eventsIn(readFileSync(file, 'utf8')).find(({ summary }) => summary.startsWith('Markman'));
    };
    const before = await markman();
    expect(before).toMatchObject({ start: `${year}-06-02T14:00:00Z`, sequence: 0, status: 'CONFIRMED' });
    machine.service.dockets = [docketWith([entryHit(1), scheduling, moved])];
    await machine.run(['check']);
    expect(await markman()).toEqual({ ...before, start: `${year}-06-30T18:00:00Z`, sequence: 1 });
  });

  it('lists dates of entries that an older program stored', async () => {
    const machine = await machineWithDates();
    const database = new SQLite(machine.database);
    database.exec("update entries set reading = '{}', entry_type = null, reading_version = 0; delete from entry_dates");
    database.close();
    expect((await machine.run(['dates'])).stdout).toContain('Markman hearing');
  });

  it('says so if there is no future date', async () => {
    const machine = await openMachine();
    await machine.run(['check']);
    expect((await machine.run(['dates'])).stdout).toBe(
      'No dates ahead.\nRead from the texts of filings, without dates that court rules set; check the docket.\n',
    );
  });
});

it('the reading of an entry is explained with its rules', async () => {
  const machine = await machineWithDates();
  machine.service.dockets = [docketWith([entryHit(1), scheduling, moved])];
  await machine.run(['check']);
  const explained = (await machine.run(['explain', '1'])).stdout;
  expect(explained).toMatch(/reading +type order, by the rule "order: .+"/);
  expect(explained).toMatch(/reading +about claim construction, by the rule ".+"/);
  expect(explained).toMatch(/reading +hearing \d{4}-06-30: “.*Markman/);
  expect(await machine.run(['explain', '900'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There is no change 900. See: tipstaff changes.'),
  });
  const ofNone = (await machine.run(['explain', '9000000'])).stdout;
  expect(ofNone).toMatch(/change +There is no change 9000000 .*As a key, a number or a name:\n/);
  expect(ofNone).toContain('Your watches have found nothing with this name or number.');
});

it('a mail has a calendar of its dates attached if the channel sets "calendar" and there are dates', async () => {
  const { channels } = JSON.parse(readFileSync(join((await openMachine()).folder, 'watches.yaml'), 'utf8'));
  const machine = await machineWithDates({
    channels: { ...channels, counsel: { ...channels.counsel, calendar: true } },
  });
  machine.service.dockets = [docketWith([entryHit(1), scheduling, moved, entryHit(22, { dateFiled: todayInWords })])];
  await machine.run(['check']);
  const { parsed } = machine.mail.mails.at(-1) ?? expect.fail();
  const [attachment, ...others] = parsed.attachments;
  expect(others).toEqual([]);
  expect(attachment).toMatchObject({ filename: 'dates.ics', contentType: 'text/calendar' });
  expect(eventsIn(attachment?.content.toString('utf8') ?? '')).toMatchObject([
    { start: `${year}-06-30T18:00:00Z`, sequence: 1, status: 'CONFIRMED' },
  ]);

  machine.service.dockets = [
    docketWith([entryHit(1), scheduling, moved, entryHit(22), entryHit(23, { dateFiled: todayInWords })]),
  ];
  await machine.run(['check']);
  expect(machine.mail.mails.at(-1)?.parsed.attachments).toEqual([]);
});
