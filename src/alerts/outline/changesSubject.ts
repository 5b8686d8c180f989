import type { ChangesContent } from '../../channels/message/content.ts';
import { counted, listed } from '../../words/counted.ts';
import { shorten } from '../../words/fold.ts';
import { shortText } from '../../words/shortText.ts';
import { discreetly } from '../words/happened.ts';
import { shortRecord } from '../words/shortRecord.ts';
import { notChecked, nothingNewWords } from './coverageWords.ts';
import type { RecordNews } from './recordNews.ts';
import { discreetName, discreetWhere } from './watchWords.ts';

/** A phone shows 40 characters, a list of mails about so many. */
const longestSubject = 110;
/** Of it, what happened; the caption of a case gives way to it. */
const longestHeadline = 60;

/**
 * What to file it under, which record, what matters most: `[M-2026-014] D. Del. 1:20-cv-00168 Widget v. Rival: ORDER · stay GRANTED
 * (D.I. 12), 2 more`; the other records counted. Confidential ones appear by matter and number. One line, at most 110 characters.
 */
export function changesSubject(content: ChangesContent, news: readonly RecordNews[]): string {
  if (news.length === 0) return shorten(nothingNewWords(content), longestSubject);
  const before = matterPrefix(news) + (content.digest ? 'Digest: ' : '');
  const open = news.filter((one) => !one.confidential);
  const [secret, ...secrets] = secretMatters(content, news);
  const [first, ...others] = open;
  const rest = othersWords([...others, ...secrets.flatMap((one) => one.news)]);
  const named = first && secret && shorten(secret.words, longestHeadline);
  const after =
    [named, rest]
      .filter(Boolean)
      .map((words) => `; ${words}`)
      .join('') + unwatchedTail(content);
  // However long what comes after it is: a subject says what happened.
  const room = Math.max(longestHeadline, longestSubject - before.length - after.length);
  const middle = first ? openWords(first, room) : shorten(secret?.words ?? '', room);
  return shorten(before + middle + after, longestSubject);
}

/** The matters of what is named, where there is room for them; confidential ones name themselves. */
function matterPrefix(news: readonly RecordNews[]): string {
  const open = news.filter((one) => !one.confidential);
  const matters = new Set(open.flatMap((one) => one.watches.map((watch) => shortText(watch.matter, 24))));
  const named = [...matters].filter(Boolean);
  return named.length === 0 || named.length > 2 ? '' : `[${named.join(', ')}] `;
}

function openWords(news: RecordNews, room: number): string {
  const headline = shorten(headlineOf(news), longestHeadline);
  return shorten(`${shortRecord(news.record, room - headline.length - 2)}: ${headline}`, room);
}

/** One for all that a confidential matter holds: kinds and numbers. */
function secretMatters(content: ChangesContent, news: readonly RecordNews[]) {
  const groups = Map.groupBy(
    news.filter((one) => one.confidential),
    (one) => discreetName(one.watches),
  );
  return [...groups].map(([name, some]) => {
    const changes = some.flatMap((one) => [...one.changes, ...one.muted]);
    return { news: some, words: `${name}: ${discreetly(changes)}, ${discreetWhere(content)}` };
  });
}

/** The most important change of a record in its own words, and how many more there are. */
function headlineOf(news: RecordNews): string {
  const [first] = news.shown;
  if (first === undefined) return counted(news.muted.length, 'muted change');
  const { change, prioritised } = first;
  const number = shortText(change.entry?.documentNumber, 12);
  const isEntry = change.kind === 'entry.new' || change.kind === 'entry.updated';
  if (!isEntry || prioritised.label === '') return news.happened;
  const more = news.changes.length - 1;
  const name = `${prioritised.label}${number ? ` (D.I. ${number})` : ''}${change.kind === 'entry.updated' ? ' edited' : ''}`;
  return more > 0 ? `${name}, ${more} more` : name;
}

/** `2 more cases and 1 more design` */
function othersWords(news: readonly RecordNews[]): string {
  const number = (type: 'docket' | 'design') => news.filter((one) => one.record.type === type).length;
  const [cases, designs] = [number('docket'), number('design')];
  return listed([
    ...(cases > 0 ? [counted(cases, 'more case')] : []),
    ...(designs > 0 ? [counted(designs, 'more design')] : []),
  ]);
}

/** The warning on top of the message says which, since when and why. */
function unwatchedTail({ coverage }: ChangesContent): string {
  return coverage === undefined || coverage.unwatched.length === 0 ? '' : `; ${notChecked(coverage)}`;
}
