import type { ChangesContent } from './content.ts';
import type { OutlineOptions } from './outline.ts';
import { mostWhole, type RecordNews } from './recordNews.ts';

/** In a message about many records: the records shown whole, by section, and the others, one line each. */
export interface Fold {
  readonly whole: readonly (readonly RecordNews[])[];
  readonly rest: readonly RecordNews[];
}

/** Returns undefined if the message shows each record whole. Readers judge a list of only designs by its pictures. */
export function foldOf(
  news: readonly RecordNews[],
  { pageUrl }: ChangesContent,
  { discreet, inChat = false }: OutlineOptions,
): Fold | undefined {
  if (pageUrl === undefined || news.length <= mostWhole || (isOfDesigns(news) && !inChat)) return undefined;
  // A confidential matter has its own words where its names must not be seen.
  const isRest = ({ priority, confidential }: RecordNews) => priority !== 'act' && !(discreet && confidential);
  const groups = bySection(news.filter((one) => !isRest(one)));
  // Designs come after the cases: their pictures take room.
  const whole = groups.toSorted((a, b) => Number(isOfDesigns(a)) - Number(isOfDesigns(b)));
  return { whole, rest: news.filter(isRest) };
}

export function bySection(news: readonly RecordNews[]): RecordNews[][] {
  return [...Map.groupBy(news, (one) => one.watches.map((watch) => watch.id).join(' ')).values()];
}

export const isOfDesigns = (news: readonly RecordNews[]): boolean =>
  news.every(({ record }) => record.type === 'design');
