import type { WatchFacts } from '../channels/message/content.ts';
import { foldText } from '../diff/foldText.ts';
import { passesWholeWord } from '../diff/hitFilter.ts';
import type { SearchRecord } from '../records/record.ts';

/** The holder of a record for whom one of the watches asks: as the record names it, and as the watch does. */
interface MatchedHolder {
  readonly holder: string;
  readonly asked: string;
}

/** A match as a whole word comes before one inside a word: `Rival Brands B.V.` rather than `Rivalry Sports`. */
export function matchedHolder(record: SearchRecord, watches: readonly WatchFacts[]): MatchedHolder | undefined {
  if (record.type !== 'design') return undefined;
  const pairs = watches
    .flatMap((watch) => watch.asksFor ?? [])
    .flatMap((asked) => (record.holders ?? []).map((holder) => ({ holder, asked })));
  const hasWords = ({ holder, asked }: MatchedHolder) =>
    passesWholeWord({ hol: asked }, { ...record, holders: [holder] });
  const hasLetters = ({ holder, asked }: MatchedHolder) => foldText(holder).includes(foldText(asked));
  return pairs.find(hasWords) ?? pairs.find(hasLetters);
}

/** The record as its message is headed: by the holder that matched, then by the others. */
export function headedBy<Headed extends SearchRecord>(record: Headed, matched: MatchedHolder | undefined): Headed {
  if (record.type !== 'design' || matched === undefined) return record;
  const others = (record.holders ?? []).filter((holder) => holder !== matched.holder);
  return { ...record, holders: [matched.holder, ...others] };
}
