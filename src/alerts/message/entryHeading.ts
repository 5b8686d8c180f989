import { dayMs } from '../../base/time.ts';
import { cleanText, shortText } from '../../base/words/cleanText.ts';
import { type Reader, readerDay, readerShortDay } from '../../base/words/readerDate.ts';
import { counted, listed } from '../../base/words/sentence.ts';
import type { Entry } from '../../records/docket.ts';
import type { MessageChange } from './content.ts';

/** Weekdays between filing and entry that are normal. */
const usualWeekdays = 1;

/**
 * `Entry 211, Nov 20, 2026, entered 5 days late`; of an edited one `Entry 130 (filed Nov 6) edited: attachment 2
 * added`.
 */
export function entryHeading(change: MessageChange, entry: Entry, reader: Reader): string {
  const name = entryName(entry);
  const filed = shortText(entry.dateFiled, 40);
  if (change.kind !== 'entry.updated') {
    return [name, readerDay(filed, reader), lateWords(entry)].filter(Boolean).join(', ');
  }
  const day = filed === '' ? '' : ` (filed ${readerShortDay(filed, change.detectedAt, reader)})`;
  const came = cameWords(change);
  return `${name}${day} edited${came === '' ? '' : `: ${came}`}`;
}

/** `Entry 12`; the court gives no number to what has no document. */
export function entryName(entry: Entry): string {
  const number = shortText(entry.documentNumber, 40);
  return number === '' ? 'Text-only entry' : `Entry ${number}`;
}

/** `attachment 2 added, PDF available`: what was added to an entry besides text. */
export function cameWords({ fields }: Pick<MessageChange, 'fields'>): string {
  const pdf = fields.some(({ field, after }) => field === 'pdfUrl' && after !== null && after !== '');
  const lists = fields.filter(({ field }) => field === 'attachments');
  return [
    ...lists.flatMap(({ before, after }) => attachmentWords(before, after)),
    ...(pdf ? ['PDF available'] : []),
  ].join(', ');
}

/** From names like `attachment 2 (PDF)`. */
function attachmentWords(before: unknown, after: unknown): string[] {
  const [old, now] = [namesIn(before), namesIn(after)];
  const bare = (name: string) => name.replace(/ \(PDF\)$/, '');
  const known = new Set(old.map(bare));
  const added = now.filter((name) => !known.has(bare(name))).map(bare);
  const withPdf = now.filter((name) => known.has(bare(name)) && !old.includes(name)).map(bare);
  return [
    ...(added.length > 0 ? [`${namedTogether(added)} added`] : []),
    ...(withPdf.length > 0 ? [`PDF of ${namedTogether(withPdf)} available`] : []),
  ];
}

/** `attachments 2 and 3`; more than four are counted. */
function namedTogether(names: readonly string[]): string {
  const numbers = names.map((name) => /^attachment (\S+)$/.exec(name)?.[1]).filter((number) => number !== undefined);
  if (names.length > 4 || (names.length > 1 && numbers.length < names.length))
    return counted(names.length, 'attachment');
  return names.length > 1 ? `attachments ${listed(numbers)}` : (names[0] ?? 'attachment');
}

function namesIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string').map(cleanText) : [];
}

/** `entered 5 days late`, where the text says when the clerk entered it, and more than a night or a weekend passed. */
function lateWords({ dateFiled, description }: Entry): string {
  const [, month = '', day = '', year = ''] = /\(Entered:\s*(\d{1,2})\/(\d{1,2})\/(\d{4})\)/i.exec(description) ?? [];
  const filed = Date.parse(`${dateFiled}T00:00:00Z`);
  const entered = Date.parse(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T00:00:00Z`);
  if (Number.isNaN(filed) || Number.isNaN(entered)) return '';
  const days = Math.round((entered - filed) / dayMs);
  return days <= 366 && weekdaysBetween(filed, days) > usualWeekdays ? `entered ${counted(days, 'day')} late` : '';
}

/** How many of the first `days` days after `from` are weekdays. */
function weekdaysBetween(from: number, days: number): number {
  let weekdays = 0;
  for (let day = 1; day <= days; day++) {
    const weekday = new Date(from + day * dayMs).getUTCDay();
    if (weekday !== 0 && weekday !== 6) weekdays++;
  }
  return weekdays;
}
