import { shortText } from '../words/cleanText.ts';
import { shorten } from '../words/fold.ts';
import type { RecordNews } from './recordNews.ts';
import { shortRecord } from './words/recordWords.ts';

/** The longest headline of a subject; the caption of a case is cut to make room for it. */
export const longestHeadline = 60;
const longestJoined = 76;
/** What court, number and a short caption need. */
const forRecord = 50;

/** A record and its most important news in one line: in a subject, or in the overview of a message. */
export interface RecordLine {
  /** `D. Del. 1:20-cv-00168 Widget v. Rival` */
  readonly record: string;
  /** `JUDGMENT (D.I. 211), 2 more` */
  readonly headline: string;
}

/** @param room characters of both together, with what joins them. */
export function recordLine(news: RecordNews, room: number): RecordLine {
  // Who was joined and by what is the whole of the news, and more than the caption.
  const isJoined = news.changes.some((change) => change.joined !== undefined);
  const longest = isJoined ? longestJoined : longestHeadline;
  const headline = shorten(headlineOf(news), Math.max(longest, room - forRecord));
  const party = isJoined ? undefined : news.matched.find(({ what }) => what === 'party')?.name;
  return { record: shortRecord(news.record, room - headline.length - 2, party), headline };
}

/** The most important change of a record in its own words, and how many more there are. */
function headlineOf(news: RecordNews): string {
  const [first] = news.shown;
  if (first === undefined) return 'only muted changes';
  const { change, prioritised } = first;
  const number = shortText(change.entry?.documentNumber, 12);
  const isEntry = change.kind === 'entry.new' || change.kind === 'entry.updated';
  if (!isEntry || prioritised.label === '') return news.happened;
  const more = news.changes.length - 1;
  const name = `${prioritised.label}${number ? ` (D.I. ${number})` : ''}${change.kind === 'entry.updated' ? ' edited' : ''}`;
  return more > 0 ? `${name}, ${more} more` : name;
}
