import { z } from 'zod';
import { courtPage } from '../../../records/courts.ts';
import type { StoredRecord } from '../../../store/snapshot/records.ts';
import { listCases } from '../../../store/views/listRecords.ts';
import { heldBy } from '../../visit/heldBy.ts';
import { ofMatter, ofWatch, watchesAsked } from '../askedWatches.ts';
import { endpoint, partOf, positionOf } from '../endpoint.ts';
import { day, moment } from '../shapes.ts';

const caseShape = z.object({
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
  summary: 'The court cases that watches hold, the most recently changed first.',
  query: z.object({ ...ofWatch, ...ofMatter, state: z.enum(['open', 'ended']).optional() }),
  item: caseShape,
  async list(parts, asking, query) {
    const from = positionOf(query);
    const open = query.state === undefined ? undefined : query.state === 'open';
    const part = { limit: query.limit + 1, offset: from, open };
    const { records } = await listCases(parts.store.db, heldBy(watchesAsked(parts, asking, query)), part);
    return partOf(records.flatMap(caseJson), query, from);
  },
});

/** A case as the API shows it; an empty list for a design. */
function caseJson({ record, changedAt, firstSeenAt }: StoredRecord) {
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
