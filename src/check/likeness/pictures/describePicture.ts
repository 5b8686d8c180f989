import { messageOf, TipstaffError } from '../../../base/errors.ts';
import {
  type Box,
  contoursOf,
  contrastOf,
  mirrored,
  type Pixels,
  type Plane,
  project,
  traitsOf,
  turned,
} from './histogram.ts';

/** The looks of a figure: as it is first, then mirrored and in quarter turns. */
export type FigureLooks = readonly Int8Array[];

const mostFigures = 3;
const leastShare = 0.4;
/** Pixels per side to which each figure is stretched. */
const figureSide = 128;

/** Returns no figures for a picture that shows nothing. */
export function describePicture(picture: Pixels): FigureLooks[] {
  return traitsOfPicture(picture).map(looksOf);
}

/** Returns the traits of each figure of a picture, the largest first (see `traitsOf`). */
export function traitsOfPicture(picture: Pixels): Float32Array[] {
  const figures = findFigures(contrastOf(picture));
  const largest = figures[0]?.cells ?? 0;
  return figures
    .filter(({ cells }) => cells >= largest * leastShare)
    .slice(0, mostFigures)
    .map(({ box }) => traitsOf(contoursOf(cropFigure(picture, box, figureSide)), box));
}

export function looksOf(traits: Float32Array): FigureLooks {
  const quarter = turned(traits);
  const half = turned(quarter);
  const quarters = [traits, quarter, half, turned(half)];
  return quarters.flatMap((each) => [project(each), project(mirrored(each))]);
}

/** Fainter contrast is paper, compression noise or a gradient. */
const leastContrast = 0.09;
const cellsAlong = 100;
const gapCells = 1;

/** Finds figures, the largest first, without labels ("FIG. 3"), frames and specks; none on an empty sheet. */
function findFigures(contrast: Plane): Readonly<{ box: Box; cells: number }>[] {
  const cell = Math.max(1, Math.ceil(Math.max(contrast.width, contrast.height) / cellsAlong));
  const grid = gridOf(contrast, cell);
  const parts = connectedParts(grid).filter((part, _, all) => !isFrame(part, grid, all));
  const largest = parts.reduce((most, part) => Math.max(most, part.cells), 0);
  const kept = parts.filter((part) => part.cells >= largest * leastOfParts && !isLabel(part, largest, grid));
  return kept
    .sort((a, b) => b.cells - a.cells)
    .map((part) => ({ cells: part.cells, box: inPixels(part, cell, contrast) }));
}

const leastOfParts = 0.02;

interface Grid {
  readonly columns: number;
  readonly rows: number;
  readonly filled: Uint8Array; // 1 for a cell with a contour.
}

type Part = Box & Readonly<{ cells: number; outer: number }>;

function gridOf({ width, height, values }: Plane, cell: number): Grid {
  const [columns, rows] = [Math.ceil(width / cell), Math.ceil(height / cell)];
  const filled = new Uint8Array(columns * rows);
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / cell) * columns;
    for (let x = 0; x < width; x++) {
      if ((values[y * width + x] ?? 0) > leastContrast) filled[row + Math.floor(x / cell)] = 1;
    }
  }
  return { columns, rows, filled };
}

function connectedParts(grid: Grid): Part[] {
  const seen = new Uint8Array(grid.filled.length);
  const parts: Part[] = [];
  for (let start = 0; start < seen.length; start++) {
    if (grid.filled[start] === 1 && seen[start] === 0) parts.push(partFrom(start, grid, seen));
  }
  return parts;
}

function partFrom(start: number, { columns, rows, filled }: Grid, seen: Uint8Array): Part {
  const found = [start];
  seen[start] = 1;
  for (const cell of found) {
    const [x, y] = [cell % columns, Math.floor(cell / columns)];
    for (let row = Math.max(0, y - 1 - gapCells); row <= Math.min(rows - 1, y + 1 + gapCells); row++) {
      for (let column = Math.max(0, x - 1 - gapCells); column <= Math.min(columns - 1, x + 1 + gapCells); column++) {
        const next = row * columns + column;
        if (filled[next] === 0 || seen[next] === 1) continue;
        seen[next] = 1;
        found.push(next);
      }
    }
  }
  return measured(found, columns);
}

function measured(cells: readonly number[], columns: number): Part {
  let [left, top, right, bottom] = [Infinity, Infinity, 0, 0];
  for (const cell of cells) {
    const [x, y] = [cell % columns, Math.floor(cell / columns)];
    [left, right] = [Math.min(left, x), Math.max(right, x + 1)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y + 1)];
  }
  const isOuter = (cell: number) => {
    const [x, y] = [cell % columns, Math.floor(cell / columns)];
    return Math.min(x - left, right - 1 - x, y - top, bottom - 1 - y) < 2;
  };
  return { left, top, right, bottom, cells: cells.length, outer: cells.filter(isOuter).length };
}

function isFrame(part: Part, { columns, rows }: Grid, all: readonly Part[]): boolean {
  const spans = part.right - part.left > columns * 0.85 && part.bottom - part.top > rows * 0.85;
  const inside = all.reduce((sum, other) => sum + (other === part ? 0 : other.cells), 0);
  return spans && part.outer > part.cells * 0.9 && inside > part.cells * 0.1;
}

function isLabel(part: Part, largest: number, { columns, rows }: Grid): boolean {
  const [wide, high] = [part.right - part.left, part.bottom - part.top];
  const low = Math.min(wide, high) < Math.max(columns, rows) * 0.09;
  return low && part.cells < largest * 0.3 && Math.max(wide, high) < Math.max(columns, rows) * 0.45;
}

function inPixels(part: Part, cell: number, { width, height }: Plane): Box {
  return {
    left: part.left * cell,
    top: part.top * cell,
    right: Math.min(width, part.right * cell),
    bottom: Math.min(height, part.bottom * cell),
  };
}

const margin = 0.03;

function cropFigure(picture: Pixels, box: Box, side: number): Pixels {
  const data = new Uint8Array(side * side * 3);
  const columns = spans(box.left, box.right, side, picture.width);
  const rows = spans(box.top, box.bottom, side, picture.height);
  let at = 0;
  for (const row of rows) {
    for (const column of columns) {
      for (let channel = 0; channel < 3; channel++) data[at++] = meanOf(picture, row, column, channel);
    }
  }
  return { width: side, height: side, data };
}

/** At most three rows or columns, each with its share of one pixel of the crop. */
type Span = Readonly<{ first: number; shares: readonly number[] }>;

function spans(from: number, to: number, side: number, limit: number): Span[] {
  const start = from - (to - from) * margin;
  const step = ((to - from) * (1 + 2 * margin)) / side;
  return Array.from({ length: side }, (_, index) => spanOf(start + index * step, Math.max(1, step), limit));
}

function spanOf(start: number, length: number, limit: number): Span {
  const within = Math.min(Math.max(start, 0), limit - 1);
  const first = Math.floor(within);
  const end = Math.min(Math.max(start + length, within + 0.001), limit);
  const shares: number[] = [];
  for (let at = first; at < end; at++) shares.push(Math.min(end, at + 1) - Math.max(within, at));
  const total = shares.reduce((sum, share) => sum + share, 0);
  return { first, shares: shares.map((share) => share / total) };
}

function meanOf({ width, data }: Pixels, row: Span, column: Span, channel: number): number {
  let sum = 0;
  for (let down = 0; down < row.shares.length; down++) {
    const base = ((row.first + down) * width + column.first) * 3 + channel;
    let line = 0;
    for (let across = 0; across < column.shares.length; across++) {
      line += (column.shares[across] ?? 0) * (data[base + across * 3] ?? 0);
    }
    sum += (row.shares[down] ?? 0) * line;
  }
  return Math.round(sum);
}

const side = 512;
const mostPixels = 16_000_000;
const mostBytes = 20_000_000;
const mostSeconds = 20;

/** Formats that registers publish. No input reaches another reader. */
const readers = ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Tiff'].map((format) => `VipsForeignLoad${format}`);

/** Decodes on white and scales down. @throws TipstaffError `looks.noDecoder`; `looks.badPicture`, also if too large */
export async function decodePicture(bytes: Uint8Array): Promise<Pixels> {
  const sharp = await loadSharp();
  if (bytes.length === 0) throw badPicture('it has no bytes');
  if (bytes.length > mostBytes) throw badPicture(`it has more than ${mostBytes / 1_000_000} MB`);
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', sequentialRead: true })
      .timeout({ seconds: mostSeconds })
      .rotate()
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .removeAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, data };
  } catch (error) {
    const message = messageOf(error);
    throw badPicture(/unsupported image format/.test(message) ? 'it is in no format that registers publish' : message);
  }
}

async function smallCopy(bytes: Uint8Array): Promise<Uint8Array> {
  const { data, width, height } = await decodePicture(bytes);
  const sharp = await loadSharp();
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 80 })
    .toBuffer();
}

function badPicture(why: string): TipstaffError {
  const reason = why.split('\n')[0]?.slice(0, 200);
  return new TipstaffError('looks.badPicture', `The picture cannot be compared: ${reason}.`);
}

async function loadSharp() {
  const sharp = await import('sharp').then(
    (module) => module.default,
    () => {
      throw new TipstaffError(
        'looks.noDecoder',
        'Pictures are not compared: the package sharp is not installed. Run npm install sharp where Tipstaff is ' +
          'installed.',
      );
    },
  );
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: readers });
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

export type PictureTask = Readonly<{ bytes: Uint8Array; wants: 'looks' | 'copy' }>;

export type PictureAnswer = { readonly figures?: readonly FigureLooks[]; readonly copy?: Uint8Array };

/** The task of a child (src/base/inChild.ts). @throws like `decodePicture` */
export default async function answerPicture({ bytes, wants }: PictureTask): Promise<PictureAnswer> {
  if (wants === 'copy') return { copy: await smallCopy(bytes) };
  return { figures: describePicture(await decodePicture(bytes)) };
}
