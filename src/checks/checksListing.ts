import { z } from 'zod';
import type { Config } from '../config/config.ts';
import { readParts } from '../pages/lists/list.ts';
import { listing, moment, ofWatch, requireKnown } from '../pages/lists/listing.ts';
import { partOf, placeIn } from '../pages/lists/parts.ts';
import type { PageParts } from '../pages/page.ts';
import type { Visit } from '../pages/visit/visit.ts';
import { openReason, type Viewer, type VisibleWatch, visibleWatches } from '../people/viewer.ts';
import { queriesOf } from '../schedule/planSync.ts';
import { checkLog, type LoggedCheck } from '../snapshot/checkLogQueries.ts';
import { outcomes } from '../snapshot/checksTable.ts';

const checkShape = z.object({
  id: z.number(),
  endedAt: moment,
  watches: z.array(z.string()),
  watchNames: z.array(z.string()).describe('of a confidential watch, for those who may not read it, its matter'),
  outcome: z.enum(outcomes),
  hits: z.number(),
  requests: z.number(),
  credits: z.number(),
  reason: z.string().nullable(),
});

type AskedBy = ReadonlyMap<string, readonly VisibleWatch[]>;

/** The watches that the viewer may know of, by the queries that they ask. @param watch only this one */
function askedBy(config: Config, viewer: Viewer, watch?: string): AskedBy {
  const asked = new Map<string, VisibleWatch[]>();
  for (const one of visibleWatches(config.watches, viewer)) {
    if (watch !== undefined && one.watch.id !== watch) continue;
    for (const { id } of queriesOf(one.watch)) asked.set(id, [...(asked.get(id) ?? []), one]);
  }
  return asked;
}

/** A check as its listing has it: its reason only as far as the viewer may read every watch that asked. */
function checkItem({ queryId, reason, ...check }: LoggedCheck, watchesOf: AskedBy): z.output<typeof checkShape> {
  const asking = watchesOf.get(queryId) ?? [];
  const discreet = asking.some((one) => one.discreet);
  return {
    ...check,
    watches: asking.map((one) => one.watch.id),
    watchNames: asking.map((one) => one.title),
    reason: openReason(reason, discreet) ?? null,
  };
}

/** The checks that the address asks for, of those that the viewer may know of. */
export async function checksOfPage(
  { store, config }: PageParts,
  visit: Visit,
  part: { readonly limit: number; readonly offset: number },
): Promise<z.output<typeof checkShape>[]> {
  const asked = askedBy(config, visit.viewer);
  const outcome = outcomes.find((one) => one === visit.url.searchParams.get('outcome'));
  const checks = await checkLog(store.db, { queryIds: [...asked.keys()], outcome, ...part });
  return checks.map((check) => checkItem(check, asked));
}

export const checksListing = listing({
  name: 'checks',
  item: checkShape,
  api: {
    summary: 'Every check, newest first, with its outcome and its cost.',
    query: z.object({ ...ofWatch, outcome: z.enum(outcomes).optional() }),
    async list({ store, config }, { viewer }, query) {
      requireKnown(config.watches, viewer, query);
      const before = placeIn('checks', query, z.tuple([z.number()]))?.[0];
      const asked = askedBy(config, viewer, query.watch);
      const part = { limit: query.limit + 1, before, outcome: query.outcome };
      const found = await checkLog(store.db, { queryIds: [...asked.keys()], ...part });
      const items = found.map((check) => checkItem(check, asked));
      return partOf('checks', items, query, ({ id }) => [id]);
    },
  },
  file: {
    path: '/checks',
    load: async (parts, visit) => ({ items: await readParts((part) => checksOfPage(parts, visit, part)) }),
  },
});
