import { oneAtATime, type Trx } from '../../store/store.ts';
import { findAnnounced } from './ladder.ts';
import { openMatcher, type Signal } from './matchCases.ts';
import { announcedBefore, countOpen, insertNudges, itemOf, loadNews, type NewNudge } from './nudgesTable.ts';
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
  const match = openMatcher(await watchedCases(trx, court));
  const about = signals.flatMap((one) => {
    const signal = notAhead(one, now);
    return match(signal).map((of) => ({ of, signal, place: `${of.recordId} ${itemOf(signal)}` }));
  });
  if (about.length === 0) return 0;
  await oneAtATime(trx, 'nudges');
  const before = await announcedBefore(trx, from, [...new Set(about.map(({ of }) => of.recordId))]);
  const fresh = [...new Map(about.toReversed().map((one) => [one.place, one])).values()].toReversed();
  const nudges: NewNudge[] = [];
  for (const [{ recordId, firstSeenAt }, ofCase] of Map.groupBy(fresh, ({ of }) => of)) {
    const signalsOf = ofCase.flatMap(({ signal, place }) => (before.has(place) ? [] : [signal]));
    const isOld = ({ document, publishedAt }: Signal) =>
      document === null && (isFirst || (publishedAt !== null && publishedAt <= firstSeenAt));
    nudges.push(...(await newNudges(trx, { source, court, recordId, isOld }, signalsOf, now)));
  }
  await insertNudges(trx, nudges, now);
  return nudges.length;
}

/** Nothing was entered in the future: the sender's clock is ahead. */
function notAhead(signal: Signal, now: Date): Signal {
  const latest = now.toISOString();
  return signal.publishedAt !== null && signal.publishedAt > latest ? { ...signal, publishedAt: latest } : signal;
}

/** One check finds whatever a hundred signals about a case announce: further open ones would say nothing more. */
const mostOpen = 100;

interface About extends Pick<NewNudge, 'source' | 'court' | 'recordId'> {
  isOld(signal: Signal): boolean;
}

async function newNudges(
  trx: Trx,
  { source, court, recordId, isOld }: About,
  signals: readonly Signal[],
  now: Date,
): Promise<NewNudge[]> {
  if (signals.length === 0) return [];
  const seenAt = now.toISOString();
  const documents = signals.flatMap(({ document }) => document ?? []);
  const news = await loadNews(trx, recordId, { documents, since: seenAt });
  let room = mostOpen - (await countOpen(trx, recordId));
  return signals.flatMap((signal) => {
    const found = findAnnounced({ document: signal.document, seenAt }, news);
    const isKnown = found !== undefined || isOld(signal);
    if (!isKnown) room -= 1;
    return isKnown || room >= 0 ? [{ source, court, recordId, signal, isKnown, found }] : [];
  });
}
