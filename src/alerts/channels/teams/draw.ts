import type { WebLink } from '../../../base/words/cleanText.ts';
import { foldPieces, shorten } from '../../../base/words/fold.ts';
import type { Piece } from '../../../base/words/redline.ts';
import {
  beforeAfter,
  type Card,
  type DatesBox,
  hasMarks,
  type Item,
  marks,
  marksLegend,
  type Outline,
  type Overview,
  type Picture,
  plainWhen,
  type Row,
  restOfDates,
  restOfRecords,
  type Section,
  withoutOwn,
} from '../../message/outline.ts';
import type { Remark } from '../../message/remark.ts';

/** The most pictures of one change. */
const mostPictures = 3;

/** How much of one entry's text is shown. */
export interface CardRoom {
  readonly characters: number;
}

export function drawTeams(outline: Outline, room: CardRoom): AdaptiveCard {
  return {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    fallbackText: outline.subject,
    body: [
      ...line(outline.subject, { weight: 'Bolder', size: 'Large' }),
      ...(outline.warnings ?? []).map(({ tone, text }) => box(tone === 'red' ? 'attention' : 'warning', line(text))),
      ...outline.lead.flatMap((text) => line(text)),
      ...line(hasMarks(outline) ? marksLegend : '', { isSubtle: true, size: 'Small' }),
      ...(outline.overview ? overviewLines(outline.overview) : []),
      ...(outline.dates ? [datesBox(outline.dates)] : []),
      ...outline.sections.flatMap((section) => sectionElements(section, room)),
      ...(outline.left ? remarkLine(outline.left) : []),
      ...footer(outline),
    ],
    msteams: { width: 'Full' },
  };
}

function box(style: Box['style'], items: readonly Paragraph[]): Box {
  return { type: 'Container', style, items };
}

function overviewLines({ lines, more }: Overview): Paragraph[] {
  const paragraphs = lines.flatMap(({ record, headline, reason }) =>
    paragraph([
      run(headline, { weight: 'Bolder' }),
      run(`  ${record}`),
      run(reason && `  ${reason}`, { italic: true }),
    ]),
  );
  return [...paragraphs, ...line(more > 0 ? `${more} more below` : '')];
}

function datesBox(dates: DatesBox): Box {
  return box('emphasis', [
    ...line(dates.title, { weight: 'Bolder' }),
    ...dates.dates.flatMap((date) => {
      const place = [date.place, date.entry].filter(Boolean).join(', ');
      return paragraph([
        run(`${plainWhen(date)}  ${date.what}`, { weight: 'Bolder' }),
        run(`  ${place}${date.sentence && `: “${date.sentence}”`}`),
      ]);
    }),
    ...restOfDates(dates).flatMap((rest) => remarkLine(rest)),
    ...line(dates.remark, { isSubtle: true, size: 'Small' }),
  ]);
}

function sectionElements(section: Section, room: CardRoom): CardElement[] {
  const title = [
    run(section.title, { weight: 'Bolder' }),
    run(section.subtitle && `  ${section.subtitle}`, { isSubtle: true }),
  ];
  return [
    ...paragraph(title, { separator: true, spacing: 'Large' }),
    ...section.cards.flatMap((card) => cardElements(card, room)),
    ...(section.rows ?? []).flatMap((row) => rowLine(row, room)),
    ...section.lines.flatMap((text) => line(text)),
    ...recordLines(section),
    ...section.remarks.flatMap((one) => remarkLine(one, { isSubtle: true })),
  ];
}

function recordLines(section: Section): CardElement[] {
  const lines = (section.records ?? []).map(({ title, facts, link }) =>
    paragraph([link ? linkRun({ words: title, url: link.url }) : run(title), run(facts && `, ${facts}`)]),
  );
  return [...lines.flat(), ...restOfRecords(section).flatMap((rest) => remarkLine(rest))];
}

function remarkLine({ words, link }: Remark, look: Look = {}): Paragraph[] {
  const said = run(shorten(words, 1_000), look);
  return paragraph(link === undefined ? [said] : [said, run(': ', look), linkRun(link)]);
}

function cardElements(card: Card, room: CardRoom): CardElement[] {
  return [
    ...paragraph([titleRun(card), run(card.place && `  ${card.place}`)], { spacing: 'Medium' }),
    ...line(card.happened),
    ...line(card.reason && `Needs you: ${card.reason}`, { weight: 'Bolder', color: 'Attention' }),
    ...linkLine(card.links),
    ...card.items.flatMap((item) => itemElements(item, room)),
  ];
}

/** A tap on its name opens the case or design. */
function titleRun({ title, links: [page] }: Card): TextRun {
  return { ...(page ? linkRun({ words: title, url: page.url }) : run(title)), weight: 'Bolder' };
}

function itemElements(item: Item, room: CardRoom): CardElement[] {
  const colour = item.priority === 'act' ? ({ color: 'Attention' } as const) : {};
  const head = [
    run(`${marks[item.priority]} ${item.heading}`, { weight: 'Bolder' }),
    run(item.label && `  ${item.label}`, { weight: 'Bolder', ...colour }),
  ];
  return [
    ...paragraph(head, { spacing: 'Medium' }),
    ...paragraph(pieceRuns(item.text, room.characters)),
    ...item.rows.flatMap((row) => rowLine(row, room)),
    ...item.notes.flatMap((note) => line(note, { italic: true })),
    ...linkLine(item.links),
    ...pictures(withoutOwn(item.pictures)),
  ];
}

function rowLine(row: Row, room: CardRoom): Paragraph[] {
  return paragraph([run(`${row.name}: `, { isSubtle: true }), ...rowRuns(row, room)]);
}

function rowRuns(row: Row, room: CardRoom) {
  const [before, after] = beforeAfter(row) ?? [];
  // Where the value has an arrow already, it gets no second one.
  const isDrawn = row.value.some((piece) => piece.text === '→');
  if (!before || !after || isDrawn) return pieceRuns(row.value, room.characters / 2);
  return [...pieceRuns([before], room.characters / 4), run(' → '), ...pieceRuns([after], room.characters / 4)];
}

/**
 * The first pictures of a new design, or the first before and after where pictures changed; small where they only show
 * which design it is.
 */
function pictures(all: readonly Picture[]): CardElement[] {
  const captions = [...new Set(all.map((picture) => picture.caption))];
  const each = captions.length > 1 ? 1 : mostPictures;
  const shown = captions.flatMap((caption) => all.filter((one) => one.caption === caption).slice(0, each));
  if (shown.length === 0) return [];
  return [
    ...line(captions.filter(Boolean).join(' · '), { isSubtle: true }),
    {
      type: 'ImageSet',
      imageSize: shown.every((picture) => picture.small) ? 'Small' : 'Medium',
      images: shown.map(({ url, alt, caption }) => ({ type: 'Image', url, altText: alt || caption || 'Picture' })),
    },
  ];
}

function footer(outline: Outline): CardElement[] {
  const [first, ...rest] = outline.footer.map((text) => line(text, { isSubtle: true, size: 'Small' }));
  const page = outline.pageUrl ? linkLine([{ words: 'Open Tipstaff', url: outline.pageUrl }]) : [];
  return [
    ...(first ?? []).map((one) => ({ ...one, separator: true as const, spacing: 'Large' as const })),
    ...rest.flat(),
    ...page,
  ];
}

type Look = Omit<TextRun, 'type' | 'text' | 'selectAction'>;

/** Somebody's text, as it is. A text run is not read as Markdown; `{{DATE(…)}}` would be replaced, and is broken up. */
function run(text: string, look: Look = {}): TextRun {
  return { type: 'TextRun', text: text.replaceAll('{{', '{ {'), ...look };
}

function linkRun({ words, url }: WebLink): TextRun {
  return { ...run(words), selectAction: { type: 'Action.OpenUrl', url } };
}

/** A paragraph of the runs that are not empty; none where all are. */
function paragraph(runs: readonly TextRun[], look: Omit<Paragraph, 'type' | 'inlines'> = {}): Paragraph[] {
  const inlines = runs.filter((one) => one.text !== '');
  return inlines.length === 0 ? [] : [{ type: 'RichTextBlock', inlines, spacing: 'Small', ...look }];
}

function line(text: string, look: Look = {}): Paragraph[] {
  return paragraph([run(shorten(text, 1_000), look)]);
}

function linkLine(links: readonly WebLink[]): Paragraph[] {
  return paragraph(links.flatMap((link, index) => [run(index === 0 ? '' : ' · '), linkRun(link)]));
}

/** A redline of at most so many characters: old words struck, new ones bold. */
function pieceRuns(pieces: readonly Piece[], characters: number): TextRun[] {
  return foldPieces(pieces, characters).map((piece, index) =>
    run(`${index === 0 ? '' : ' '}${piece.text}`, looks[piece.mark]),
  );
}

const looks: Readonly<Record<Piece['mark'], Look>> = {
  same: {},
  removed: { strikethrough: true },
  added: { weight: 'Bolder' },
  folded: { italic: true },
};

/** What we use of Adaptive Cards 1.4, which every client of Teams draws. */
export interface AdaptiveCard {
  readonly $schema: 'http://adaptivecards.io/schemas/adaptive-card.json';
  readonly type: 'AdaptiveCard';
  readonly version: '1.4';
  /** For clients that cannot draw the card. */
  readonly fallbackText: string;
  readonly body: readonly CardElement[];
  readonly msteams: { readonly width: 'Full' };
}

type CardElement = Paragraph | Box | PictureRow;

interface Paragraph {
  readonly type: 'RichTextBlock';
  readonly inlines: readonly TextRun[];
  readonly spacing?: 'None' | 'Small' | 'Medium' | 'Large';
  readonly separator?: true;
}

/** Text as it is: the only kind of text in a card that is not read as Markdown. */
interface TextRun {
  readonly type: 'TextRun';
  readonly text: string;
  readonly weight?: 'Bolder';
  readonly size?: 'Large' | 'Small';
  readonly isSubtle?: true;
  readonly italic?: true;
  readonly strikethrough?: true;
  readonly color?: 'Attention';
  readonly selectAction?: { readonly type: 'Action.OpenUrl'; readonly url: string };
}

/** Elements on a background of their own. */
interface Box {
  readonly type: 'Container';
  readonly style: 'attention' | 'warning' | 'emphasis';
  readonly items: readonly Paragraph[];
}

interface PictureRow {
  readonly type: 'ImageSet';
  readonly imageSize: 'Small' | 'Medium';
  readonly images: readonly { readonly type: 'Image'; readonly url: string; readonly altText: string }[];
}
