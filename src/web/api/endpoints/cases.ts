import { z } from 'zod';
import { heldBy } from '../../../pages/visit/heldBy.ts';
import { courtPage } from '../../../records/courts.ts';
import { casesFound } from '../../../snapshot/listRecordsQueries.ts';
import type { StoredRecord } from '../../../snapshot/recordsTable.ts';
import { day, endpoint, moment, ofMatter, ofWatch, partOf, placeIn, placeOfRecord, watchesAsked } from '../endpoint.ts';

export const caseShape = z.object({
  key: z.string(),
  number: z.string().nullable(),
  name: z.string().nullable(),
  court: z.string().nullable(),
  courtId: z.string().nullable(),
  courtPage: z.string().nullable().describe('the docket at PACER, which takes a fee'),
  judge: z.string().nullable(),
  status: z.string().nullable(),
  filed: day.nullable(),
  terminated: day.nullable(),
  parties: z.array(z.string()),
  patents: z.array(z.string()),
  entries: z.number().nullable().describe('how many the court’s docket has'),
  changedAt: moment,
  firstSeenAt: moment,
});

export const cases = endpoint({
  name: 'cases',
  summary:
    'The court cases that watches hold, the most recently found first. For those that changed: `changedSince`, or the list of changes.',
  query: z.object({
    ...ofWatch,
    ...ofMatter,
    state: z.enum(['open', 'ended']).optional(),
    changedSince: z.iso.datetime().optional().describe('last changed at or after it'),
  }),
  item: caseShape,
  async list(parts, asking, query) {
    const place = placeIn('cases', query, placeOfRecord);
    const open = query.state === undefined ? undefined : query.state === 'open';
    const part = { limit: query.limit + 1, after: place, open, changedSince: query.changedSince };
    const records = await casesFound(parts.store.db, heldBy(watchesAsked(parts, asking, query)), part);
    const { items, next } = partOf('cases', records, query, ({ firstSeenAt, id }) => [firstSeenAt, id]);
    return { items: items.flatMap(caseJson), next };
  },
});

/** A case as the API shows it; an empty list for a design. */
export function caseJson({ record, changedAt, firstSeenAt }: StoredRecord) {
  if (record.type !== 'docket') return [];
  return [
    {
      key: record.key,
      number: record.docketNumber ?? null,
      name: record.caseName ?? null,
      court: record.court ?? null,
      courtId: record.courtId ?? null,
      courtPage: courtPage(record) ?? null,
      judge: record.assignedTo ?? null,
      status: record.status ?? null,
      filed: record.dateFiled || null,
      terminated: record.dateTerminated || null,
      parties: record.parties ?? [],
      patents: record.patentNumbers ?? [],
      entries: record.entryTotal ?? null,
      changedAt,
      firstSeenAt,
    },
  ];
}
