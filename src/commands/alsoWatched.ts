import { alsoWatched } from '../outbox/alsoWatched.ts';
import type { Program } from '../program/program.ts';
import { labelOf } from '../records/record.ts';
import { counted, listed } from '../words/sentence.ts';

/** The most watches named in one sentence. */
const mostNamed = 5;

/** Which records of a muted watch other watches still report, with the command that silences one for all; undefined where there is none. */
export async function alsoWatchedWords(
  { store: { db }, config }: Program,
  watchId: string | null,
): Promise<{ readonly words: string; readonly watchIds: readonly string[] } | undefined> {
  const found = await alsoWatched(db, config, watchId);
  if (found === undefined) return undefined;
  const { first, watchIds, records, ofRecords } = found;
  const more = watchIds.length - mostNamed;
  const names = listed(
    more > 0 ? [...watchIds.slice(0, mostNamed), counted(more, 'more watch', 'more watches')] : watchIds,
  );
  const report = watchIds.length === 1 ? 'reports' : 'report';
  const noun = first.type === 'docket' ? 'case' : 'design';
  const words =
    ofRecords === 1
      ? `Its ${noun} is also watched by ${names}, which still ${report} it: tipstaff mute ${first.key} silences the ${noun}.`
      : `${records} of its ${counted(ofRecords, noun)} ${records === 1 ? 'is' : 'are'} also watched by ${names}, which still ${report} ${records === 1 ? 'it' : 'them'}. To silence one: tipstaff mute ${first.key} (${labelOf(first)}).`;
  return { words, watchIds };
}
