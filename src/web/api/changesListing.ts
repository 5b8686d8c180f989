import { z } from 'zod';
import { changeJson } from '../../alerts/channels/webhook/alertChangeJson.ts';
import { changeKinds } from '../../records/diff/change.ts';
import { changesAfter } from '../../store/snapshot/changesAfterQueries.ts';
import { listChanges } from '../../store/snapshot/changesTable.ts';
import { listChangesFound } from '../../store/snapshot/storeChangesTable.ts';
import { listing, ofMatter, ofWatch, timestamp, watchesAsked } from '../lists/listing.ts';
import { cursorAt, mostItems, positionOf } from '../lists/parts.ts';

const changeShape = z.looseObject({
  id: z.number(),
  kind: z.string(),
  detectedAt: timestamp,
  watches: z.array(z.string()),
  check: z.number(),
  record: z.looseObject({ type: z.enum(['docket', 'design']), key: z.string(), label: z.string(), title: z.string() }),
  fields: z.array(z.looseObject({ field: z.string() })),
});

export const changesListing = listing({
  name: 'changes',
  item: changeShape,
  api: {
    summary:
      'Every change found, in the order in which it became known. ' +
      'To follow the changes, ask again with the last `next`.',
    query: z.object({
      ...ofWatch,
      ...ofMatter,
      since: z.iso.datetime().optional().describe('listed at or after it'),
      kind: z.enum(changeKinds).optional(),
    }),
    async list(parts, asking, query) {
      const asked = watchesAsked(asking, query).map((watch) => watch.id);
      if (asked.length === 0) return { items: [] };
      await listChangesFound(parts.store, asking.now);
      const { db } = parts.store;
      const place = positionOf(query);
      const filter = { since: query.since, kind: query.kind, limit: query.limit };
      const listed = await changesAfter(db, { watchIds: asked, place, ...filter });
      const ids = listed.map(({ changeId }) => changeId);
      const found = new Map((await listChanges(db, { ids, limit: mostItems })).map((change) => [change.id, change]));
      const own = new Set(asked);
      const items = ids
        .flatMap((id) => found.get(id) ?? [])
        .map((change) => changeJson({ ...change, watches: change.watches.filter((id) => own.has(id)) }));
      const last = listed.at(-1)?.place ?? place;
      return { items, next: last > 0 ? cursorAt(last) : undefined };
    },
  },
});
