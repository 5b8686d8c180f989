import { expect, it } from 'vitest';
import { renderText } from '../../../src/alerts/channels/text.ts';
import { movedBy } from '../../../src/alerts/message/gatherChanges.ts';
import type { CalendarEvent } from '../../../src/reading/events/calendarEvent.ts';
import { change, changesContent, entry, widgetCase } from '../outbox/samples.ts';

const moves = 'ORDER: The Markman Hearing set for 12/17/2026 is RESET to 1/21/2027 at 2:00 PM.';
const hearing: CalendarEvent = {
  uid: 'a@tipstaff',
  record: { type: 'docket', key: '7001' },
  what: 'hearing',
  date: '2027-01-21',
  time: '14:00',
  timezone: 'America/New_York',
  title: 'Markman hearing',
  case: '1:20-cv-00168 (D. Del.) Widget Co. v. Rival',
  sentence: 'is RESET to 1/21/2027 at 2:00 PM',
  note: undefined,
  entry: '11',
  filed: '2026-11-20',
  sequence: 1,
  status: 'set',
  earlier: [{ date: '2026-12-17', entry: '9' }],
  movedBy: { entry: '11', filed: '2026-11-20' },
  link: undefined,
};

function movedByEdit(before: string, after: string): (string | undefined)[] {
  const edited = entry({ documentNumber: '11', dateFiled: 'Nov 20, 2026', description: after });
  const fields = [{ field: 'description', before, after }];
  return movedBy(change('entry.updated', { entry: edited, fields }), [hearing]).map(({ date }) => date);
}

it("a hearing moves by an edit only if the edit changes its date, not by a clerk's note in the same order", () => {
  expect(movedByEdit(moves, `${moves} (Main Document replaced on 11/21/2026)`)).toEqual([]);
  expect(movedByEdit(moves.replace('1/21/2027', '1/12/2027'), moves)).toEqual(['2027-01-21']);
});

it('an edited date of a case that ended is labeled, but is not called due', () => {
  const [before, after] = ['ORDER. Objections due by 12/4/2026.', 'ORDER. Objections due by 12/18/2026.'];
  const edited = (dateTerminated: string) =>
    change('entry.updated', {
      record: { ...widgetCase, dateTerminated },
      entry: entry({ documentNumber: '205', description: after, dateFiled: '2026-11-18' }),
      fields: [{ field: 'description', before, after }],
    });
  const words = (dateTerminated: string) => renderText(changesContent([edited(dateTerminated)])).replace(/\s+/g, ' ');
  expect(words('2026-11-19')).toContain('D.I. 205 (filed Nov 18) edited [DATE CHANGED]');
  expect(words('2026-11-19')).not.toContain('now due');
  expect(words('')).toContain('now due Dec 18');
});
