import type { ChangesContent } from './content.ts';
import type { OutlineOptions } from './message.ts';
import type { Overview, OverviewLine } from './outline.ts';
import { recordLine } from './recordLine.ts';
import type { RecordNews } from './recordNews.ts';
import { discreetName, discreetWhere } from './watchWords.ts';
import { discreetly } from './words/happened.ts';

/** So few need no overview. */
const mostWithout = 3;
/** Longer lists are no overview. */
const mostLines = 20;
const longestLine = 140;

/** One line for each record shown, in the order of the message, the one in the subject first; undefined for three or fewer. */
export function overviewOf(
  news: readonly RecordNews[],
  content: ChangesContent,
  { discreet }: OutlineOptions,
): Overview | undefined {
  const isSecret = (one: RecordNews) => discreet && one.confidential;
  // A confidential matter is one line, however many records it has: their lines would all look alike.
  const shownSome = news.filter((one) => one.shown.length > 0);
  const lines = Map.groupBy(shownSome, (one) =>
    isSecret(one) ? discreetName(one.watches) : `${one.record.type}:${one.record.key}`,
  );
  if (lines.size <= mostWithout) return undefined;
  const shown = [...lines.values()].slice(0, mostLines).flatMap(([first, ...others]): OverviewLine[] => {
    if (first === undefined) return [];
    const { priority } = first;
    if (!isSecret(first)) return [{ ...recordLine(first, longestLine), priority }];
    const changes = [first, ...others].flatMap((one) => [...one.changes, ...one.muted]);
    const headline = `${discreetly(changes)}, ${discreetWhere(content)}`;
    return [{ record: discreetName(first.watches), headline, priority }];
  });
  return { lines: shown, more: lines.size - shown.length };
}
