import type { Trx } from '../../store/store.ts';
import { findAnnounced, plainNumber } from './ladder.ts';
import { openMatcher, type Signal } from './matchCases.ts';
import { countOpen, insertNudges, loadNews, type NewNudge, noteItems } from './nudgesTable.ts';
import { watchedCases } from './watchedCasesQueries.ts';

/**
 * Stores signals about cases of one court: what is new of them, for each case that a watch holds. All in one
 * transaction with whatever else the caller notes, so that nothing is lost and nothing counts twice when a process is
 * killed.
 * @returns how many of the new ones are about watched cases, each case counted
 * @param from.isFirst nothing was seen there before: what has no number may be old, and is noted only
 */
export async function takeIn(
  trx: Trx,
  from: { readonly source: string; readonly court: string; readonly isFirst?: boolean },
  signals: readonly Signal[],
  now: Date,
): Promise<number> {
  const { source, court, isFirst = false } = from;
  const freshKeys = await noteItems(
    trx,
    { source, court },
    signals.map(({ key }) => key),
    now,
  );
  const fresh = uniqueBy(signals, ({ key }) => key).filter(({ key }) => freshKeys.has(key));
  if (fresh.length === 0) return 0;
  const match = openMatcher(await watchedCases(trx, court));
  const about = fresh.flatMap((one) => {
    const signal = notAhead(one, now);
    return match(signal).map((recordId) => ({ source, court, recordId, signal }));
  });
  const nudges = await markKnown(trx, uniqueBy(about, announcement), now);
  const numbered = nudges.filter(({ signal }) => !isFirst || signal.document !== null);
  await insertNudges(trx, await withRoom(trx, numbered), now);
  return nudges.length;
}

/** Nothing was entered in the future: the sender's clock is ahead. */
function notAhead(signal: Signal, now: Date): Signal {
  const latest = now.toISOString();
  return signal.publishedAt !== null && signal.publishedAt > latest ? { ...signal, publishedAt: latest } : signal;
}

/** One check finds whatever a hundred signals about a case announce: further open ones would say nothing more. */
const mostOpen = 100;

async function withRoom(trx: Trx, nudges: readonly NewNudge[]): Promise<NewNudge[]> {
  const kept: NewNudge[] = [];
  for (const [recordId, ofRecord] of Map.groupBy(nudges, (one) => one.recordId)) {
    let room = mostOpen - (await countOpen(trx, recordId));
    for (const one of ofRecord) {
      if (one.found === undefined) room -= 1;
      if (one.found !== undefined || room >= 0) kept.push(one);
    }
  }
  return kept;
}

/** Entries of several events come once for each event: one document of a case is announced once. */
function announcement({ recordId, signal }: NewNudge): string {
  return `${recordId} ${signal.document === null ? signal.key : plainNumber(signal.document)}`;
}

async function markKnown(trx: Trx, about: readonly NewNudge[], now: Date): Promise<NewNudge[]> {
  const since = now.toISOString();
  const marked: NewNudge[] = [];
  for (const [recordId, ofRecord] of Map.groupBy(about, (one) => one.recordId)) {
    const documents = ofRecord.flatMap(({ signal }) => signal.document ?? []);
    const news = await loadNews(trx, recordId, { documents, since });
    for (const one of ofRecord) {
      const found = findAnnounced({ document: one.signal.document, seenAt: since }, news);
      marked.push({ ...one, found });
    }
  }
  return marked;
}

function uniqueBy<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  return [...new Map(items.toReversed().map((item) => [keyOf(item), item])).values()].toReversed();
}
