import { describe, expect, it } from 'vitest';
import { eventsOf } from './filings.ts';

const set = '2026-11-01 40: SCHEDULING ORDER: Status Conference set for 12/3/2026 at 10:00 AM.';

describe('an order that cancels everything at once', () => {
  const filings = [
    set,
    '2026-11-02 41: SCHEDULING ORDER: Fact Discovery due 12/10/2026.',
    '2026-11-03 42: ORDER: Jury Trial set for 12/17/2026.',
  ];
  const statesAfter = (text: string) =>
    eventsOf([...filings, `2026-11-10 52: ${text}`]).map(({ status, mayBeCancelled }) =>
      mayBeCancelled === undefined ? status : 'in doubt',
    );

  it.each([
    'ORDER: All deadlines and hearings are hereby VACATED.',
    'ORDER: All pending dates are VACATED.',
    'ORDER: All future hearings, deadlines and trial settings are cancelled.',
    'ALL DEADLINES AND HEARINGS SET IN THIS CASE ARE VACATED.',
    'ORDER: All hearings and deadlines in this matter are terminated.',
    'ORDER vacating all remaining deadlines and hearings.',
    'Terminate Deadlines and Hearings',
  ])('cancels every date ahead: %s', (text) =>
    expect(statesAfter(text)).toEqual(['cancelled', 'cancelled', 'cancelled']));

  it.each([
    'ORDER: All deadlines are VACATED.',
    'ORDER: The Court VACATES all deadlines.',
    'ORDER: All deadlines in the Plan (D.I. 40) are VACATED.',
    'ORDER vacating the trial date and all other deadlines.',
  ])('cancels no hearing if it names only deadlines, but puts hearings in doubt: %s', (text) =>
    expect(statesAfter(text)).toEqual(['in doubt', 'cancelled', 'in doubt']));

  it('cancels no deadline if it names only hearings, but puts deadlines in doubt', () => {
    expect(statesAfter('ORDER vacating all hearings.')).toEqual(['cancelled', 'in doubt', 'cancelled']);
  });

  it.each([
    'ORDER: All deadlines and hearings except the trial are VACATED.',
    'ORDER: All deadlines and hearings, other than trial, are VACATED.',
    'ORDER: All dates but trial are VACATED.',
    'ORDER: All hearings being in person, the Status Conference is VACATED.',
    'ORDER: All hearings set in this court are by video, and the Status Conference is VACATED.',
  ])('puts every date in doubt if it has an exception, or says something else about them: %s', (text) =>
    expect(statesAfter(text)).toEqual(['in doubt', 'in doubt', 'in doubt']));

  it('is not an order that cancels one date and only mentions all others', () => {
    const text =
      'ORDER: The Status Conference set for 12/3/2026 is VACATED, and counsel attends all hearings in person.';
    expect(statesAfter(text)).toEqual(['cancelled', 'in doubt', 'in doubt']);
  });
});

it.each([
  'because the Jury Trial is near',
  'until after the Jury Trial',
  'and counsel attends the Jury Trial',
  'in light of the Jury Trial',
])('a hearing in the reason after the verb is not cancelled: vacated %s', (reason) => {
  const trial = '2026-11-03 42: ORDER: Jury Trial set for 12/17/2026.';
  const events = eventsOf([
    set,
    trial,
    `2026-11-10 52: ORDER: The Status Conference of 12/3/2026 is VACATED ${reason}.`,
  ]);
  expect(events.map(({ status }) => status)).toEqual(['cancelled', 'set']);
});
