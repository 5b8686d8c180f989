import { recordTitle } from '../records/record.ts';
import { shortText } from '../words/cleanText.ts';
import { capitalised, counted } from '../words/sentence.ts';
import type { ChangesContent } from './content.ts';
import { nothingNewWords } from './coverageWords.ts';
import { designsWords, periodWords } from './designsWords.ts';
import type { DatesBox } from './outline.ts';
import type { RecordNews } from './recordNews.ts';
import { recordsCounted } from './words/happened.ts';

/** What a message is, in a line: what happened to its only record, or how many need the reader. */
export function changesTitle(
  content: ChangesContent,
  news: readonly RecordNews[],
  dates: Pick<DatesBox, 'dates'>,
): string {
  if (content.changes.length === 0) return capitalised(nothingNewWords(content).replace('Digest: ', ''));
  const only = news.length === 1 && !news[0]?.confidential ? news[0] : undefined;
  const words = only?.happened || needsWords(news, dates) || `news of ${recordsCounted(content.changes)}`;
  if (!content.digest) return capitalised(words);
  const period = periodWords(content.period);
  const [designs] = designsWords(content, news) ?? [];
  if (designs !== undefined) return [designs, period].filter(Boolean).join(', ');
  return `${['Digest', period].filter(Boolean).join(' ')}: ${words}`;
}

/** `3 need you, 2 dates this week, 14 to read`; '' for designs alone, which are looked at together. */
function needsWords(news: readonly RecordNews[], { dates }: Pick<DatesBox, 'dates'>): string {
  if (news.every(({ record }) => record.type === 'design')) return '';
  const act = news.filter(({ priority, shown }) => priority === 'act' && shown.length > 0).length;
  const soon = dates.filter((date) => date.isSoon).length;
  const rest = news.length - act;
  return [
    ...(act > 0 ? [`${act} ${act === 1 ? 'needs' : 'need'} you`] : []),
    ...(soon > 0 ? [`${counted(soon, 'date')} this week`] : []),
    ...(rest > 0 ? [`${rest} to read`] : []),
  ].join(', ');
}

/**
 * The most important entry in its own words, else what happened to the first record that the subject does not lead
 * with; nothing where anything is confidential.
 */
export function changesPreview(news: readonly RecordNews[]): string {
  if (news.some((one) => one.confidential)) return '';
  const entry = news[0]?.shown.find((one) => one.change.entry)?.change.entry;
  if (entry) return shortText(entry.description, 140);
  const next = news[1] ?? news[0];
  return next ? shortText(`${recordTitle(next.record)}: ${next.happened}`, 140) : '';
}
