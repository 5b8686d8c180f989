import { expect, it } from 'vitest';
import { renderEmail } from '../../../src/alerts/channels/email/draw.ts';
import { drawSlack } from '../../../src/alerts/channels/slackBlocks.ts';
import type { ChangesContent } from '../../../src/alerts/message/content.ts';
import { gatherAlert } from '../../../src/alerts/message/gather.ts';
import { alertOutline } from '../../../src/alerts/message/message.ts';
import { recordNews } from '../../../src/alerts/message/recordNews.ts';
import { docketWith, entryHit } from '../../check/hits.ts';
import { type Office, officeThatKnows } from '../../check/office.ts';
import type { DocketHit, EntryHit } from '../../check/service.ts';
import { newestChanges } from '../../check/stored.ts';
import { emailConfig } from '../channels/emailConfig.ts';

const filed = (number: number, description: string, dateFiled = '2026-11-21') =>
  entryHit(number, { dateFiled, description });
const order = (number: number, filed: string, words: string) =>
  entryHit(number, { dateFiled: filed, description: `SCHEDULING ORDER: ${words}` });

/** Returns the newest alert of changes, as a mail with a calendar has it. */
async function newestMail({ store, parts, now }: Office) {
  const { id } = await newestChanges(store);
  await store.db.updateTable('alerts').set({ state: 'sent' }).execute();
  const { config } = parts();
  const channel = { ...emailConfig(25), calendar: true };
  const channels = { ...config.channels, counsel: channel };
  const content = await gatherAlert(store.db, id, { config: { ...config, channels }, clock: () => now });
  if (content?.kind !== 'changes') throw new Error('no alert of changes');
  return content;
}

/** Opens an office that finds the known filings in one check, and the news with them in a check of the next day. */
async function officeWithNews(known: readonly EntryHit[], news: readonly EntryHit[], more: Partial<DocketHit> = {}) {
  const office = await officeThatKnows({ dockets: [docketWith([entryHit(1), ...known])] });
  office.service.dockets = [docketWith([entryHit(1), ...known, ...news], more)];
  await office.check({ after: 1 });
  return office;
}

const datesIn = ({ dates = [] }: Pick<ChangesContent, 'dates'>) =>
  dates.map(({ date, title, status }) => `${date} ${title} ${status}`);

it('the calendar of a mail removes a date that a new order replaces, and has none of a new case', async () => {
  const first = order(20, 'Nov 10, 2026', 'Fact Discovery due 3/1/2027. Joinder of Parties due 2/1/2027.');
  const second = order(30, 'Nov 20, 2026', 'Fact Discovery due 5/3/2027.');
  const office = await officeWithNews([first], [second]);
  expect(datesIn(await newestMail(office))).toEqual([
    '2027-05-03 Fact discovery due set',
    '2027-03-01 Fact discovery due superseded',
  ]);

  office.pass(1);
  const other = docketWith([first, second], { docketId: 424242, docketNumber: '1:26-cv-00077' });
  office.service.dockets = [...office.service.dockets, other];
  await office.check();
  expect(datesIn(await newestMail(office))).toEqual([
    '2027-02-01 Joinder due set',
    '2027-05-03 Fact discovery due set',
  ]);
});

it('a mail shows an hour with the zone that the filing writes beside it, else with that of the court', async () => {
  const words = 'Markman Hearing set for 1/26/2027 at 10:00 AM PT. Status Conference set for 1/27/2027 at 9:30 AM.';
  const { text } = renderEmail(await newestMail(await officeWithNews([], [order(20, 'Nov 20, 2026', words)])));
  expect(text).toMatch(/Jan 26, 2027, 10:00 AM PST {2}Markman hearing/);
  expect(text).toMatch(/Jan 27, 2027, 9:30 AM EST {2}Status conference/);
});

it("a mail with two dates of one hearing has only the later order's, in its dates, words and reasons", async () => {
  const oral = (number: number, day: string) =>
    filed(number, `ORAL ORDER by Judge Roe: a Markman Hearing is set for ${day} at 10:00 AM in Courtroom 4B.`);
  // The earlier order's hearing is so near that it would need the reader.
  const office = await officeWithNews([], [oral(9, '11/26/2026'), oral(11, '5/3/2027')]);
  const { subject, text } = renderEmail(await newestMail(office));
  expect(text).not.toMatch(/, D\.I\. 9\b/);
  expect(text).toMatch(/^Markman hearing May 3, 2027; /);
  expect(text).toMatch(/May 3, 2027, 10:00 AM EDT {2}Markman hearing/);
  expect(text).not.toContain('Needs you');
  expect(subject).toContain('Markman hearing May 3');
});

/** Finds the known filings in one check and the news in the next. Returns the mail, Slack message and card. */
async function messagesAbout(known: string, news: string) {
  const office = await officeWithNews([filed(9, known, '2026-11-20')], [filed(11, news)]);
  const message = await newestMail(office);
  const outline = alertOutline(message, { discreet: true });
  const [card] = outline.sections.flatMap(({ cards }) => cards);
  return { mail: renderEmail(message), slack: JSON.stringify(drawSlack(outline)), card };
}

it('a mail with a request for time to answer and the answer does not name the requested day', async () => {
  const asked =
    'STIPULATION TO EXTEND TIME for Defendant to Respond to the Complaint to 1/6/2027 - filed by Plaintiff.';
  const textWith = async (filer: string) => {
    const news = [filed(11, asked), filed(12, `ANSWER to 1 Complaint by ${filer}`)];
    return renderEmail(await newestMail(await officeWithNews([], news))).text;
  };
  expect(await textWith('Rival Inc.')).not.toContain('Answer due');
  expect(await textWith('Copycat LLC')).toContain('Jan 6, 2027  Answer due (requested)');
});

it('an order that grants a motion and vacates a hearing names the hearing, or says that one is vacated', async () => {
  const granting = 'ORDER granting 8 Motion for Fees. The 12/8/2026 motion hearing is vacated.';
  const known = await messagesAbout('ORDER: Motion Hearing set for 12/8/2026 at 10:00 AM.', granting);
  expect(known.mail.text).toMatch(/^VACATED: motion hearing Dec 8; fees and costs GRANTED \(D\.I\. 11\)/);
  const unknown = await messagesAbout('ANSWER to 1 Complaint by Rival Inc.', granting);
  expect(unknown.mail.text).toMatch(/^fees and costs GRANTED, HEARING VACATED \(D\.I\. 11\)/i);
});

it('a vacated hearing is in the first line, needs the reader, and is struck out in the box of dates', async () => {
  const { mail, slack, card } = await messagesAbout(
    'ORDER: Hearing on 5 Motion to Dismiss set for 12/8/2026 at 10:00 AM.',
    'CLERKS NOTICE VACATING the hearing on the 5 Motion to Dismiss set for 12/8/2026.',
  );
  expect(mail.subject).toMatch(/^VACATED: hearing on dismissal Dec 8: /);
  expect(mail.text).toMatch(/^VACATED: hearing on dismissal Dec 8/);
  expect(mail.text).toMatch(/Dec 8, 2026 {2}VACATED: Hearing on dismissal/);
  expect(mail.html).toMatch(/<del[^>]*>Dec 8, 2026<\/del>/);
  expect(slack).toContain('{"type":"text","text":"Dec 8, 2026","style":{"strike":true}}');
  expect(mail.text).not.toMatch(/more date/);
  expect(card?.priority).toBe('act');
});

it('a moved hearing has its new date and its former one, and needs the reader', async () => {
  const { mail, slack, card } = await messagesAbout(
    'SCHEDULING ORDER: Markman Hearing set for 12/17/2026 at 10:00 AM.',
    'ORDER: The Markman Hearing set for 12/17/2026 is RESET to 1/21/2027 at 2:00 PM.',
  );
  expect(mail.subject).toMatch(/^MOVED to Jan 21, 2027 \(was Dec 17, 2026\): Markman hearing/);
  expect(mail.text).toMatch(/Jan 21, 2027, 2:00 PM EST \(was Dec 17, 2026\) {2}Markman hearing/);
  expect(mail.html).toMatch(
    /<del[^>]*>Dec 17, 2026<\/del><br>\s*Jan 21, 2027<.*Markman hearing[^<]*<\/span>\s*<[^>]*>2:00 PM EST</s,
  );
  expect(slack).toContain('{"type":"text","text":"Dec 17, 2026","style":{"strike":true}}');
  expect(card?.priority).toBe('act');
});

it('a day that is counted from its filing is the same in the subject and in the dates, which say how it is counted', async () => {
  const news = order(30, 'Nov 20, 2026', 'Amended complaint due within 14 days of service of this order.');
  const mail = renderEmail(await newestMail(await officeWithNews([], [news])));
  expect(mail.subject).toMatch(/^Amended complaint due Dec 4/);
  const text = mail.text.replaceAll(/\s+/g, ' ');
  expect(text).toContain('Dec 4, 2026 Amended complaint due, 14 days from Nov 20, 2026');
  expect(text).toContain('within 14 days of service of this order”');
});

it('a hearing that will not go forward is vacated, with the words that say so', async () => {
  const known = order(20, 'Nov 10, 2026', 'Markman Hearing set for 12/17/2026 at 10:00 AM.');
  const text = 'NOTICE that the Markman hearing set for 12/17/2026 will NOT go forward';
  const mail = renderEmail(await newestMail(await officeWithNews([known], [filed(30, text)])));
  expect(mail.subject).toMatch(/^VACATED: Markman hearing Dec 17/);
  expect(mail.text.replaceAll(/\s+/g, ' ')).toContain('Markman hearing set for 12/17/2026 will NOT go forward”');
});

it('a date that two filings of a case name is one line, with both filings and the former date', async () => {
  const first = order(20, 'Nov 10, 2026', 'Joinder of Parties due 2/1/2027.');
  const again = [30, 31].map((number) => order(number, 'Nov 20, 2026', 'Joinder of Parties due 3/1/2027.'));
  const content = await newestMail(await officeWithNews([first], again));
  const { text } = renderEmail(content);
  const box = text.split('\n\n').find((part) => part.startsWith('Upcoming dates')) ?? '';
  expect(box.match(/Joinder due/g)).toHaveLength(1);
  expect(box.replaceAll(/\s+/g, ' ')).toContain('Mar 1, 2027 (was Feb 1, 2027) Joinder due');
  expect(box).toMatch(/D\.I\.\s3[01],\s+D\.I\.\s3[01]/);
  const { happened } = recordNews(content)[0] ?? expect.fail('no news');
  expect(happened).toBe('MOVED to Mar 1, 2027 (was Feb 1, 2027): joinder due; SCHEDULING ORDER (D.I. 31)');
});

it('a later order that only repeats a day reports no move, whether or not a mail reported the first order', async () => {
  const [old, moving, repeating] = [
    order(20, 'Nov 9, 2026', 'Joinder of Parties due 12/14/2026.'),
    order(30, 'Nov 19, 2026', 'Joinder of Parties due 3/1/2027.'),
    order(31, 'Nov 20, 2026', 'Joinder of Parties due 3/1/2027.'),
  ];
  const office = await officeWithNews([old], [moving]);
  expect(renderEmail(await newestMail(office)).subject).toMatch(/^MOVED to Mar 1, 2027 \(was Dec 14, 2026\)/);
  office.service.dockets = [docketWith([entryHit(1), old, moving, repeating])];
  await office.check({ after: 1 });
  const reported = await newestMail(office);
  const unreported = await newestMail(await officeWithNews([old, moving], [repeating]));
  for (const content of [reported, unreported]) {
    const { subject, text } = renderEmail(content);
    expect(subject).toMatch(/^Joinder due Mar 1, 2027: /);
    expect(text).toMatch(/Mar 1, 2027 {2}Joinder due/);
    expect(text).not.toMatch(/MOVED|was Dec|Needs you/);
    expect(datesIn(content)).toEqual(['2027-03-01 Joinder due set', '2026-12-14 Joinder due superseded']);
  }
});

it('the calendar of a mail about a case that ended cancels future dates, and has no past ones', async () => {
  const past = order(20, 'Jul 1, 2026', 'Joinder of Parties due 8/12/2026. Fact Discovery due 3/1/2027.');
  const office = await officeWithNews([past], [], { dateTerminated: 'Nov 20, 2026' });
  expect(datesIn(await newestMail(office))).toEqual(['2027-03-01 Fact discovery due case-ended']);
});
