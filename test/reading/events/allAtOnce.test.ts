import { describe, expect, it } from 'vitest';
import { eventsOf } from './filings.ts';

const set = '2026-11-01 40: SCHEDULING ORDER: Status Conference set for 12/3/2026 at 10:00 AM.';

describe('an order that cancels all at once', () => {
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
  ])('cancels all that lies ahead: %s', (text) =>
    expect(statesAfter(text)).toEqual(['cancelled', 'cancelled', 'cancelled']));

  it.each([
    'ORDER: All deadlines are VACATED.',
    'ORDER: The Court VACATES all deadlines.',
    'ORDER: All deadlines in the Plan (D.I. 40) are VACATED.',
    'ORDER vacating the trial date and all other deadlines.',
  ])('cancels no hearing where it names deadlines alone; each may be meant: %s', (text) =>
    expect(statesAfter(text)).toEqual(['in doubt', 'cancelled', 'in doubt']));

  it('cancels no deadline where it names hearings alone; each may be meant', () => {
    expect(statesAfter('ORDER vacating all hearings.')).toEqual(['cancelled', 'in doubt', 'cancelled']);
  });

  it.each([
    'ORDER: All deadlines and hearings except the trial are VACATED.',
    'ORDER: All deadlines and hearings, other than trial, are VACATED.',
    'ORDER: All dates but trial are VACATED.',
    'ORDER: All hearings being in person, the Status Conference is VACATED.',
    'ORDER: All hearings set in this court are by video, and the Status Conference is VACATED.',
  ])('is in doubt where it has an exception, or says something else of them: %s', (text) =>
    expect(statesAfter(text)).toEqual(['in doubt', 'in doubt', 'in doubt']));

  it('is none where it cancels one, and speaks of all others', () => {
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
])('what stands behind the verb with a reason is not cancelled by it: vacated %s', (reason) => {
  const trial = '2026-11-03 42: ORDER: Jury Trial set for 12/17/2026.';
  const events = eventsOf([
    set,
    trial,
    `2026-11-10 52: ORDER: The Status Conference of 12/3/2026 is VACATED ${reason}.`,
  ]);
  expect(events.map(({ status }) => status)).toEqual(['cancelled', 'set']);
});
