import type { BriefRecord } from '../records/record.ts';
import { companyWords } from './companyName.ts';
import { wordsOf } from './comparableEntry.ts';

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/** Our own filter of a query's hits, where the service has none. */
export interface HitFilter {
  /** Ids of the courts whose cases count. */
  readonly courts: readonly string[];
  /** Whether the words of the query must also match as whole words. */
  readonly wholeWord: boolean;
}

/** What is asked for, and which of the hits count. */
interface FilteredQuery {
  readonly body: Readonly<Record<string, string | boolean>>;
  readonly filter?: HitFilter | undefined;
}

/**
 * Whether a record counts for the watches that filter the hits of a query: by the query's own filter, else by whole words. Watches
 * of a query without a filter that do not want whole words take every hit.
 */
export function passesFilter({ body, filter }: FilteredQuery, record: BriefRecord): boolean {
  if (filter === undefined) return passesWholeWord(body, record);
  return isInCourts(filter.courts, record) && (!filter.wholeWord || passesWholeWord(body, record));
}

/** A case that does not name its court cannot be decided, and passes. */
function isInCourts(courts: readonly string[], record: BriefRecord): boolean {
  const court = record.type === 'docket' ? (record.courtId ?? '').trim().toLowerCase() : '';
  return court === '' || courts.includes(court);
}

/**
 * Whether a record that the service found by substring or prefix also has the words of the query as whole words: `DOK` is not
 * `Hatsudoki`. Reads `hol`, `prod` and `companyName` of the query's body; case, accents, punctuation and legal forms do not count, and
 * scripts without spaces match anywhere. A record that lacks the field cannot be decided, and passes.
 */
export function passesWholeWord(body: Readonly<Record<string, string | boolean>>, record: BriefRecord): boolean {
  return record.type === 'design'
    ? hasPhrase(body.hol, record.holders, companyWords) && hasPhrase(body.prod, record.products, wordsOf)
    : hasPhrase(body.companyName, record.parties, companyWords);
}

type ToWords = (text: string) => readonly string[];

function hasPhrase(
  asked: string | boolean | undefined,
  values: readonly string[] | undefined,
  toWords: ToWords,
): boolean {
  if (typeof asked !== 'string' || values === undefined || values.length === 0) return true;
  const readings = toWords === wordsOf ? [wordsOf] : [wordsOf, toWords];
  return readings.some((read) => {
    const phrase = read(asked);
    return values.some((value) => contains(read(value), phrase));
  });
}

function contains(words: readonly string[], phrase: readonly string[]): boolean {
  if (phrase.length === 0) return true;
  if (phrase.some((word) => unspaced.test(word))) return words.join('').includes(phrase.join(''));
  return words.some((_, start) => phrase.every((word, index) => words[start + index] === word));
}
