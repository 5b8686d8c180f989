import { type WebLink, webLink } from '../../base/words/cleanText.ts';
import type { Piece } from '../../base/words/redline.ts';
import { counted, listedUpTo, withCommas } from '../../base/words/sentence.ts';
import { type Priority, priorityOrder } from '../../reading/entryPriority.ts';
import { isOwnPicture } from '../../records/design.ts';

/** The words of an alert for every channel: each on one line, without invisible characters, and not escaped. */
export interface Outline {
  readonly subject: string;
  readonly title: string;
  /** What a mailbox shows beside the subject, without names of confidential watches. '' if the subject is enough. */
  readonly preview: string;
  readonly warnings?: readonly Warning[] | undefined;
  readonly lead: readonly string[];
  readonly overview?: Overview | undefined;
  readonly dates?: DatesBox | undefined;
  readonly sections: readonly Section[];
  readonly unit: 'watch' | 'incident';
  readonly where: Where;
  readonly left?: Remark | undefined;
  readonly footer: readonly string[];
  readonly pageUrl?: string | undefined;
  readonly threadKey?: string | undefined;
}

/** `discreet`: confidential watches appear only as a matter and numbers. */
export interface OutlineOptions {
  readonly discreet: boolean;
  /** True for a chat, which has little room: of many designs, only those that need the reader are shown in full. */
  readonly inChat?: boolean;
}

/** Where readers find everything: a page of Tipstaff, or a command if no page is configured. */
export type Where = { readonly command: string; readonly page?: WebLink | undefined };

export type Remark = { readonly words: string; readonly link?: WebLink | undefined };

export function remark(words: string, { command, page }: Where): Remark {
  return page === undefined ? { words: `${words}: ${command}` } : { words, link: page };
}

/** Returns a link to one of Tipstaff's pages, or undefined if their address is not configured. */
export function pageLink(words: string, pageUrl: string | undefined, path: string): WebLink | undefined {
  return webLink(words, pageUrl && pageUrl + path);
}

export type Warning = { readonly tone: 'red' | 'amber'; readonly text: string };

export type Overview = { readonly lines: readonly ListedLine[]; readonly more: number };

export interface DatesBox {
  readonly title: string;
  readonly dates: readonly NamedDate[];
  readonly more: number;
  readonly where: Where;
  readonly remark: string;
}

export interface NamedDate {
  /** The previous date, which is struck through. '' if the date is new. */
  readonly was: string;
  /** `Jan 26, 2026`; '' if the date is vacated; `14 days from the filing` if the day of filing is unknown. */
  readonly day: string;
  /** `10:00 AM CST`, or '' for a date without a time. */
  readonly time: string;
  /** The title as in calendars: `Markman hearing`, `Answer due (requested)`, `Reply due, 14 days from Nov 20, 2025`. */
  readonly what: string;
  readonly place: string;
  readonly isSoon: boolean;
  readonly entry: string;
  /** The words of the entry, which are shown in quotation marks. */
  readonly sentence: string;
}

export interface Section {
  readonly title: string;
  readonly subtitle: string;
  readonly asks?: string | undefined;
  readonly cards: readonly Card[];
  readonly records?: readonly ListedLine[] | undefined;
  readonly moreRecords?: number | undefined;
  readonly rows?: readonly Row[] | undefined;
  readonly lines: readonly string[];
  readonly remarks: readonly Remark[];
  /** The number of changes that are on no card, because no message has room for them. */
  readonly withoutRoom?: number | undefined;
  readonly changes: number;
  readonly where: Where;
}

/**
 * A record or an entry on one line: `Widget Co. v. Rival`, then `D. Del. 1:20-cv-00168, open`, and a link to its page.
 * In the overview, what happened comes first, then the record, and as a detail why it needs the reader.
 */
export interface ListedLine {
  readonly title: string;
  readonly facts: string;
  readonly detail?: string | undefined;
  readonly link?: WebLink | undefined;
  readonly priority?: Priority | undefined;
}

export interface Card {
  readonly title: string;
  readonly place: string;
  /** `ended, 2 new entries`, or '' if a heading already says so. */
  readonly happened: string;
  readonly reason: string;
  readonly priority: Priority;
  readonly links: readonly WebLink[];
  readonly replies: readonly WebLink[];
  readonly items: readonly Item[];
  /** Entries that are only to be read, if the message shows in full only what needs the reader. */
  readonly mentions: readonly ListedLine[];
  /** The number of entries that the mentions name or count. */
  readonly mentioned: number;
  readonly tile?: Tile | undefined;
}

export interface Tile {
  readonly picture: Picture | undefined;
  /** Changed pictures before and after, or the two similar pictures of a design compared with the reader's own. */
  readonly changed: readonly Picture[];
  readonly name: string;
  readonly holder: string;
  readonly state: string;
  readonly facts: readonly string[];
}

export interface Item {
  readonly priority: Priority;
  readonly label: string;
  readonly heading: string;
  readonly text: readonly Piece[];
  readonly rows: readonly Row[];
  readonly notes: readonly string[];
  readonly links: readonly WebLink[];
  readonly pictures: readonly Picture[];
}

export type Row = { readonly name: string; readonly value: readonly Piece[] };

export interface Picture {
  /** `Before` and `After` a change, `New` and `Yours` in a comparison, or '' for a single picture. */
  readonly caption: string;
  readonly url: string;
  readonly alt: string;
  /** True for a picture that only identifies the design, and is not the news. */
  readonly small?: boolean | undefined;
}

export function pairsOf(pictures: readonly Picture[]) {
  const before = pictures.filter(({ caption }) => caption === 'Before' || caption === 'New');
  const after = pictures.filter(({ caption }) => caption === 'After' || caption === 'Yours');
  return Array.from({ length: Math.max(before.length, after.length) }, (_, index) => ({
    before: before[index],
    after: after[index],
  }));
}

/** Keeps the pictures that chat services can fetch. The reader's own pictures are embedded only in mails. */
export function withoutOwn(pictures: readonly Picture[]): Picture[] {
  return pictures.filter(({ url }) => !isOwnPicture(url));
}

export function hasMarks({ sections, overview }: Outline): boolean {
  return overview !== undefined || sections.some((section) => section.cards.length > 0);
}

/** Marks show priorities in Slack and Teams, which have no colors for them. */
export const marks = { act: '●', read: '○', routine: '·' } as const;
export const marksLegend = `${marks.act} needs you   ${marks.read} to read`;
export const routineLegend = `   ${marks.routine} routine`;

/** Returns a field before and after a change, `open` and `terminated`, or undefined for a text or its redline. */
export function beforeAfter({ value }: Row): readonly [before: Piece, after: Piece] | undefined {
  const [before, after] = value;
  const isPair = value.length === 2 && before?.mark === 'removed' && after?.mark === 'added';
  return isPair ? [before, after] : undefined;
}

export function restOfDates({ more, where }: DatesBox): Remark[] {
  return more > 0 ? [remark(`And ${counted(more, 'more date')}`, where)] : [];
}

export function restOfRecords({ moreRecords: more = 0, where }: Pick<Section, 'moreRecords' | 'where'>): Remark[] {
  return more > 0 ? [remark(`and ${withCommas(more)} more`, where)] : [];
}

/** The most changes that a message shows in full, so no section is made with more. */
export const itemsAtMost = 120;

type Room = { readonly items: number; readonly sections: number };

/** The number of listed records that take the room of one change in full. */
const linesEach = 3;

/** Keeps the most important changes, taking turns among the sections. Each section counts the rest. */
export function cutToRoom(outline: Outline, room: Room): Outline {
  const sections = outline.sections.slice(0, room.sections);
  const kept = mostImportant(sections, room.items);
  const mostRecords = Math.ceil((room.items / sections.length) * linesEach);
  return {
    ...outline,
    sections: sections.map((section) => withRecords(fitSection(section, kept), mostRecords)),
    left: leftOut(outline.sections.slice(room.sections), outline),
  };
}

export function drawnToFit<Drawn>(
  outline: Outline,
  { items, sections }: Room,
  draw: (cut: Outline) => Drawn,
  fits: (drawn: Drawn) => boolean,
): Drawn {
  const drawn = draw(cutToRoom(outline, { items, sections }));
  if (fits(drawn) || (items === 0 && sections === 1)) return drawn;
  const less = { items: Math.floor(items * 0.8), sections: Math.max(1, Math.floor(sections * 0.8)) };
  return drawnToFit(outline, less, draw, fits);
}

function mostImportant(sections: readonly Section[], room: number): ReadonlySet<object> {
  const items = sections.flatMap(({ cards }) =>
    cards.flatMap((card) => card.items).map((item, turn) => ({ item, turn })),
  );
  // Sorting is stable, so items of one turn stay in the order of their sections.
  items.sort((a, b) => priorityOrder(a.item.priority) - priorityOrder(b.item.priority) || a.turn - b.turn);
  return new Set(items.slice(0, room).map(({ item }) => item));
}

/** The most cases or designs that are named if some of their changes are left out. */
const mostNamed = 3;

function fitSection(section: Section, kept: ReadonlySet<object>): Section {
  const cards: Card[] = section.cards
    .map((card) => ({ ...card, items: card.items.filter((item) => kept.has(item)) }))
    .filter((card) => card.items.length > 0);
  const before = changesOn(section.cards) + (section.withoutRoom ?? 0);
  const gone = before - changesOn(cards);
  if (gone === 0) return section;
  const cut = section.cards.flatMap((card) => (card.items.every((item) => kept.has(item)) ? [] : card.title));
  const of = cut.length === 0 || section.withoutRoom ? '' : ` of ${listedUpTo(mostNamed, cut)}`;
  const words = (gone === before ? counted(gone, 'change') : `and ${counted(gone, 'more change')}`) + of;
  return { ...section, cards, remarks: [...section.remarks, remark(words, section.where)] };
}

/** Returns a section that lists at most this many records and counts the rest. */
export function withRecords(section: Section, most: number): Section {
  const { records = [], moreRecords = 0 } = section;
  const shown = records.slice(0, most);
  return { ...section, records: shown, moreRecords: moreRecords + records.length - shown.length };
}

export const changesOn = (cards: readonly Card[]): number =>
  cards.reduce((sum, { items, mentioned }) => sum + items.length + mentioned, 0);

function leftOut(sections: readonly Section[], { unit, where }: Outline): Remark | undefined {
  if (sections.length === 0) return undefined;
  const changes = sections.reduce((sum, section) => sum + section.changes, 0);
  const number = counted(sections.length, `more ${unit}`);
  return remark(changes > 0 ? `And ${counted(changes, 'more change')} of ${number}` : `And ${number}`, where);
}
