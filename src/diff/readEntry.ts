import type { Entry } from '../records/entry.ts';
import { documentId } from './documentId.ts';
import { entryWords, foldEntryText, isStamped } from './entryText.ts';

/** An entry as matching looks at it; what costs time is worked out when first asked for. */
export interface EntryReading {
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

export function readEntry(entry: Entry): EntryReading {
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

/** Everything of an entry that matters for its place among others: ordering by it makes results independent of the order shown. */
export function entryOrder(entry: Entry): string {
  const number = /^\d{1,15}$/.test(entry.documentNumber)
    ? entry.documentNumber.padStart(16, '0')
    : entry.documentNumber;
  return [entry.dateFiled, number, entry.description, entry.documentHref ?? '', entry.pdfUrl].join('\u0000');
}
