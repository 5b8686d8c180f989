import type { MessageChange } from '../../channels/message/content.ts';
import type { Item, Row } from '../../channels/message/outline.ts';
import { courtDocument } from '../../records/courts.ts';
import type { Entry } from '../../records/entry.ts';
import type { SearchRecord } from '../../records/record.ts';
import { capitalised } from '../../words/capitalised.ts';
import { cleanText } from '../../words/cleanText.ts';
import { counted } from '../../words/counted.ts';
import { readerDay } from '../../words/readerDate.ts';
import { type Piece, plainPieces, redline } from '../../words/redline.ts';
import { shortText } from '../../words/shortText.ts';
import { type WebLink, webLink } from '../../words/webLink.ts';
import type { Prioritised } from '../priority.ts';
import { decidesWords } from '../words/decides.ts';
import { kindHeading } from '../words/happened.ts';
import { changedPictures, newPictures } from './designPictures.ts';
import { fieldRows } from './fieldRows.ts';
import { recordFacts } from './recordFacts.ts';

/** Links of one entry; attachments beyond are counted. */
const mostLinks = 8;

/** Sentences that go with a kind, where the words of the change alone would leave the reader guessing. */
const explanations: Partial<Readonly<Record<MessageChange['kind'], string>>> = {
  'entry.unseen': 'The docket has more entries than the service shows: look at the court’s own page.',
  'docket.gone': 'Several complete checks in a row came back without this case.',
  'design.gone': 'Several complete checks in a row came back without this registration.',
};

/** One change as the reader sees it. */
export function changeItem(change: MessageChange, prioritised: Prioritised): Item {
  const isNew = change.kind === 'docket.new' || change.kind === 'design.new';
  const { reading } = prioritised;
  const decides = reading === undefined ? '' : decidesWords(reading, change.namedEntries ?? []);
  const notes = [
    decides,
    capitalised(shortText(change.note, 400)),
    explanations[change.kind] ?? '',
    moreEntriesWords(change),
  ].filter(Boolean);
  return {
    priority: prioritised.priority,
    label: prioritised.label,
    heading: change.entry ? entryHeading(change, change.entry) : kindHeading(change),
    text: change.entry ? entryText(change, change.entry) : [],
    rows: rowsOf(change),
    notes: [...notes, ...attachmentsWords(change.entry)],
    links: change.entry ? entryLinks(change.entry, change.record) : [],
    pictures: isNew ? newPictures(change.record) : changedPictures(change),
  };
}

/** `10 entries of it below, and 12 more on the docket.` */
function moreEntriesWords({ entries = [], moreEntries = 0 }: MessageChange): string {
  if (moreEntries === 0) return '';
  return `${counted(entries.length, 'entry')} of it below, and ${counted(moreEntries, 'more', 'more')} on the docket.`;
}

/** Facts of a new record, a few old entries each with its text, else what each field was and is. */
function rowsOf(change: MessageChange): Row[] {
  if (change.kind === 'docket.new' || change.kind === 'design.new') return recordFacts(change.record);
  if (change.kind === 'entry.backfill') return (change.entries ?? []).map(oldEntryRow);
  return fieldRows(change.fields.filter((field) => hasRow(change, field.field)));
}

function oldEntryRow(entry: Entry): Row {
  const number = shortText(entry.documentNumber, 40);
  const name = [number && `Entry ${number}`, readerDay(shortText(entry.dateFiled, 40))].filter(Boolean).join(', ');
  return { name: name || 'Entry', value: plainPieces(shortText(entry.description, 300) || 'No text.') };
}

/** The text of an entry is shown as its own redline, and the numbers of unseen and old entries by the heading. */
function hasRow(change: MessageChange, field: string): boolean {
  if (change.kind === 'entry.updated') return field !== 'description';
  if (change.kind === 'design.updated') return field !== 'images';
  return change.kind !== 'entry.unseen' && change.kind !== 'entry.backfill' && change.kind !== 'entry.new';
}

function entryHeading(change: MessageChange, entry: Entry): string {
  const number = shortText(entry.documentNumber, 40);
  const name = number === '' ? 'Entry without a number' : `Entry ${number}`;
  const edited = change.kind === 'entry.updated' ? `${name} edited` : name;
  return [edited, readerDay(shortText(entry.dateFiled, 40))].filter(Boolean).join(', ');
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

/** The PDF, else the document's page at the court, of the entry and of each of its attachments. */
function entryLinks(entry: Entry, record: SearchRecord): WebLink[] {
  const page = (href: string | null) => (record.type === 'docket' ? courtDocument(record, href) : undefined);
  const document = webLink('PDF', entry.pdfUrl) ?? webLink('Document at the court (PACER)', page(entry.documentHref));
  const attachments = entry.extraDocument.map((extra) => {
    const number = extra.documentNumber === null ? '' : ` ${extra.documentNumber}`;
    return webLink(`Attachment${number}`, extra.pdfUrl) ?? webLink(`Attachment${number}`, page(extra.documentHref));
  });
  const links = [document, ...attachments].filter((link) => link !== undefined);
  return links.slice(0, mostLinks);
}
