import type { Entry } from '../records/entry.ts';
import { foldText, wordsOf } from './foldText.ts';
import { documentId } from './links.ts';

/** An entry as the store keeps it; `seq` is its position in the order of first sight, from 1. */
export interface StoredEntry {
  readonly seq: number;
  readonly entry: Entry;
}

/** An entry as matching sees it; costly parts are computed when first needed. */
export interface ComparableEntry {
  readonly entry: Entry;
  readonly number: string;
  readonly date: string;
  readonly text: () => string;
  readonly words: () => readonly string[];
  readonly stamped: () => boolean;
  readonly document: () => string | undefined;
}

function once<T>(work: () => T): () => T {
  let kept: { readonly value: T } | undefined;
  return () => {
    kept ??= { value: work() };
    return kept.value;
  };
}

export function comparableEntry(entry: Entry): ComparableEntry {
  return {
    entry,
    number: entry.documentNumber,
    date: entry.dateFiled,
    text: once(() => foldEntryText(entry.description)),
    words: once(() => entryWords(entry.description)),
    stamped: once(() => isStamped(entry.description)),
    document: once(() => documentId(entry.documentHref)),
  };
}

/** Everything that decides the place of an entry among others: sorting by it makes results independent of the order shown. */
export function entryOrder(entry: Entry): string {
  const number = /^\d{1,15}$/.test(entry.documentNumber)
    ? entry.documentNumber.padStart(16, '0')
    : entry.documentNumber;
  return [entry.dateFiled, number, entry.description, entry.documentHref ?? '', entry.pdfUrl].join('\u0000');
}

// `(Entered: 03/05/2019)`, `[Entered: 10/02/2023 11:17 AM]`, `(Filed on 2/8/2008)`: comes and goes with the kind of report.
const stamp = /[([]\s*(?:entered|filed\s+on)(?:\s*:)?\s*(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})[^)\]]{0,20}[)\]]/gi;
const enteredStamp = /[([]\s*entered\s*:\s*(\d{1,2})\/(\d{1,2})\/(\d{4})[^)\]]{0,20}[)\]]\s*$/i;

// A stamp in which a text was cut off: `… (Entered: 08/14/2010 at 08:1`, `… (Ent`.
const cutStamp = /[([]\s*(?:(?:entered|filed\s+on)[\s:/\dapmt]*|e(?:n(?:t(?:e(?:re?)?)?)?)?)$/i;

/** The text of an entry without the stamps of its kind of report. */
function withoutStamps(description: string): string {
  return description.replace(stamp, ' ').replace(cutStamp, '');
}

/** Equal for two texts that say the same, whatever the kind of report. */
export function foldEntryText(description: string): string {
  return foldText(withoutStamps(description));
}

export function entryWords(description: string): readonly string[] {
  return wordsOf(withoutStamps(description));
}

/** True for the full text of a docket report; a history or an RSS item gives short titles without the stamp. */
export function isStamped(description: string): boolean {
  return description.search(stamp) >= 0;
}

/** The day when the clerk put the entry on the docket, `YYYY-MM-DD`, where its text says so. */
export function enteredOn(description: string): string | undefined {
  const [, month, day, year] = enteredStamp.exec(description) ?? [];
  if (month === undefined || day === undefined || year === undefined) return undefined;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
