import { crc32, deflateSync } from 'node:zlib';
import type { DesignIndex } from './designIndex.ts';
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

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A greyscale PNG of 8 bits. @param shade 0 black to 255 white, by column and row */
function greyPng(width: number, height: number, shade: (x: number, y: number) => number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(8, 8);
  // Each row begins with its filter: 0, none.
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) rows[y * (width + 1) + 1 + x] = shade(x, y);
  }
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(named.length + 8);
  frame.writeUInt32BE(data.length, 0);
  named.copy(frame, 4);
  frame.writeUInt32BE(crc32(named), named.length + 4);
  return frame;
}
