import { z } from 'zod';
import { describeSearch } from '../../../config/describeSearch.ts';
import { loadWatches } from '../../../watches/loadWatches.ts';
import { endpoint, moment, partOf, placeIn, rowsAfter } from '../endpoint.ts';

const watchShape = z.object({
  id: z.string(),
  name: z.string().describe('of a confidential watch, for those who may not read it, its matter'),
  matter: z.string().nullable(),
  tags: z.array(z.string()).describe('none where it is confidential'),
  searches: z.array(z.string()).describe('in words; none where it is confidential'),
  schedule: z.string(),
  timezone: z.string(),
  outcome: z.enum(['complete', 'partial', 'failed', 'skipped']).nullable(),
  lastCompleteAt: moment.nullable(),
  nextDueAt: moment.nullable().describe('null while it is paused'),
  paused: z
    .object({
      since: moment,
      until: moment.nullable().describe('null: until it is resumed'),
      by: z.string().nullable(),
      because: z.string().nullable().describe('null where it is confidential'),
    })
    .nullable()
    .describe('not looked at while it is paused'),
  incidents: z.array(z.object({ kind: z.string(), since: moment })).describe('those that are open'),
  records: z.number(),
  foundNothing: z.boolean(),
  creditsThisMonth: z.number(),
});

export const watches = endpoint({
  name: 'watches',
  summary: 'The watches: when they were checked, what they hold and what they cost; by id.',
  query: z.object({}),
  item: watchShape,
  async list(parts, asking, query) {
    const lines = await loadWatches(parts, asking);
    const place = placeIn('watches', query, z.tuple([z.string()]));
    const items = lines.map(({ watch, title, discreet, outcome, records, foundNothing, pause, ...line }) => ({
      id: watch.id,
      name: title,
      matter: watch.matter ?? null,
      tags: discreet ? [] : [...(watch.tags ?? [])],
      searches: discreet ? [] : watch.searches.map(describeSearch),
      schedule: watch.schedule,
      timezone: watch.timezone,
      outcome: outcome ?? null,
      lastCompleteAt: line.lastCompleteAt ?? null,
      nextDueAt: line.nextDueAt ?? null,
      paused:
        pause === undefined
          ? null
          : {
              since: pause.beganAt,
              until: pause.until,
              by: discreet ? null : pause.author,
              because: discreet ? null : pause.reason,
            },
      incidents: line.incidents.map(({ kind, beganAt }) => ({ kind, since: beganAt })),
      records,
      foundNothing,
      creditsThisMonth: line.creditsThisMonth,
    }));
    const placeOf = ({ id }: { readonly id: string }) => [id] as const;
    return partOf('watches', rowsAfter(items, place, placeOf), query, placeOf);
  },
});
