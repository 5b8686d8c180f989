import type { WatchFacts } from '../channels/message/content.ts';
import { foldText } from '../diff/foldText.ts';
import { passesWholeWord } from '../diff/hitFilter.ts';
import type { SearchRecord } from '../records/record.ts';

/** The holder of a record that one of the watches searches for: as the record names it, and as the watch does. */
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

/** The record with the holder that matched first: messages are headed by it. */
export function headedBy<Headed extends SearchRecord>(record: Headed, matched: MatchedHolder | undefined): Headed {
  if (record.type !== 'design' || matched === undefined) return record;
  const others = (record.holders ?? []).filter((holder) => holder !== matched.holder);
  return { ...record, holders: [matched.holder, ...others] };
}
