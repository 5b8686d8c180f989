import { z } from 'zod';
import { dateStatuses } from '../../../dates/caseDate.ts';
import { courtsToday } from '../../../records/courtZone.ts';
import { datesOfWatches, type WatchDate } from '../../../schedule/watchDates.ts';
import { day, endpoint, ofMatter, ofWatch, partOf, placeIn, rowsAfter, watchesAsked } from '../endpoint.ts';

export const dateShape = z.looseObject({
  date: day,
  time: z.string().optional().describe('HH:MM at the court'),
  what: z.enum(['hearing', 'deadline', 'expiry', 'renewal']),
  title: z.string(),
  case: z.string(),
  sentence: z.string(),
  status: z.enum(dateStatuses),
  note: z.string().optional(),
  mayBeCancelled: z
    .string()
    .optional()
    .describe('The filing whose words may cancel it: D.I. 52; in doubt the date stands.'),
  earlier: z
    .array(z.object({ date: day, entry: z.string() }))
    .optional()
    .describe('The days for which it was set before, the last one first.'),
  record: z.object({ type: z.enum(['docket', 'design']), key: z.string() }),
  watches: z.array(z.string()),
});

export const dates = endpoint({
  name: 'dates',
  summary: 'Hearings, deadlines and expiries as filings and registers name them, the earliest first.',
  query: z.object({
    ...ofWatch,
    ...ofMatter,
    from: z.iso.date().optional().describe('default: today'),
    until: z.iso.date().optional(),
  }),
  item: dateShape,
  async list(parts, asking, query) {
    const place = placeIn('dates', query, placeShape);
    const span = { from: query.from ?? courtsToday(asking.now), until: query.until };
    const found = await datesOfWatches(parts.store.db, watchesAsked(parts, asking, query), span);
    return partOf('dates', rowsAfter(found, place, placeOf), query, placeOf);
  },
});

const placeShape = z.tuple([z.string(), z.string(), z.string()]);

function placeOf({ date, time = '', uid }: WatchDate): z.output<typeof placeShape> {
  return [date, time, uid];
}
