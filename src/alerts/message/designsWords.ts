import { shortText } from '../../base/words/cleanText.ts';
import { type Reader, readerShortDay } from '../../base/words/readerDate.ts';
import { capitalized, counted } from '../../base/words/sentence.ts';
import type { ChangesContent } from './content.ts';
import { type DesignRank, designRank, type RecordNews, rankName } from './recordNews.ts';
import { changedHands } from './words/fieldWords.ts';
import { isNewlyVisible } from './words/happened.ts';

const fates: Readonly<Record<DesignRank, string>> = {
  new: 'new',
  alike: 'more similar',
  lapsed: 'ended',
  holder: 'changed hands',
  renewed: 'renewed',
  pictures: 'with other pictures',
  litigation: 'in litigation',
  rest: 'changed',
};

/**
 * Returns words for a digest of designs, the fullest first: `Kelmont: 3 new designs, 1 expired; 21 others (19 new)`.
 * Returns undefined if one design must be named: it is starred, needs the reader, or is the only one.
 */
export function designsWords({ digest }: ChangesContent, news: readonly RecordNews[]): string[] | undefined {
  const [first] = news;
  const isSheet = digest && news.every(({ record, confidential }) => record.type === 'design' && !confidential);
  if (first === undefined || news.length < 2 || !isSheet || first.starred || first.reason !== '') return undefined;
  const shown = news.filter((one) => one.shown.length > 0);
  const named = Map.groupBy(
    shown.filter(({ asked }) => asked !== undefined),
    ({ asked }) => capitalized(shortText(asked, 40)),
  );
  const groups = [...named].map(([name, some]) => ({ name, some }));
  const others = shown.filter(({ asked }) => asked === undefined);
  const [lead = { name: '', some: others }] = groups;
  const all = groups.map((one) => `${one.name}: ${wordsOf(countedByFate(one.some))}`);
  const full = all.length > 0 ? [[...all, ...othersWords(others)].join('; ')] : [];
  const counts = countedByFate(lead.some);
  const shorter = counts.map((_, index) => counts.slice(0, counts.length - index));
  return [
    ...full,
    ...shorter.map((some) => `${lead.name && `${lead.name}: `}${wordsOf(some)}${moreThan(some, shown)}`),
  ];
}

type Counted = { readonly number: number; readonly words: string };

function countedByFate(news: readonly RecordNews[]): Counted[] {
  const groups = Map.groupBy(news.toSorted(byRank), fateOf);
  return [...groups].map(([fate, { length: number }], index) => {
    if (index > 0) return { number, words: `${number} ${fate}` };
    const words = fate === 'new' ? counted(number, 'new design') : `${counted(number, 'design')} ${fate}`;
    return { number, words };
  });
}

const wordsOf = (some: readonly Counted[]): string => some.map(({ words }) => words).join(', ');

function moreThan(some: readonly Counted[], shown: readonly RecordNews[]): string {
  const rest = shown.length - some.reduce((sum, { number }) => sum + number, 0);
  return rest === 0 ? '' : ` +${counted(rest, 'design')}`;
}

function byRank({ shown: [a] }: RecordNews, { shown: [b] }: RecordNews): number {
  return (a === undefined ? 0 : designRank(a.change)) - (b === undefined ? 0 : designRank(b.change));
}

function fateOf({ shown: [first] }: RecordNews): string {
  if (first === undefined) return 'changed';
  if (changedHands(first.change)) return 'taken over';
  if (isNewlyVisible(first.change)) return 'newly visible';
  const isExpired = first.change.fields.some(({ field, after }) => field === 'status' && after === 'EXP');
  return isExpired ? 'expired' : fates[rankName(first.change)];
}

function othersWords(others: readonly RecordNews[]): string[] {
  if (others.length === 0) return [];
  const fresh = others.filter((one) => fateOf(one) === 'new').length;
  return [`${counted(others.length, 'other')}${fresh > 0 ? ` (${fresh} new)` : ''}`];
}

/** Returns `Nov 16 to Nov 22`, or '' without a period. */
export function periodWords({ period, ...reader }: Pick<ChangesContent, 'period' | 'createdAt'> & Reader): string {
  if (period === undefined) return '';
  const [from, until] = [period.from, period.until].map((day) => readerShortDay(day, reader.createdAt, reader));
  return `${from} to ${until}`;
}
