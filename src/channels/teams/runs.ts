import { shorten } from '../../words/fold.ts';
import { foldPieces } from '../../words/foldPieces.ts';
import type { Piece } from '../../words/redline.ts';
import type { WebLink } from '../../words/webLink.ts';
import type { Paragraph, TextRun } from './adaptiveCard.ts';

type Look = Omit<TextRun, 'type' | 'text' | 'selectAction'>;

/** Somebody's text, as it is. A text run is not read as Markdown; `{{DATE(…)}}` would be replaced, and is broken up. */
export function run(text: string, look: Look = {}): TextRun {
  return { type: 'TextRun', text: text.replaceAll('{{', '{ {'), ...look };
}

export function linkRun({ words, url }: WebLink): TextRun {
  return { ...run(words), selectAction: { type: 'Action.OpenUrl', url } };
}

/** A paragraph of the runs that are not empty; none where all are. */
export function paragraph(runs: readonly TextRun[], look: Omit<Paragraph, 'type' | 'inlines'> = {}): Paragraph[] {
  const inlines = runs.filter((one) => one.text !== '');
  return inlines.length === 0 ? [] : [{ type: 'RichTextBlock', inlines, spacing: 'Small', ...look }];
}

export function line(text: string, look: Look = {}): Paragraph[] {
  return paragraph([run(shorten(text, 1_000), look)]);
}

export function linkLine(links: readonly WebLink[]): Paragraph[] {
  return paragraph(links.flatMap((link, index) => [run(index === 0 ? '' : '   '), linkRun(link)]));
}

/** A redline of at most so many characters: old words struck, new ones bold. */
export function pieceRuns(pieces: readonly Piece[], characters: number): TextRun[] {
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
