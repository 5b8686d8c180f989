import type { Box, Pixels } from './pixels.ts';

/** Around a figure, as a share of its size, so that its outline lies inside. */
const margin = 0.03;

/** A part of a picture stretched to a square of `side` pixels: each is the mean of what it covers. */
export function cropFigure(picture: Pixels, box: Box, side: number): Pixels {
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

/** Rows or columns: at most three, each with its share of one pixel of the crop. */
interface Span {
  readonly first: number;
  readonly shares: readonly number[];
}

function spans(from: number, to: number, side: number, limit: number): Span[] {
  const start = from - (to - from) * margin;
  const step = ((to - from) * (1 + 2 * margin)) / side;
  return Array.from({ length: side }, (_, index) => spanOf(start + index * step, Math.max(1, step), limit));
}

/** What lies beyond the picture's border is as the border is. */
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
