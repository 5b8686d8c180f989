import type { ChangesContent } from '../../channels/message/content.ts';
import { counted } from '../../words/counted.ts';
import { shorten } from '../../words/fold.ts';
import { discreetly } from '../words/happened.ts';
import { recordPlace, recordTitle } from '../words/recordWords.ts';
import { nothingNewWords, unwatchedWords } from './coverageWords.ts';
import type { RecordNews } from './recordNews.ts';
import { discreetName, discreetWhere } from './watchWords.ts';

/** Longer subjects are cut by every mail program. */
const longestSubject = 180;
const longestTitle = 60;
/** Records named in a subject; the others are counted. */
const mostNamed = 2;

/**
 * What happened to what: `Widget Co. v. Rival (D. Del. 1:20-cv-00168): terminated, 2 new entries`; of several records the first
 * ones, `…; and 3 more`. Confidential ones appear by matter and number. One line, at most 180 characters.
 */
export function changesSubject(content: ChangesContent, news: readonly RecordNews[]): string {
  if (news.length === 0) return shorten(nothingNewWords(content), longestSubject);
  const digest = content.digest ? 'Digest: ' : '';
  const unwatched = unwatchedWords(content);
  const parts = [...openParts(news), ...discreetParts(content, news)];
  const shown = parts.slice(0, mostNamed).map((part) => part.words);
  const named = parts.slice(0, mostNamed).reduce((sum, part) => sum + part.records, 0);
  const more = (news.length > named ? `; and ${news.length - named} more` : '') + (unwatched && `; ${unwatched}`);
  return shorten(digest + shown.join('; '), longestSubject - more.length) + more;
}

interface SubjectPart {
  readonly words: string;
  /** Records that it speaks of. */
  readonly records: number;
}

function openParts(news: readonly RecordNews[]): SubjectPart[] {
  const open = news.filter((one) => !one.confidential);
  return open.map((one) => ({ words: `${nameOf(one, news.length === 1)}: ${whatHappened(one)}`, records: 1 }));
}

/** One part for all that a confidential matter holds. */
function discreetParts(content: ChangesContent, news: readonly RecordNews[]): SubjectPart[] {
  const secret = Map.groupBy(
    news.filter((one) => one.confidential),
    (one) => discreetName(one.watches),
  );
  return [...secret].map(([name, some]) => {
    const changes = some.flatMap((one) => [...one.changes, ...one.muted]);
    return { words: `${name}: ${discreetly(changes)}, ${discreetWhere(content)}`, records: some.length };
  });
}

function whatHappened(news: RecordNews): string {
  return news.happened || counted(news.muted.length, 'muted change');
}

/** A record alone is named with its court; among others by its title. */
function nameOf({ record }: RecordNews, isAlone: boolean): string {
  const title = shorten(recordTitle(record), longestTitle);
  const place = recordPlace(record);
  return isAlone && place !== title ? `${title} (${place})` : title;
}
