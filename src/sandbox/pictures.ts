import type { DesignIndex } from './designIndex.ts';
import { greyPng } from './png.ts';
import type { SandboxResponse } from './response.ts';
import { type Silhouette, silhouetteOf } from './silhouette.ts';
import { Dice } from './world/dice.ts';

const WIDTH = 240;
const HEIGHT = 320;
const MARGIN = 20;
const PAPER = 250;
const INK = 40;

/**
 * The picture of a design at `SOURCE/folder/number/file`: a shaded silhouette after its Locarno class, a PNG whatever the file
 * is called. The same path gives the same bytes, another file of the design another view.
 */
export function pictureResponse(path: string, designs: DesignIndex): SandboxResponse {
  const number = path.split('/').at(-2) ?? '';
  const [row] = designs.byRight(number);
  return {
    status: 200,
    headers: { 'content-type': 'image/png', 'cache-control': 'public, max-age=86400' },
    body: draw(path, number, row?.locarno[0] ?? ''),
    sending: { kind: 'whole' },
  };
}

function draw(path: string, number: string, locarno: string): Buffer {
  const dice = new Dice('view', path);
  const turn = 0.6 + dice.next() * 0.4;
  const light = dice.next() * 1.4 - 0.7;
  const edges = edgesOf(silhouetteOf(locarno, number), turn);
  return greyPng(WIDTH, HEIGHT, (x, y) => {
    const edge = edges[y] ?? 0;
    const across = (x - WIDTH / 2) / (WIDTH / 2);
    const inside = edge - Math.abs(across);
    if (inside < 0) return PAPER;
    if (inside < 0.02) return INK;
    return Math.max(INK, Math.round(225 - 110 * Math.abs(across / edge - light) ** 1.5));
  });
}

/** Half the width in each row, as the view shows it; less than nothing above the thing and below it. */
function edgesOf(silhouette: Silhouette, turn: number): number[] {
  return Array.from({ length: HEIGHT }, (_, y) => {
    const height = (y - MARGIN) / (HEIGHT - 2 * MARGIN);
    return height < 0 || height > 1 ? -1 : silhouette(height) * turn;
  });
}
