import { cleanText, shortText, type WebLink, webLink } from '../../base/words/cleanText.ts';
import {
  placeInZone,
  type Reader,
  readerClock,
  readerDay,
  readerTime,
  withReaderDays,
} from '../../base/words/readerDate.ts';
import { type Piece, plainPieces, redline } from '../../base/words/redline.ts';
import { capitalized, counted } from '../../base/words/sentence.ts';
import type { Prioritised } from '../../reading/changePriority.ts';
import { paperWords } from '../../reading/entryLabel.ts';
import { courtDocument } from '../../records/courts.ts';
import { isFromAnotherHolder } from '../../records/diff/lateEntries.ts';
import type { Entry } from '../../records/docket.ts';
import type { SearchRecord } from '../../records/record.ts';
import type { MessageChange } from './content.ts';
import { alikeWords, designPictures } from './designs.ts';
import { entryHeading, entryName, fieldRows, recordFacts } from './fieldRows.ts';
import type { Item, ListedLine, Row } from './outline.ts';
import type { Consequence, RankedChange } from './words/consequence.ts';
import { kindHeading } from './words/happened.ts';
import { datesAfterEnd } from './words/headline.ts';

const mostLinks = 8;

/** Names the link to the document of an entry. In mails the heading of the entry is this link. */
export const pdfWords = 'PDF';

const longestInHeading = 200;

const explanations: Partial<Readonly<Record<MessageChange['kind'], string>>> = {
  'docket.gone':
    'Several complete checks in a row did not find this case. You get no alerts about it until it is found again: ' +
    'check the court’s own docket.',
  'docket.back': 'Alerts about this case resume. What was filed meanwhile is reported as usual.',
  'design.gone':
    'Several complete checks in a row did not find this registration. You get no alerts about it until it is found ' +
    'again: check the register’s own page.',
  'design.back': 'Alerts about this registration resume.',
};

export function changeItem(
  change: MessageChange,
  prioritised: Prioritised,
  reader: Reader,
  consequences: readonly Consequence[],
): Item {
  const notes = [
    aboutWords(change, reader),
    ownNote(change, reader),
    explanations[change.kind] ?? '',
    datesAfterEnd(change, reader),
    alikeWords(change),
    moreEntriesWords(change),
    announcedWords(change, reader),
  ].filter(Boolean);
  return {
    priority: prioritised.priority,
    label: labelOf(change, prioritised, consequences),
    ...headingAndRows(change, reader),
    text: change.entry ? entryText(change, change.entry) : [],
    notes: [...notes, ...attachmentsWords(change.entry)],
    links: change.entry ? entryLinks(change.entry, change.record).slice(0, mostLinks) : [],
    pictures: designPictures(change),
  };
}

export const shownOnlyNow = 'The search service shows it only now.';

/** The heading of an `entry.backfill` says this too. */
const turnedUp = /^[\d,]+ older entr(?:y|ies) turned up, /;

function ownNote(change: MessageChange, reader: Reader): string {
  if (isFromAnotherHolder(change) || change.joined) return '';
  if (change.note?.startsWith('newly visible')) return shownOnlyNow;
  return capitalized(withReaderDays(shortText(change.note, 400).replace(turnedUp, ''), reader));
}

const longestBegin = 100;

/**
 * Returns the entry of an item as one line, with a link to its PDF, or to the page of its case without one. An edit
 * without a label has the words that it added.
 */
export function mentionOf(
  { change, prioritised }: RankedChange,
  { heading, label, text, links, priority }: Item,
  page: WebLink | undefined,
): ListedLine {
  const isComplaint = prioritised.reading?.type === 'complaint';
  const added = text.flatMap((piece) => (piece.mark === 'added' ? piece.text : []));
  const said = isComplaint ? change.entry?.description : label === '' ? added.join(' ') : '';
  const words = shortText(said, longestBegin);
  return {
    title: heading,
    facts: labeledWords(label, words),
    link: links.find(({ words: name }) => name === pdfWords) ?? page,
    priority,
  };
}

/** Returns `COMPLAINT for Patent Infringement` for the label `COMPLAINT`, without saying its noun twice. */
function labeledWords(label: string, words: string): string {
  const [noun = '', ...more] = label.split(' · ');
  return words.toLowerCase().startsWith(noun.toLowerCase())
    ? [words, ...more].filter(Boolean).join(' · ')
    : [label, words].filter(Boolean).join(': ');
}

function labelOf(change: MessageChange, { label }: Prioritised, consequences: readonly Consequence[]): string {
  const sets = consequences.filter((one) => one.change === change && one.day !== '').map(({ words }) => words);
  return [label, ...sets].filter(Boolean).join(' · ');
}

function headingAndRows(change: MessageChange, reader: Reader): Pick<Item, 'heading' | 'rows'> {
  const rows = rowsOf(change, reader);
  const heading = change.entry ? entryHeading(change, change.entry, reader) : kindHeading(change, reader);
  const [only] = rows;
  if (only === undefined || rows.length > 1) return { heading, rows };
  const value = only.value.map((piece) => piece.text).join(' ');
  if (`${heading} `.includes(` ${value} `)) return { heading, rows: [] };
  return only.name === heading && value.length <= longestInHeading
    ? { heading: `${heading}: ${value}`, rows: [] }
    : { heading, rows };
}

function moreEntriesWords({ entries = [], moreEntries = 0 }: MessageChange): string {
  if (moreEntries === 0) return '';
  return `${counted(entries.length, 'entry')} below, and ${counted(moreEntries, 'more', 'more')} on the docket.`;
}

/** True if all facts of the record are shown, because the reader may not know it yet. */
export function showsRecord({ kind }: MessageChange): boolean {
  return kind === 'docket.new' || kind === 'design.new' || kind === 'design.alike';
}

function rowsOf(change: MessageChange, reader: Reader): Row[] {
  if (change.kind === 'entry.backfill') return (change.entries ?? []).map((entry) => oldEntryRow(entry, reader));
  const given = { cases: change.storedCases ?? [], reader, now: change.detectedAt };
  if (!showsRecord(change)) {
    const fields = change.fields.filter(({ field }) => hasRow(change, field));
    return fieldRows(fields, given);
  }
  const facts = recordFacts(change.record, reader);
  if (!isFromAnotherHolder(change)) return facts;
  return [...fieldRows(change.fields, given), ...facts.filter(({ name }) => name !== 'Holder')];
}

function oldEntryRow(entry: Entry, reader: Reader): Row {
  const name = [entryName(entry), readerDay(shortText(entry.dateFiled, 40), reader)].filter(Boolean).join(', ');
  return { name, value: plainPieces(shortText(entry.description, 300) || 'No text.') };
}

function hasRow(change: MessageChange, field: string): boolean {
  if (change.kind === 'design.updated') return field !== 'images';
  return !change.kind.startsWith('entry.');
}

function entryText(change: MessageChange, entry: Entry): Piece[] {
  const now = cleanText(entry.description);
  const edit = change.fields.find((field) => field.field === 'description');
  if (change.kind === 'entry.updated' && edit && typeof edit.before === 'string') {
    return redline(cleanText(edit.before), cleanText(String(edit.after ?? '')));
  }
  return plainPieces(now || 'No text.');
}

function attachmentsWords(entry: Entry | undefined): string[] {
  const more = (entry?.extraDocument.length ?? 0) - (mostLinks - 1);
  return more > 0 ? [`And ${counted(more, 'more attachment')}.`] : [];
}

/** Returns links to the document of an entry and to its attachments, at the service or else at the court. */
export function entryLinks(entry: Entry, record: SearchRecord): WebLink[] {
  const page = (href: string | null) => (record.type === 'docket' ? courtDocument(record, href) : undefined);
  const link = (name: string, pdfUrl: string, pageName: string, href: string | null) =>
    webLink(name, pdfUrl) ?? webLink(`${pageName} (PACER)`, page(href));
  const attachments = entry.extraDocument.map(({ documentNumber, pdfUrl, documentHref }) => {
    const name = documentNumber === null ? 'Attachment' : `Attachment ${documentNumber}`;
    return link(name, pdfUrl, name, documentHref);
  });
  const links = [link(pdfWords, entry.pdfUrl, 'Document at the court', entry.documentHref), ...attachments];
  return links.filter((one) => one !== undefined);
}

/** Returns `Filed Nov 25, 2026, 14:01, in the court’s feed 14:03, in the service 14:41.` */
export function announcedWords(
  { announced, detectedAt }: Pick<MessageChange, 'announced' | 'detectedAt'>,
  reader: Reader,
): string {
  if (announced === undefined) return '';
  const { filedAt, seenAt, source } = announced;
  const steps = [
    ...(filedAt === undefined ? [] : [{ what: 'filed', at: filedAt }]),
    { what: source === 'feed' ? 'in the court’s feed' : 'announced', at: seenAt },
    { what: 'in the service', at: detectedAt },
  ];
  const words = steps.map(({ what, at }, index) => `${what} ${timeAfter(at, steps[index - 1]?.at, reader)}`);
  return `${capitalized(words.join(', '))}.`;
}

function timeAfter(at: string, before: string | undefined, reader: Reader): string {
  const place = placeInZone(at, reader.timezone);
  const dayBefore = before === undefined ? undefined : placeInZone(before, reader.timezone)?.day;
  return place !== undefined && place.day === dayBefore ? readerClock(place.clock, reader) : readerTime(at, reader);
}

const mostNamed = 3;

/** Returns `About D.I. 12, the motion to dismiss of Mar 3, 2026; D.I. 1, the complaint of Feb 4, 2026.` */
export function aboutWords({ namedEntries = [] }: Pick<MessageChange, 'namedEntries'>, reader: Reader): string {
  if (namedEntries.length === 0) return '';
  const names = namedEntries.slice(0, mostNamed).map((one) => paperName(one, reader));
  const more = namedEntries.length > mostNamed ? ` and ${namedEntries.length - mostNamed} more` : '';
  return `About ${names.join('; ')}${more}.`;
}

function paperName({ documentNumber, description, dateFiled }: Entry, reader: Reader): string {
  const words = paperWords(description, dateFiled);
  const what = words === '' ? '' : `, the ${words}`;
  const day = dateFiled === '' ? '' : ` of ${readerDay(shortText(dateFiled, 40), reader)}`;
  return `D.I. ${shortText(documentNumber, 20)}${what}${day}`;
}
