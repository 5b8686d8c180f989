import { decodeEntities } from '../../base/words/cleanText.ts';
import type { Entry } from '../docket.ts';

export interface StoredEntry {
  readonly seq: number;
  readonly entry: Entry;
}

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

export function entryOrder(entry: Entry): string {
  const number = /^\d{1,15}$/.test(entry.documentNumber)
    ? entry.documentNumber.padStart(16, '0')
    : entry.documentNumber;
  return [entry.dateFiled, number, entry.description, entry.documentHref ?? '', entry.pdfUrl].join('\u0000');
}

// `(Entered: 03/05/2019)`, `[Entered: 10/02/2023 11:17 AM]`, `(Filed on 2/8/2008)`: comes and goes with the kind of
// report.
const stamp = /[([]\s*(?:entered|filed\s+on)(?:\s*:)?\s*(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})[^)\]]{0,20}[)\]]/gi;
const enteredStamp = /[([]\s*entered\s*:\s*(\d{1,2})\/(\d{1,2})\/(\d{4})[^)\]]{0,20}[)\]]\s*$/i;

// A stamp in which a text was cut off: `… (Entered: 08/14/2010 at 08:1`, `… (Ent`.
const cutStamp = /[([]\s*(?:(?:entered|filed\s+on)[\s:/\dapmt]*|e(?:n(?:t(?:e(?:re?)?)?)?)?)$/i;

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

export function isStamped(description: string): boolean {
  return description.search(stamp) >= 0;
}

export function enteredOn(description: string): string | undefined {
  const [, month, day, year] = enteredStamp.exec(description) ?? [];
  if (month === undefined || day === undefined || year === undefined) return undefined;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

// UTF-8 quotation marks and dashes that were decoded as Windows-1252: `Governmentâ€™s`.
const garbledMark = /\u00e2\u20ac[\u2122\u0153\u02dc\u201c\u201d\u009d\ufffd]?/g;

// Accents are folded, other marks are not: without them, Japanese バ would become ハ.
export function wordsOf(text: string): readonly string[] {
  return (
    decodeEntities(text)
      .replace(garbledMark, ' ')
      .normalize('NFKD')
      .replace(/[\u0300-\u036f]+/g, '')
      .normalize('NFC')
      .toLowerCase()
      .replaceAll('ß', 'ss')
      // Its capital is I, as that of i.
      .replaceAll('ı', 'i')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

export function foldText(text: string): string {
  return wordsOf(text).join('') || text.replace(/\s+/g, '');
}

/** A link in another form is the same link; one to another document replaces it silently. */
export function mergeLink(before: string | null, after: string | null): string | null {
  if (after === null || after === '') return before;
  return documentId(before) === documentId(after) ? before : after;
}

/** An address without the parts that change for no reason: scheme, host, query. */
export function pathOf(address: string): string {
  return address.replace(/^[a-z]+:\/\/[^/]+/i, '').replace(/[?#].*$/, '');
}

/** A missing address does not erase a known one, and one with another host is the same. */
export function mergeAddress(before: string, after: string): string {
  if (after === '') return before;
  return before !== '' && pathOf(before) === pathOf(after) ? before : after;
}

/** `/doc1/01711364006` and `/doc1/01701364006` are one document. Ids of different forms say nothing of one another. */
export function documentId(href: string | null): string | undefined {
  if (href === null || href === '') return undefined;
  const numbered = /\/docs?1\/(\d{3})\d(\d+)/.exec(href);
  if (numbered) return `doc:${numbered[1]}${numbered[2]}`;
  const managed = /[?&]dm_id=(\d+)/.exec(href);
  if (managed) return `dm:${managed[1]}`;
  return `path:${href.replace(/^https?:\/\/[^/]+/i, '').toLowerCase()}`;
}

export function areOtherDocuments(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined || one === other) return false;
  return one.slice(0, one.indexOf(':')) === other.slice(0, other.indexOf(':'));
}
