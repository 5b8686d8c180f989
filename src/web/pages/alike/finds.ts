import type { WatchConfig } from '../../../config/config.ts';
import { type FindsAsked, listFinds, loadFinds, type StoredFind } from '../../../looks/findsTable.ts';
import { type Review, reviewsOf, type Verdict } from '../../../looks/reviewsTable.ts';
import type { Design } from '../../../records/design.ts';
import { recordByKey } from '../../../store/snapshot/namedRecordsQueries.ts';
import { loadRecords } from '../../../store/snapshot/recordsTable.ts';
import type { Db } from '../../../store/store.ts';
import { knownBy } from '../../visit/inWatches.ts';
import type { Visit } from '../../visit/visit.ts';

/** A new design of a watch, what it looks like, and what was said of the two. */
export interface ShownFind extends StoredFind {
  readonly design: Design;
  readonly review: Review | undefined;
}

/** The watch of a page, where it compares designs and the viewer may read it. */
export function comparingWatch({ sight }: Visit, id: string): WatchConfig | undefined {
  const watch = sight.readable.find((one) => one.id === id);
  return watch?.similarTo === undefined ? undefined : watch;
}

export async function findsOf(db: Db, watchId: string, asked: FindsAsked): Promise<ShownFind[]> {
  return withDesigns(db, watchId, await listFinds(db, watchId, asked));
}

/** One find of a watch, by the key of its design; undefined where the watch did not find it. */
export async function findOfKey(db: Db, watch: WatchConfig, key: string): Promise<ShownFind | undefined> {
  const stored = await recordByKey(db, 'design', key);
  if (stored === undefined || (await knownBy(db, [watch], stored.id)).watches.length === 0) return undefined;
  const [find] = await withDesigns(db, watch.id, [...(await loadFinds(db, watch.id, [stored.id])).values()]);
  return find;
}

async function withDesigns(db: Db, watchId: string, finds: readonly StoredFind[]): Promise<ShownFind[]> {
  const ids = finds.map(({ recordId }) => recordId);
  const records = await loadRecords(db, ids);
  const reviews = await reviewsOf(db, watchId, ids);
  return finds.flatMap((one) => {
    const design = records.get(one.recordId)?.record;
    if (design?.type !== 'design') return [];
    const review = reviews.find(({ recordId, own }) => recordId === one.recordId && own === one.find?.own);
    return [{ ...one, design, review }];
  });
}

/** `12 of 15 new designs were compared; 2 are still hidden, of 1 no picture could be read.` */
export function comparedWords(finds: readonly StoredFind[]): string {
  const compared = finds.filter(({ find }) => find !== undefined).length;
  const reasons = Map.groupBy(
    finds.filter(({ find }) => find === undefined),
    ({ whyNot = '' }) => whyNot,
  );
  const others = [...reasons].map(([why, some]) => `${some.length} not: ${why.replace(/\.$/, '')}`);
  return `${[`${compared} of ${finds.length} new designs were compared`, ...others].join('; ')}.`;
}

export const verdictWords: Readonly<Record<Verdict, string>> = {
  alike: 'Alike',
  'not alike': 'Not alike',
  'ask counsel': 'Ask counsel',
};
