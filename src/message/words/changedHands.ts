import { cleanText, shortText } from '../../words/cleanText.ts';
import { type Reader, readerDay } from '../../words/readerDate.ts';
import { listed } from '../../words/sentence.ts';
import type { MessageChange } from '../content.ts';
import { type ListNews, listNews } from './listNews.ts';

/** Holders named in one sentence. */
const mostNamed = 5;

/**
 * What happened to the holders of a design that is new to its watches because the holder they search for was entered; undefined where
 * it is new for another reason.
 */
export function changedHands({ kind, fields, record, askedHolder }: MessageChange): ListNews | undefined {
  const field = fields.find((one) => one.field === 'holders');
  if (kind !== 'design.new' || field === undefined || record.type !== 'design' || !askedHolder) return undefined;
  const news = listNews(field);
  // The record is headed by the holder that matched.
  return news?.added.includes(cleanText(record.holders?.[0] ?? '')) ? news : undefined;
}

/** `Rival Brands B.V. was entered as holder (before: Rivalry Sports alone). Registered Sep 18, 2026.`; '' where it did not change hands. */
export function changedHandsWords(change: MessageChange, reader: Reader): string {
  const news = changedHands(change);
  if (news === undefined) return '';
  const added = namesOf(news.added);
  const verb = news.added.length > 1 ? 'were entered as holders' : 'was entered as holder';
  const registered = change.record.type === 'design' ? (change.record.registered ?? '') : '';
  const since = registered === '' ? '' : ` Registered ${readerDay(registered, reader)}.`;
  return `${added} ${verb}${beforeWords(news)}.${since}`;
}

/** ` (before: Rivalry Sports alone)`: alone, where it remains. */
function beforeWords({ removed, remaining }: ListNews): string {
  const before = [...remaining, ...removed];
  if (before.length === 0) return '';
  return ` (before: ${namesOf(before)}${remaining.length === 1 && removed.length === 0 ? ' alone' : ''})`;
}

function namesOf(names: readonly string[]): string {
  return listed(names.slice(0, mostNamed).map((name) => shortText(name, 120)));
}
