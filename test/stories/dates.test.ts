import { describe, expect, it } from 'vitest';
import { type Firm, openFirm, theCase } from './firm.ts';

const setsTheHearing = 'ORDER: Markman Hearing set for 6/2/2027 at 10:00 AM in Courtroom 4.';

/** Opens a firm that follows a case with a hearing on June 2, 2027, which was reported to counsel. */
async function withHearing(): Promise<Firm> {
  const firm = await openFirm();
  firm.files('Nov 2, 2026', 'COMPLAINT against Rival Inc. by Widget Co.');
  await firm.checkAndSend();
  firm.files('Nov 19, 2026', setsTheHearing);
  const [told] = await firm.checkAndSend();
  expect(told?.text).toContain('Jun 2, 2027, 10:00 AM EDT Markman hearing');
  return firm;
}

/** Returns what the page of the case, counsel's calendar and the API show of the hearing. */
async function toldOfIt(firm: Firm, title = 'Dates to keep') {
  const [, page] = new RegExp(`${title} (.*?) D\\.I\\. `).exec(await firm.reads(theCase)) ?? [];
  return { page, calendar: await firm.calendar(), dates: await firm.dates() };
}

const stands = {
  page: 'Jun 2, 2027 · Markman hearing, 10:00 AM EDT',
  calendar: ['2027-06-02 Markman hearing CONFIRMED'],
  dates: ['2027-06-02 set'],
};

describe('a hearing stays on the page, in the calendar and in the mail', () => {
  it('when the court refuses to move it', async () => {
    const firm = await withHearing();
    for (const order of [
      'ORDER: The Court declines to vacate the Markman hearing scheduled for June 2, 2027.',
      "ORDER: Defendant's letter motion seeking that the June 2, 2027 Markman hearing be cancelled is DENIED.",
      'ORDER denying 3 Motion to Adjourn the Markman Hearing set for 6/2/2027.',
      'ORDER that the stay is VACATED and all deadlines reinstated.',
    ]) {
      firm.files('Nov 20, 2026', order);
      const mails = await firm.checkAndSend();
      expect(mails).toHaveLength(1);
      expect(mails[0]?.text).toContain(order);
      expect(mails[0]?.text).not.toMatch(/may be cancelled|no longer stand/);
      expect(await toldOfIt(firm), order).toEqual(stands);
    }
  });

  it('when a party only asks to cancel it', async () => {
    const firm = await withHearing();
    for (const paper of [
      'LETTER to Judge Hollis from Rival Inc. asking that the Markman hearing of June 2, 2027 be cancelled.',
      'STIPULATION to vacate the Markman Hearing set for 6/2/2027 by Rival Inc.',
      'MOTION to cancel the Markman Hearing set for 6/2/2027 by Rival Inc.',
      'BRIEF of Rival Inc.: the Markman hearing set for 6/2/2027 is VACATED.',
    ]) {
      firm.files('Nov 20, 2026', paper);
      const [mail] = await firm.checkAndSend();
      expect(mail?.text).toContain(paper);
      expect(await toldOfIt(firm), paper).toEqual(stands);
    }
  });

  it('until the court cancels it: it is then struck out on the page, and cancelled in the calendar', async () => {
    const firm = await withHearing();
    firm.files('Nov 20, 2026', 'ORDER: The Markman Hearing set for 6/2/2027 is CANCELLED.');
    await firm.checkAndSend();
    expect(await toldOfIt(firm, 'Dates')).toEqual({
      page: '~Jun 2, 2027~ · ~Markman hearing, 10:00 AM EDT~ cancelled',
      calendar: ['2027-06-02 Markman hearing CANCELLED'],
      dates: ['2027-06-02 cancelled'],
    });
  });
});

it('a date until which a party asks to answer ends when its answer is filed, and is not called vacated', async () => {
  const firm = await openFirm();
  firm.files('Nov 2, 2026', 'COMPLAINT against Rival Inc. by Widget Co.');
  await firm.checkAndSend();
  firm.files('Nov 19, 2026', 'MOTION for Extension of Time to Answer to 1/15/2027 by Rival Inc.');
  await firm.checkAndSend();
  expect(await firm.reads(theCase)).toContain('Jan 15, 2027 · Answer due (requested)');
  firm.files('Nov 20, 2026', 'ANSWER to 1 Complaint by Rival, Inc.');
  const [answered] = await firm.checkAndSend();
  expect(answered?.text).not.toMatch(/vacated|Jan 15, 2027/i);
  expect(await firm.reads(theCase)).not.toContain('Answer due (requested)');
  expect(await firm.dates()).toEqual(['2027-01-15 superseded']);
});

it('a dismissed case loses its dates, and gets them back when it is reopened, and the mails say both', async () => {
  const firm = await withHearing();
  firm.files('Nov 20, 2026', 'ORDER DISMISSING CASE with prejudice (*** Civil Case Terminated)');
  firm.shows({ status: 'closed', dateTerminated: 'Nov 20, 2026' });
  const [dismissed] = await firm.checkAndSend();
  expect(dismissed?.subject).toMatch(/^DISMISSED/);
  expect(dismissed?.text).toContain('Hearings and deadlines that may be off: Markman hearing Jun 2, 2027.');
  expect(dismissed?.text.match(/Jun 2, 2027/g)).toHaveLength(1);
  expect(await firm.reads('/')).toContain('Hearings and deadlines that may be off: Markman hearing Jun 2, 2027.');
  expect(await firm.reads(theCase)).toContain(' · ended since Nov 20, 2026');
  expect(await toldOfIt(firm, 'Dates')).toEqual({
    page: '~Jun 2, 2027~ · ~Markman hearing, 10:00 AM EDT~ case ended Nov 20, 2026',
    calendar: ['2027-06-02 Markman hearing CANCELLED'],
    dates: ['2027-06-02 case-ended'],
  });

  firm.office.pass(14);
  firm.files('Dec 4, 2026', 'ORDER granting 5 Motion to Reopen Case. The case is REOPENED.');
  firm.shows({ status: 'open', dateTerminated: '' });
  const [reopened] = await firm.checkAndSend();
  expect(reopened?.text).toContain('check whether these apply again: Markman hearing Jun 2, 2027');
  expect(await toldOfIt(firm)).toEqual(stands);
});

it('"January 5" in an entry of December is the following January, in mail, page and calendar', async () => {
  const firm = await openFirm();
  firm.office.now = new Date('2026-12-18T15:00:00.000Z');
  firm.files('Dec 1, 2026', 'COMPLAINT against Rival Inc. by Widget Co.');
  await firm.checkAndSend();
  firm.files('Dec 17, 2026', 'ORDER: Answering brief due January 5. Telephone conference set for 1/12 at 2:00 PM.');
  const [mail] = await firm.checkAndSend();
  expect(mail?.text).toContain('Jan 5, 2027 Answering brief due');
  expect(mail?.text).toContain('Jan 12, 2027, 2:00 PM EST Conference');
  expect(await firm.reads(theCase)).toContain('phase appears to be filed since Dec 1, 2026');
  expect(await firm.reads(theCase)).toMatch(
    /Dates to keep Jan 5, 2027 · Answering brief due .* Jan 12, 2027 · Conference, 2:00 PM EST/,
  );
  expect(await firm.calendar()).toEqual([
    '2027-01-05 Answering brief due CONFIRMED',
    '2027-01-12 Conference CONFIRMED',
  ]);
  expect(await firm.dates()).toEqual(['2027-01-05 set', '2027-01-12 set']);
});

describe('on the evening of its day a deadline', () => {
  it.each([
    ['19:30 in New York', '2026-11-30T19:30:00-05:00'],
    ['16:30 in Los Angeles', '2026-11-30T16:30:00-08:00'],
  ])('is shown at %s on every page, in the calendar, and in the mail that first reports it', async (_, moment) => {
    const firm = await openFirm();
    firm.files('Nov 2, 2026', 'COMPLAINT against Rival Inc. by Widget Co.');
    await firm.checkAndSend();
    firm.office.now = new Date(moment);
    firm.files('Nov 27, 2026', 'ORDER: Answer to the complaint due 11/30/2026.');
    const [mail] = await firm.checkAndSend();
    expect(mail?.text).toContain('Nov 30, 2026 Answer');
    expect(await firm.reads(theCase)).toMatch(/· Answer due/);
    expect(await firm.reads('/matters/M-1')).toMatch(/needs you .* This week Today Answer due/);
    expect(await firm.reads('/')).toMatch(/1 needs you .* This week Today Answer due/);
    expect(await firm.reads('/calendar?month=2026-11')).toContain('Answer · Widget v. Rival (D. Del.)');
    expect(await firm.calendar()).toEqual(['2026-11-30 Answer due CONFIRMED']);
    expect(await firm.dates()).toEqual(['2026-11-30 set']);
  });
});
