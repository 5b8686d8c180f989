import { z } from 'zod';
import { designName } from '../designs/designCard.ts';
import { listReviews, type Review, verdicts } from '../looks/reviewsTable.ts';
import { readParts } from '../pages/lists/list.ts';
import { listing, timestamp } from '../pages/lists/listing.ts';
import type { PageParts } from '../pages/page.ts';
import { labelOf } from '../records/record.ts';
import { loadRecords } from '../snapshot/recordsTable.ts';
import { comparingWatch } from './finds.ts';

const reviewShape = z.object({
  watch: z.string(),
  source: z.string().describe('the register'),
  number: z.string(),
  name: z.string(),
  holders: z.array(z.string()),
  own: z.string().describe('the own design beside it'),
  verdict: z.enum(verdicts),
  note: z.string(),
  likeness: z.number().nullable().describe('0 to 1, as it was when it was reviewed'),
  at: timestamp,
  who: z.string(),
  key: z.string().describe('of the design'),
});

async function reviewItems({ store }: PageParts, reviews: readonly Review[]): Promise<z.output<typeof reviewShape>[]> {
  const records = await loadRecords(
    store.db,
    reviews.map(({ recordId }) => recordId),
  );
  return reviews.flatMap(({ watchId: watch, recordId, likeness = null, ...said }) => {
    const design = records.get(recordId)?.record;
    if (design?.type !== 'design') return [];
    const { source, key, holders = [] } = design;
    const facts = { source, number: labelOf(design), name: designName(design), holders: [...holders] };
    return [{ watch, ...facts, ...said, likeness, key }];
  });
}

/** What people said of designs beside their own: the only labels there are, for whoever wants to learn from them. */
export const reviewsListing = listing({
  name: 'reviews',
  item: reviewShape,
  file: {
    path: '/watches/:id/alike',
    async load(parts, visit, { id = '' }) {
      const watch = comparingWatch(parts, visit, id);
      if (watch === undefined) return undefined;
      const reviews = await readParts((part) => listReviews(parts.store.db, watch.id, part));
      return { called: `reviews-${id}`, items: await reviewItems(parts, reviews) };
    },
  },
});
