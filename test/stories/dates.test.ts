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
async function shownOfIt(firm: Firm, title = 'Upcoming dates') {
  const [, page] = new RegExp(`${title} (.*?) D\\.I\\. `).exec(await firm.reads(theCase)) ?? [];
  return { page, calendar: await firm.calendar(), dates: await firm.dates() };
}

const stands = {
  page: 'Wed, Jun 2, 2027 · Markman hearing, 10:00 AM EDT',
  calendar: ['2027-06-02 Markman hearing CONFIRMED'],
  dates: ['2027-06-02 set'],
};

describe('a hearing stays on the page, in the calendar and in the mail', () => {
  it.each([
    ['the court refuses to move it', 'ORDER denying 3 Motion to Adjourn the Markman Hearing set for 6/2/2027.'],
    ['a party only asks to cancel it', 'MOTION to cancel the Markman Hearing set for 6/2/2027 by Rival Inc.'],
  ])('when %s', async (_when, paper) => {
    const firm = await withHearing();
    firm.files('Nov 20, 2026', paper);
    const mails = await firm.checkAndSend();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(paper);
    expect(mails[0]?.text).not.toMatch(/may be canceled|no longer stand/);
    expect(await shownOfIt(firm)).toEqual(stands);
  });

  it('until the court cancels it: it is then struck out on the page, and canceled in the calendar', async () => {
    const firm = await withHearing();
    firm.files('Nov 20, 2026', 'ORDER: The Markman Hearing set for 6/2/2027 is CANCELLED.');
    await firm.checkAndSend();
    expect(await shownOfIt(firm, 'Dates')).toEqual({
      page: '~Wed, Jun 2, 2027~ · ~Markman hearing, 10:00 AM EDT~ canceled',
      calendar: ['2027-06-02 Markman hearing CANCELLED'],
      dates: ['2027-06-02 cancelled'],
    });
  });
});

it('a dismissed case loses its dates, and gets them back when it is reopened, and the mails say both', async () => {
  const firm = await withHearing();
  expect(await firm.reads(theCase)).toContain('phase, as its entries suggest: filed, since Nov 2, 2026');
  firm.files('Nov 20, 2026', 'ORDER DISMISSING CASE with prejudice (*** Civil Case Terminated)');
  firm.shows({ status: 'closed', dateTerminated: 'Nov 20, 2026' });
  const [dismissed] = await firm.checkAndSend();
  expect(dismissed?.subject).toMatch(/^DISMISSED/);
  const off = 'The case ended, so this date is struck out: Markman hearing Jun 2, 2027.';
  expect(dismissed?.text).toContain(off);
  expect(dismissed?.text.match(/Jun 2, 2027/g)).toHaveLength(1);
  expect(await firm.reads('/')).toContain(off);
  expect(await firm.reads(theCase)).toContain(' · ended Nov 20, 2026');
  expect(await shownOfIt(firm, 'Dates')).toEqual({
    page: '~Wed, Jun 2, 2027~ · ~Markman hearing, 10:00 AM EDT~ case ended Nov 20, 2026',
    calendar: ['2027-06-02 Markman hearing CANCELLED'],
    dates: ['2027-06-02 case-ended'],
  });

  firm.office.pass(14);
  firm.files('Dec 4, 2026', 'ORDER granting 5 Motion to Reopen Case. The case is REOPENED.');
  firm.shows({ status: 'open', dateTerminated: '' });
  const [reopened] = await firm.checkAndSend();
  expect(reopened?.text).toContain('check whether these apply again: Markman hearing Jun 2, 2027');
  const page = `${stands.page} set before the case was reopened, see`;
  expect(await shownOfIt(firm)).toEqual({ ...stands, page });
});

it('an order alone that seems to end a case leaves its dates where they are, and the mail says that they may not apply', async () => {
  const firm = await withHearing();
  firm.files('Nov 20, 2026', 'ORDER DISMISSING CASE with prejudice (*** Civil Case Terminated)');
  const [dismissed] = await firm.checkAndSend();
  expect(dismissed?.text).toContain('This date may no longer apply: Markman hearing Jun 2, 2027.');
  expect((await shownOfIt(firm)).calendar).toEqual(['2027-06-02 Markman hearing CONFIRMED']);
});

it('the mails of an ended and reopened case say which of its dates was only requested', async () => {
  const firm = await withHearing();
  firm.files('Nov 19, 2026', 'MOTION for Extension of Time to Answer to 1/7/2027 by Rival Inc.');
  await firm.checkAndSend();
  firm.files('Nov 20, 2026', 'ORDER DISMISSING CASE with prejudice (*** Civil Case Terminated)');
  firm.shows({ status: 'closed', dateTerminated: 'Nov 20, 2026' });
  const [dismissed] = await firm.checkAndSend();
  const both = 'answer due (requested) Jan 7, 2027 and Markman hearing Jun 2, 2027';
  expect(dismissed?.text).toContain(`The case ended, so these dates are struck out: ${both}.`);

  firm.office.pass(14);
  firm.files('Dec 4, 2026', 'ORDER granting 5 Motion to Reopen Case. The case is REOPENED.');
  firm.shows({ status: 'open', dateTerminated: '' });
  const [reopened] = await firm.checkAndSend();
  expect(reopened?.text).toContain('check whether these apply again: answer due (requested) Jan 7');
});

it('the mail of a reopened case names a date that was requested while the case was ended', async () => {
  const firm = await withHearing();
  firm.shows({ status: 'closed', dateTerminated: 'Nov 20, 2026' });
  await firm.checkAndSend();
  firm.files('Nov 21, 2026', 'STIPULATION TO EXTEND TIME for Defendant to Respond to the Complaint to 1/7/2027');
  await firm.checkAndSend();
  firm.office.pass(14);
  firm.files('Dec 4, 2026', 'ORDER reopening case. Status report due by 12/21/2026.');
  firm.shows({ status: 'open', dateTerminated: '' });
  const [reopened] = await firm.checkAndSend();
  const both = 'answer due (requested) Jan 7, 2027 and Markman hearing Jun 2, 2027';
  expect(reopened?.text.replaceAll(/\s+/g, ' ')).toContain(`check whether these apply again: ${both} `);
});

it.each([
  ['the dates', 'ORDER granting 5 Motion to Reopen Case. The case is REOPENED.'],
  ['other dates', 'ORDER reopening case. Status report due by 12/21/2026.'],
])('the mail of a reopened case without an earlier date ahead asks to check %s on its docket', async (what, order) => {
  const firm = await openFirm();
  firm.files('Nov 2, 2026', 'COMPLAINT against Rival Inc. by Widget Co.');
  firm.shows({ status: 'closed', dateTerminated: 'Nov 10, 2026' });
  await firm.checkAndSend();
  firm.office.pass(14);
  firm.files('Dec 4, 2026', order);
  firm.shows({ status: 'open', dateTerminated: '' });
  const [reopened] = await firm.checkAndSend();
  expect(reopened?.text).toContain(`check the docket for ${what} of the reopened case`);
  expect(reopened?.text).not.toContain('apply again');
});

it('a requested answer of one of two defendants stays, with the name of the one who has answered', async () => {
  const firm = await openFirm();
  firm.shows({ parties: ['Widget Co.', 'Rival Inc.', 'Copycat LLC'] });
  firm.files('Nov 2, 2026', 'COMPLAINT against Rival Inc. and Copycat LLC by Widget Co.');
  await firm.checkAndSend();
  firm.files('Nov 18, 2026', 'STIPULATION TO EXTEND TIME for Defendant to Respond to the Complaint to 1/7/2027');
  firm.files('Nov 19, 2026', 'ANSWER to 1 Complaint by Rival Inc.');
  const [told] = await firm.checkAndSend();
  const known = 'may apply to another defendant: Rival Inc. answered Nov 19, 2026 (D.I. 3)';
  expect(told?.text).toContain(`Answer due (requested), ${known}`);
  for (const page of [theCase, '/calendar?days=all']) expect(await firm.reads(page)).toContain(known);
});
