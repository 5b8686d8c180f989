import { madeOnce } from '../../base/madeOnce.ts';
import type { Config, WatchConfig } from '../../config/config.ts';
import { watchesById } from '../../config/readWatches.ts';
import { describeWatch } from '../../config/searchWords.ts';
import { runningHolds } from '../../schedule/holds/holdsTable.ts';
import { countFound } from '../../schedule/watchStatusQueries.ts';
import { alsoFoundBy } from '../../store/snapshot/membershipsTable.ts';
import { loadRecords } from '../../store/snapshot/recordsTable.ts';
import type { Db } from '../../store/store.ts';
import type { WatchFacts } from '../message/content.ts';

/** So many of the most similar designs come first, unless a watch says otherwise. */
export const mostAlike = 10;

type Described = Omit<WatchConfig, 'schedule' | 'timezone'>;

export const watchFacts = madeOnce(
  (watch: Described): WatchFacts => ({
    id: watch.id,
    name: watch.name,
    matter: watch.matter,
    asksFor: [...new Set(watch.searches.flatMap(namesAsked))],
    asksForPatents: [
      ...new Set(watch.searches.flatMap((search) => (search.type === 'dockets' ? (search.patentNumber ?? []) : []))),
    ],
    asks: describeWatch(watch),
    confidential: watch.confidential,
    report: watch.report,
    important: watch.important,
    mute: watch.mute,
    ...(watch.similarTo && { mostAlike: watch.similarTo.top ?? mostAlike }),
  }),
);

function namesAsked(search: WatchConfig['searches'][number]): string[] {
  const name = search.type === 'designs' ? search.holder : search.companyName;
  return name === undefined ? [] : [name];
}

/** The cases and designs of a watch that other watches found and report too; undefined where there is none. */
export async function alsoWatched(db: Db, { watches }: Pick<Config, 'watches'>, watchId: string | null) {
  const byId = watchesById(watches);
  const watch = byId.get(watchId ?? '');
  if (watch === undefined) return undefined;
  // A false match of a watch is one record, and not the watch.
  const held = new Set(
    (await runningHolds(db)).flatMap((hold) => (hold.recordId === null ? (hold.watchId ?? []) : [])),
  );
  const shared = (await alsoFoundBy(db, watch.id)).filter(({ watchId: id }) => {
    const other = byId.get(id);
    return other !== undefined && other.notify.length > 0 && !held.has(id);
  });
  const recordIds = new Set(shared.map((one) => one.recordId));
  const firstId = Math.min(...recordIds);
  const first = recordIds.size === 0 ? undefined : (await loadRecords(db, [firstId])).get(firstId)?.record;
  if (first === undefined) return undefined;
  const { cases, designs } = await countFound(db, [watch.id]);
  const watchIds = [...new Set(shared.map((one) => one.watchId))].sort();
  return { records: recordIds.size, ofRecords: cases + designs, first, watchIds };
}
