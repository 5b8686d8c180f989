import { cleanText, shortText } from '../../base/words/cleanText.ts';
import { type Reader, readerDay, readerShortDay } from '../../base/words/readerDate.ts';
import { type Piece, plainPieces, redline } from '../../base/words/redline.ts';
import { capitalized, counted, listed, withCommas } from '../../base/words/sentence.ts';
import { type Design, locarnoName, productName } from '../../records/design.ts';
import type { FieldChange, FieldValue } from '../../records/diff/change.ts';
import { type Docket, type Entry, patentsLabel } from '../../records/docket.ts';
import type { SearchRecord } from '../../records/record.ts';
import type { MessageChange } from './content.ts';
import type { Row } from './outline.ts';
import {
  type CaseLine,
  fieldName,
  isEnded,
  type ListNews,
  linesOf,
  listHappened,
  listNews,
  statusWords,
} from './words/recordWords.ts';

export function fieldRows(fields: readonly FieldChange[], given: LitigationReader): Row[] {
  return fields.flatMap((field) => {
    if (field.field === 'litigation') return litigationRows(field, given);
    const news = listNews(field);
    return news === undefined
      ? [{ name: fieldName(field.field), value: fieldPieces(field, given.reader) }]
      : listRow(field, news);
  });
}

function listRow({ field }: FieldChange, news: ListNews): Row {
  const [added, removed] = [news.added.join('; '), news.removed.join('; ')];
  if (added !== '' && removed !== '') {
    return {
      name: fieldName(field),
      value: [
        { mark: 'removed', text: removed },
        { mark: 'added', text: added },
      ],
    };
  }
  return { name: capitalized(listHappened(field, news)), value: plainPieces(added || removed) };
}

function fieldPieces(field: FieldChange, reader: Reader): Piece[] {
  const before = valueWords(field.field, field.before, reader);
  const after = valueWords(field.field, field.after, reader);
  if (before === 'none') return plainPieces(after);
  const isProse = before.split(' ').length > 6 && after.split(' ').length > 6;
  if (isProse) return redline(before, after);
  return [
    { mark: 'removed', text: before },
    { mark: 'added', text: after },
  ];
}

function valueWords(field: string, value: FieldValue, reader: Reader): string {
  if (value === null || value === '') return 'none';
  if (typeof value === 'number') return withCommas(value);
  if (typeof value !== 'string') return value.length === 0 ? 'none' : value.map(cleanText).join('; ');
  if (field === 'status') return statusWords(value);
  return readerDay(cleanText(value), reader) || 'none';
}

interface LitigationReader {
  readonly cases: readonly Docket[];
  readonly reader: Reader;
  /** The day of the news. Dates in the same year are written without the year. */
  readonly now: string;
}

/** Returns a row for each new or changed case: `1:26-cv-00504 Widget Co. v. Rival (W.D. Tex.): open → ended Nov 10`. */
function litigationRows({ before, after }: FieldChange, given: LitigationReader): Row[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  return now.map((line) => {
    const known = old.find((one) => one.number === line.number && (one.court === line.court || old.length === 1));
    const what = line.court === '' ? line.name : `${line.name} (${line.court})`;
    if (known === undefined) {
      const status = statusOf(line, given);
      return { name: 'Case added', value: plainPieces(status === '' ? what : `${what}: ${status}`) };
    }
    return { name: 'Case', value: [...plainPieces(`${what}:`), ...movedPieces(known, line, given)] };
  });
}

function movedPieces(known: CaseLine, line: CaseLine, given: LitigationReader): Piece[] {
  const moved: Piece[] = [];
  if (known.name !== line.name) moved.push(...arrow(known.name, line.name));
  if (known.court !== line.court) moved.push(...arrow(known.court, line.court));
  if (known.status !== line.status) moved.push(...arrow(statusOf(known, given), statusOf(line, given)));
  return moved;
}

function arrow(before: string, after: string): Piece[] {
  return [
    { mark: 'removed', text: before || 'unknown' },
    { mark: 'same', text: '→' },
    { mark: 'added', text: after || 'unknown' },
  ];
}

function statusOf({ number, status }: CaseLine, { cases, reader, now }: LitigationReader): string {
  if (!isEnded(status)) return status;
  const day = cases.find((one) => one.docketNumber === number)?.dateTerminated ?? '';
  return day === '' ? 'ended' : `ended ${readerShortDay(day, now, reader)}`;
}

const mostNames = 12;

export function recordFacts(record: SearchRecord, reader: Reader): Row[] {
  const facts = record.type === 'docket' ? docketFacts(record, reader) : designFacts(record, reader);
  return facts
    .map(([name, value]) => ({ name, value: plainPieces(cleanText(value ?? '')) }))
    .filter((row) => row.value.length > 0);
}

type Fact = readonly [name: string, value: string | undefined];

function docketFacts(docket: Docket, reader: Reader): Fact[] {
  return [
    ['Court', docket.court],
    ['Filed', readerDay(docket.dateFiled ?? '', reader)],
    ['Status', docket.status],
    ['Terminated', readerDay(docket.dateTerminated ?? '', reader)],
    ['Judge', docket.assignedTo],
    ['Nature of suit', docket.suitNature],
    ['Parties', named(docket.parties)],
    [patentsLabel(docket), named(docket.patentNumbers)],
    ['Entries', docket.entryTotal === undefined ? undefined : withCommas(docket.entryTotal)],
  ];
}

/** @param atMost the most names of a list */
export function designFacts(design: Design, reader: Reader, atMost = mostNames): Fact[] {
  return [
    ['Holder', named(design.holders, atMost)],
    ['Product', named(design.products?.map(productName), atMost)],
    ['Locarno class', locarnoWords(design)],
    ['Designated', named(design.designated, atMost, ', ')],
    ['Status', design.status && statusWords(design.status)],
    ['Registered', readerDay(design.registered ?? '', reader)],
    ['Expires', readerDay(design.expires ?? '', reader)],
    ['Designs', design.designCount && design.designCount > 1 ? withCommas(design.designCount) : undefined],
  ];
}

export function locarnoWords(design: Design): string {
  const byName = Map.groupBy(design.locarno ?? [], (code) => locarnoName(design, code) ?? '');
  return named([...byName].map(([name, some]) => `${some.join(', ')} ${name}`));
}

function named(names: readonly string[] | undefined, atMost = mostNames, separator = '; '): string {
  const all = (names ?? []).map((name) => shortText(name, 200)).filter(Boolean);
  if (all.length <= atMost) return all.join(separator);
  return `${all.slice(0, atMost).join(separator)} and ${withCommas(all.length - atMost)} more`;
}

export function entryHeading(change: MessageChange, entry: Entry, reader: Reader): string {
  const name = entryName(entry);
  const filed = shortText(entry.dateFiled, 40);
  if (change.kind !== 'entry.updated') {
    return [name, readerDay(filed, reader)].filter(Boolean).join(', ');
  }
  const day = filed === '' ? '' : ` (filed ${readerShortDay(filed, change.detectedAt, reader)})`;
  const came = cameWords(change);
  return `${name}${day} edited${came === '' ? '' : `: ${came}`}`;
}

export function entryName(entry: Pick<Entry, 'documentNumber'>): string {
  const number = shortText(entry.documentNumber, 40);
  return number === '' ? 'Text-only entry' : `D.I. ${number}`;
}

export function cameWords({ fields }: Pick<MessageChange, 'fields'>): string {
  const pdf = fields.some(({ field, after }) => field === 'pdfUrl' && after !== null && after !== '');
  const lists = fields.filter(({ field }) => field === 'attachments');
  return [
    ...lists.flatMap(({ before, after }) => attachmentWords(before, after)),
    ...(pdf ? ['PDF available'] : []),
  ].join(', ');
}

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

function namedTogether(names: readonly string[]): string {
  const numbers = names.map((name) => /^attachment (\S+)$/.exec(name)?.[1]).filter((number) => number !== undefined);
  if (names.length > 4 || (names.length > 1 && numbers.length < names.length))
    return counted(names.length, 'attachment');
  return names.length > 1 ? `attachments ${listed(numbers)}` : (names[0] ?? 'attachment');
}

function namesIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string').map(cleanText) : [];
}
