import { shortText } from '../../base/words/cleanText.ts';
import { capitalised, counted } from '../../base/words/sentence.ts';
import type { ChangesContent, DigestPeriod } from './content.ts';
import { designRank, type RecordNews } from './recordNews.ts';
import { isNewlyVisible } from './words/happened.ts';
import { changedHands } from './words/listNews.ts';

/** What became of a design, by the rank of its change. */
const fates = [
  'new',
  'more alike',
  'ended',
  'changed hands',
  'renewed',
  'with other pictures',
  'in litigation',
] as const;

/**
 * Many designs of a digest by whose they are, the fullest words first: `Kelmont: 3 new designs, 1 expired; 21 others
 * (19 new)`. undefined where one of them has to be named: it is starred, asks somebody to act, or is the only one.
 */
export function designsWords({ digest }: ChangesContent, news: readonly RecordNews[]): string[] | undefined {
  const [first] = news;
  const isSheet = digest && news.every(({ record, confidential }) => record.type === 'design' && !confidential);
  if (first === undefined || news.length < 2 || !isSheet || first.starred || first.reason !== '') return undefined;
  const shown = news.filter((one) => one.shown.length > 0);
  const named = Map.groupBy(
    shown.filter(({ asked }) => asked !== undefined),
    ({ asked }) => capitalised(shortText(asked, 40)),
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

/** How many of the designs have one fate. */
interface Counted {
  readonly number: number;
  /** `3 new designs`, `1 expired` */
  readonly words: string;
}

function countedByFate(news: readonly RecordNews[]): Counted[] {
  const groups = Map.groupBy(news.toSorted(byRank), fateOf);
  return [...groups].map(([fate, { length: number }], index) => {
    if (index > 0) return { number, words: `${number} ${fate}` };
    const words = fate === 'new' ? counted(number, 'new design') : `${counted(number, 'design')} ${fate}`;
    return { number, words };
  });
}

function wordsOf(some: readonly Counted[]): string {
  return some.map(({ words }) => words).join(', ');
}

/** ` +4 designs`: those that these words do not count. */
function moreThan(some: readonly Counted[], shown: readonly RecordNews[]): string {
  const rest = shown.length - some.reduce((sum, { number }) => sum + number, 0);
  return rest === 0 ? '' : ` +${counted(rest, 'design')}`;
}

function byRank({ shown: [a] }: RecordNews, { shown: [b] }: RecordNews): number {
  return (a === undefined ? 0 : designRank(a.change)) - (b === undefined ? 0 : designRank(b.change));
}

/** What an old design is that is new to a watch: taken over, or visible only now. */
function fateOf({ shown: [first] }: RecordNews): string {
  if (first === undefined) return 'changed';
  if (changedHands(first.change)) return 'taken over';
  if (isNewlyVisible(first.change)) return 'newly visible';
  const isExpired = first.change.fields.some(({ field, after }) => field === 'status' && after === 'EXP');
  return isExpired ? 'expired' : (fates[designRank(first.change)] ?? 'changed');
}

function othersWords(others: readonly RecordNews[]): string[] {
  if (others.length === 0) return [];
  const fresh = others.filter((one) => fateOf(one) === 'new').length;
  return [`${counted(others.length, 'other')}${fresh > 0 ? ` (${fresh} new)` : ''}`];
}

/** `2026-11-16 to 11-22`; '' without a period. */
export function periodWords(period: DigestPeriod | undefined): string {
  if (period === undefined) return '';
  const { from, until } = period;
  return `${from} to ${until.slice(0, 4) === from.slice(0, 4) ? until.slice(5) : until}`;
}
