import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCancellations } from '../../../src/reading/events/readDateLines.ts';
import { readEntry } from '../../../src/reading/readEntry.ts';
import { entryTypes } from '../../../src/records/docket.ts';
import { eventsOf } from './filings.ts';

const set = '2026-11-01 40: SCHEDULING ORDER: Status Conference set for 12/3/2026 at 10:00 AM.';

/** Returns the state of the conference after an order or paper with this text. */
function after(text: string): string {
  const event = eventsOf([set, `2026-11-10 52: ${text}`]).find(({ date }) => date === '2026-12-03');
  return event?.mayBeCancelled === undefined ? `${event?.status}` : `${event.status}, may be cancelled`;
}

describe('an order that keeps a date, restores it or refuses to move it leaves the date set:', () => {
  it.each([
    'ORDER that the stay is VACATED and all deadlines reinstated',
    'ORDER: The Court declines to vacate the hearing scheduled for December 3, 2026.',
    "ORDER: Defendant's letter motion seeking that the December 3, 2026 conference be cancelled is DENIED.",
    'ORDER denying 51 Motion to Vacate the Status Conference set for 12/3/2026.',
    'ORDER: the request to cancel the conference of December 3, 2026 is refused.',
    'ORDER: The conference set for 12/3/2026 is not cancelled.',
    'ORDER: The conference set for 12/3/2026 will not be vacated.',
    'ORDER vacating the order that cancelled the conference. All dates remain in effect.',
    'ORDER: The vacated conference of 12/3/2026 is restored to the calendar.',
    'ORDER: The conference of 12/9/2026 is VACATED.',
    'ORDER denying 51 Motion that the conference be continued 60 days.',
    'ORDER finding as moot 51 Motion to Vacate the Status Conference set for 12/3/2026.',
    'ORDER vacating 30 Judgment. The conference set for 12/3/2026 remains.',
    'ORDER: the motion is DENIED as moot, and the request that the conference be vacated with it.',
    'MOTION to vacate the Status Conference set for 12/3/2026 by Rival Inc.',
    'LETTER to Judge Smith: the parties ask that the conference of 12/3/2026 be cancelled.',
    'STIPULATION to vacate all deadlines',
  ])('%s', (text) => expect(after(text)).toBe('set'));
});

describe('an order in doubt leaves the date set, and names the entry to check:', () => {
  it.each([
    'ORDER granting 51 Motion to Vacate the Status Conference set for 12/3/2026.',
    'ORDER: if the parties settle, the conference set for 12/3/2026 is vacated.',
    'ORDER: The conference set for 12/3/2026 may be vacated.',
    'ORDER denying 12 Motion to Dismiss. The conference set for 12/3/2026 is VACATED.',
    'NOTICE of Cancellation of Status Conference by Rival Inc.',
    'ORDER: If the parties settle, the Status Conference set for 12/3/2026 will not go forward.',
    'ORDER granting 51 Motion to Continue. The Status Conference is continued 60 days.',
    'ORDER: The conference set for 12/3/2026 is hereby continued for approximately sixty (60) days.',
    'MINUTE entry: Status Conference held, where counsel reported that the injunction was vacated.',
  ])('%s', (text) => expect(after(text)).toBe('set, may be cancelled'));
});

describe('an order or notice of the court that undoes a date cancels the date:', () => {
  it.each([
    'ORDER: The Status Conference set for 12/3/2026 is VACATED.',
    'ORDER: The conference scheduled for December 3, 2026 is hereby cancelled.',
    'ORDER vacating the Status Conference set for 12/3/2026.',
    'Notice Cancelling Hearing',
    'Terminate Deadlines and Hearings',
    'ORDER: All pending deadlines and hearings are VACATED.',
    'MINUTE entry: Status Conference set for 12/3/2026 is stricken.',
    'ORDER: The rescheduled conference set for 12/3/2026 is VACATED.',
    'ORDER: The conference is VACATED. It was set by the order of 11/1/2026.',
    'ORDER: The conference is VACATED. It was discussed on 11/10/2026.',
    'ORDER: Conference on 12 Motion to Dismiss set for 12/3/2026 is CANCELLED.',
    'ORDER: Briefing on the motion was continued to the spring by an earlier ruling of this Court, and the Status Conference set for 12/3/2026 is VACATED.',
  ])('%s', (text) => expect(after(text)).toBe('cancelled'));
});

describe('a deadline that the court undoes by its name, before or after the verb,', () => {
  const due = '2026-11-01 41: SCHEDULING ORDER: Fact Discovery due 12/3/2026. Expert Reports due 12/17/2026.';
  const deadlinesAfter = (text: string, ...before: string[]) =>
    eventsOf([due, ...before, `2026-11-10 52: ${text}`]).map(({ title, status, mayBeCancelled }) =>
      mayBeCancelled === undefined ? `${title} ${status}` : `${title} ${status}, may be cancelled`,
    );

  it.each([
    'ORDER: The fact discovery deadline is VACATED.',
    'ORDER: The fact discovery deadline is hereby vacated.',
    'ORDER: The deadline for fact discovery is VACATED.',
    'ORDER: The Fact Discovery deadline has been stricken.',
    'ORDER: The fact discovery deadline of 12/3/2026 is VACATED.',
    'ORDER vacating the fact discovery deadline.',
    'ORDER: The deadline of 12/3/2026 is VACATED.',
    'ORDER: The deadline to complete fact discovery is VACATED.',
    'ORDER: The deadline to complete fact discovery of 12/3/2026 is hereby VACATED.',
    'ORDER: The deadline for completion of fact discovery is VACATED.',
    'ORDER vacating the deadline for completing fact discovery.',
  ])('is cancelled, and no other deadline is: %s', (text) =>
    expect(deadlinesAfter(text)).toEqual(['Fact discovery due cancelled', 'Expert report due set']));

  it.each([
    'ORDER: The fact discovery deadline may be vacated.',
    'ORDER: The fact discovery deadline, currently December 3, 2026, is VACATED.',
    'ORDER: If the parties settle, the fact discovery deadline is vacated.',
    'ORDER granting 51 Motion to Vacate. The fact discovery deadline should be vacated.',
  ])('may be cancelled if that is not certain: %s', (text) =>
    expect(deadlinesAfter(text)).toEqual(['Fact discovery due set, may be cancelled', 'Expert report due set']));

  it.each([
    'ORDER: The fact discovery deadline is not vacated.',
    'ORDER: The request that the fact discovery deadline be vacated is DENIED.',
    'ORDER: The Court declines to find that the fact discovery deadline is vacated.',
    'ORDER: The initial disclosures deadline is VACATED.',
    'ORDER: The response deadline is VACATED.',
    'ORDER: The response deadline of 12/3/2026 is VACATED.',
    'ORDER: The deadline is VACATED.',
    'LETTER by Rival Inc.: the fact discovery deadline is vacated.',
  ])('remains if it is kept, or if another deadline is meant: %s', (text) =>
    expect(deadlinesAfter(text)).toEqual(['Fact discovery due set', 'Expert report due set']));

  it.each([
    'ORDER: The fact discovery and expert report deadlines are VACATED.',
    'ORDER: The deadlines for fact discovery and expert reports are VACATED.',
    'ORDER: The deadlines to complete fact discovery, and to serve expert reports, are VACATED.',
    'ORDER vacating the deadlines for fact discovery, contentions and expert reports.',
  ])('is cancelled together with the others of a list: %s', (text) =>
    expect(deadlinesAfter(text)).toEqual(['Fact discovery due cancelled', 'Expert report due cancelled']));

  it.each([
    'ORDER: The fact and expert discovery deadlines are VACATED.',
    'ORDER: The deadlines for fact and expert discovery are VACATED.',
  ])('is cancelled by the half of its name that a list has: %s', (text) => {
    const expert = '2026-11-02 42: SCHEDULING ORDER: Expert Discovery due 12/24/2026.';
    expect(deadlinesAfter(text, expert)).toEqual([
      'Fact discovery due cancelled',
      'Expert report due set',
      'Expert discovery due cancelled',
    ]);
  });

  it('is cancelled by a list whose last name has three words', () => {
    const final = '2026-11-02 42: SCHEDULING ORDER: Final Expert Discovery due 12/24/2026.';
    expect(deadlinesAfter('ORDER: The fact and final expert discovery deadlines are VACATED.', final)).toEqual([
      'Fact discovery due cancelled',
      'Expert report due set',
      'Final expert discovery due cancelled',
    ]);
  });

  it('may be cancelled if the order names none, and only one is left', () => {
    const other = '2026-11-05 45: ORDER vacating the expert reports deadline.';
    expect(deadlinesAfter('ORDER: The deadline is VACATED.', other)).toEqual([
      'Fact discovery due set, may be cancelled',
      'Expert report due cancelled',
    ]);
  });

  it('belongs to the party that the order names, and a hearing is not cancelled with it', () => {
    const texts = [
      'Rival Inc. answer due 12/3/2026.',
      'Copycat LLC answer due 12/3/2026.',
      'Deposition set for 12/3/2026.',
    ];
    const before = texts.map((text, index) => `2026-11-02 ${40 + index}: ${text}`);
    const cancelled = (text: string) =>
      eventsOf([...before, `2026-11-10 52: ORDER: ${text}`]).flatMap(({ title, status, mayBeCancelled }) =>
        mayBeCancelled === undefined ? (status === 'cancelled' ? [title] : []) : [`${title}?`],
      );
    expect(cancelled("Rival Inc.'s deadline to answer is VACATED.")).toEqual(['Answer due (Rival Inc)']);
    expect(cancelled('The deadline for Copycat LLC to answer is VACATED.')).toEqual(['Answer due (Copycat LLC)']);
    expect(cancelled('The deadline for depositions is VACATED.')).toEqual([]);
  });
});

it('a deadline that begins the sentence is cancelled as a deadline, whatever its subject', () => {
  const text = 'Deadline for depositions is VACATED';
  expect(readCancellations(text, { type: 'order', outcome: null }, [])).toMatchObject([
    { act: 'cancels', what: 'deadline', name: 'deposition' },
  ]);
});

it.each(['denied', 'moot', 'withdrawn'] as const)('a motion to undo a date that is %s cancels nothing', (outcome) => {
  const text = 'ORDER: 51 Motion to Vacate the Status Conference set for 12/3/2026.';
  expect(readCancellations(text, { type: 'order', outcome }, ['2026-12-03'])).toEqual([]);
});

it('an order that undoes a day and sets another one cancels nothing', () => {
  const text = 'The Status Conference set for 12/3/2026 is vacated and reset to 12/10/2026.';
  const reason = 'On its own motion, and in the interest of judicial economy at this stage of the case,';
  for (const each of [`ORDER: ${text}`, `ORDER: ${reason} ${text.replace('The', 'the')}`]) {
    expect(readCancellations(each, { type: 'order', outcome: null }, ['2026-12-03'])).toEqual([]);
  }
});

describe('an order cancels the hearing in any wording:', () => {
  it.each([
    'ORDER that the Status Conference scheduled for December 3, 2026 at 10:00 a.m. be and is hereby CANCELLED.',
    'Status Conference set for 12/3/2026 is CONTINUED to a date to be determined.',
    'ORDER: The Status Conference of 12/3/2026 is adjourned sine die.',
    'ORDER: The Status Conference set for 12/3/2026 will not go forward; the motion will be decided on the papers.',
    'ORDER: The Status Conference scheduled for 12/3/2026 shall not take place as scheduled.',
    'ORDER: The Status Conference set for 12/3/2026 has been called off.',
    'ORDER: The Status Conference set for 12/3/2026 is removed from the calendar.',
    'NOTICE: no status conference will take place on 12/3/2026.',
  ])('%s', (text) => expect(after(text)).toBe('cancelled'));
});

it('a cancelled date quotes the words that cancel it, from the first to the last', () => {
  const [event] = eventsOf([set, '2026-11-10 52: ORDER vacating the Status Conference set for 12/3/2026 ; see below.']);
  expect(event?.sentence).toBe('vacating the Status Conference set for 12/3/2026');
});

it('a paper of a party never cancels a date or puts it in doubt, whatever its words', () => {
  const parties = ['motion', 'stipulation', 'response', 'reply', 'brief', 'letter', 'evidence', 'transcript'] as const;
  const others = ['complaint', 'answer', 'status', 'discovery', 'appeal', 'dismissal', 'appearance'] as const;
  const papers = [...parties, ...others, 'service', 'disclosure', 'fee'] as const;
  const words = fc.constantFrom(
    'the hearing set for 12/3/2026 is VACATED',
    'all deadlines are vacated',
    'hearing CANCELLED',
  );
  fc.assert(
    fc.property(fc.constantFrom(...papers), words, (type, text) => {
      expect(readCancellations(text, { type, outcome: null }, ['2026-12-03'])).toEqual([]);
    }),
  );
});

it('words of refusal never cancel a date, whatever the type of the entry', () => {
  const refusals = ['declines to', 'refuses to', 'will not', 'denies the request to'];
  const verbs = ['vacate', 'cancel', 'strike', 'terminate'];
  const events = ['the hearing', 'the trial date', 'all deadlines', 'the conference set for 12/3/2026'];
  fc.assert(
    fc.property(
      fc.constantFrom(...refusals),
      fc.constantFrom(...verbs),
      fc.constantFrom(...events),
      fc.constantFrom(...entryTypes),
      (refusal, verb, event, type) => {
        const text = `ORDER: The Court ${refusal} ${verb} ${event}.`;
        const reading = readEntry(text, '2026-11-10');
        expect(readCancellations(text, { ...reading, type }, [])).toEqual([]);
      },
    ),
  );
});
