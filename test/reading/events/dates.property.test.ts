import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findDays } from '../../../src/reading/dates/findDays.ts';
import { docketEvents } from '../../../src/reading/events/calendarEvent.ts';
import { runs } from '../../runs.ts';
import { filed, widgetCase } from './filings.ts';

const tries = { numRuns: runs({ few: 40, many: 100 }) };

const day = fc
  .integer({ min: 0, max: 400 })
  .map((days) => new Date(Date.UTC(2026, 0, 1) + days * 86_400_000).toISOString().slice(0, 10));
const american = (iso: string) => `${iso.slice(5, 7)}/${iso.slice(8)}/${iso.slice(0, 4)}`;

const texts: readonly ((to: string, from: string) => string)[] = [
  (to) => `SCHEDULING ORDER: Markman Hearing set for ${to} at 10:00 AM. Fact discovery due ${to}.`,
  (to, from) => `MINUTE entry: the status hearing set for ${from} is vacated and reset to ${to} at 9:30 AM.`,
  (to) => `SUMMONS Returned Executed. Rival Inc. served on 1/1/2026, answer due ${to}.`,
  (to) => `ORDER granting 3 Motion for Extension of Time to Answer. Rival Inc. answer due ${to}.`,
  (to) => `MOTION to Dismiss by Rival Inc. Responses due by ${to}.`,
  (_, from) => `ORDER: the hearing set for ${from} is CANCELLED.`,
  () => 'NOTICE cancelling hearing',
  () => 'Terminate Deadlines and Hearings',
  () => 'ORDER: an amended complaint is due within 21 days.',
];

const filings = fc
  .array(
    fc
      .record({ on: day, to: day, from: day, text: fc.constantFrom(...texts), number: fc.integer({ min: 1, max: 9 }) })
      .map(({ on, to, from, text, number }) => `${on} ${number}: ${text(american(to), american(from))}`),
    { maxLength: 12 },
  )
  .map(filed);

it('the same entries in any order give the same events', () => {
  fc.assert(
    fc.property(
      filings.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }))),
      ([inOrder, shuffled]) => {
        expect(docketEvents(widgetCase, shuffled)).toEqual(docketEvents(widgetCase, inOrder));
      },
    ),
    tries,
  );
});

it('the day of a set event is in its sentence, or counted from the filing by the days in that sentence', () => {
  fc.assert(
    fc.property(filings, (list) => {
      for (const event of docketEvents(widgetCase, list)) {
        if (event.status === 'cancelled') continue;
        const named = findDays(event.sentence, event.filed).map(({ date }) => date);
        if (event.note?.includes('counted') !== true) expect(named).toContain(event.date);
        else expect(event.sentence).toContain('21 days');
      }
    }),
    tries,
  );
});

it('a later entry changes no UID, removes no event, and never lowers a SEQUENCE', () => {
  fc.assert(
    fc.property(filings, (list) => {
      const last = list.reduce(
        (a, b) => ((a.source.filed ?? '') > (b.source.filed ?? '') ? a : b),
        list[0] ?? filed(['2026-01-01 : NOTICE'])[0] ?? expect.fail(),
      );
      const later = { ...last.source, seq: 99, filed: last.source.filed, documentNumber: '99' };
      const more = [
        ...list,
        {
          source: later,
          lines: filed([`${later.filed} 99: ORDER: Jury Trial set for 6/1/2027 at 9:00 AM.`])[0]?.lines ?? [],
        },
      ];
      const after = new Map(docketEvents(widgetCase, more).map((event) => [event.uid, event]));
      const before = docketEvents(widgetCase, list);
      expect(new Set(before.map(({ uid }) => uid)).size).toBe(before.length);
      for (const event of before) expect(after.get(event.uid)?.sequence).toBeGreaterThanOrEqual(event.sequence);
    }),
    tries,
  );
});
