import { crc32, deflateSync } from 'node:zlib';
import type { DesignIndex } from './designSearch.ts';
import type { SandboxResponse } from './response.ts';
import { rightSpelling } from './searchIndex.ts';
import { families, makeShape } from './shapes/families.ts';
import { isBetween, randomCamera, render, type View } from './shapes/render.ts';
import { redesigned, type Shape } from './shapes/shape.ts';
import { Dice } from './world/dice.ts';

const WIDTH = 240;
const HEIGHT = 320;
/** The product is shown in a square, which is drawn at twice the size and reduced. */
const SIDE = 224;
const PAPER = 252;
const INK = 30;

/**
 * Returns the picture at `SOURCE/folder/number/file`: the product from a side that registers show, as a line drawing or
 * shaded, depending on the register. Always a PNG. Equal paths give equal bytes.
 */
export function pictureResponse(path: string, designs: DesignIndex): SandboxResponse {
  const number = path.split('/').at(-2) ?? '';
  const [row] = designs.by.right.get(rightSpelling(number));
  return {
    status: 200,
    headers: { 'content-type': 'image/png', 'cache-control': 'public, max-age=86400' },
    body: draw(path, number, row?.values.lcs[0] ?? ''),
    sending: { kind: 'whole' },
  };
}

const drawnInLines = /^(?:USID|JPID|KRID)\//;

function draw(path: string, number: string, locarno: string): Buffer {
  const dice = new Dice(path);
  const view = render(shapeOfDesign(locarno, number), randomCamera(viewOf(path), dice), SIDE * 2);
  const light = [dice.real(-0.6, 0.6), dice.real(0.3, 0.9), 0.7] as const;
  const shadeAt = drawnInLines.test(path) ? inLines(view) : shaded(view, light);
  const [left, top] = [(WIDTH - SIDE) / 2, (HEIGHT - SIDE) / 2];
  return grayPng(WIDTH, HEIGHT, (x, y) => {
    const [column, row] = [x - left, y - top];
    if (column < 0 || row < 0 || column >= SIDE || row >= SIDE) return PAPER;
    const at = row * 2 * view.side + column * 2;
    const four = shadeAt(at) + shadeAt(at + 1) + shadeAt(at + view.side) + shadeAt(at + view.side + 1);
    return Math.round(four / 4);
  });
}

/** Returns the position among the design's pictures, from 0: `DM950012-1.3.png` is the third. */
function viewOf(path: string): number {
  return Number(/(\d+)\.\w+$/.exec(path)?.[1] ?? 1) - 1;
}

function inLines(view: View): (pixel: number) => number {
  const last = view.side * (view.side - 1) - 1;
  const isInked = (pixel: number) =>
    pixel < last && (isBetween(view, pixel, pixel + 1) || isBetween(view, pixel, pixel + view.side));
  return (pixel) => (isInked(pixel) || isInked(pixel - 1) ? INK : PAPER);
}

function shaded(view: View, [x, y, z]: readonly [number, number, number]): (pixel: number) => number {
  const length = Math.hypot(x, y, z);
  return (pixel) => {
    const part = view.part[pixel] ?? 0;
    if (part === 0) return PAPER;
    const normal = (axis: number) => view.normal[pixel * 3 + axis] ?? 0;
    const lit = Math.max(0, (normal(0) * x + normal(1) * y + normal(2) * z) / length);
    const tone = 0.7 + 0.3 * ((part * 0.618) % 1);
    return Math.round(235 * tone * (0.4 + 0.6 * lit));
  };
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Returns a grayscale PNG of 8 bits. @param shade 0 (black) to 255 (white) by column and row */
function grayPng(width: number, height: number, shade: (x: number, y: number) => number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(8, 8);
  // Each row begins with the type of its filter; 0 is none.
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

type Product = keyof typeof products;

/** Products by the first two digits of their Locarno class. */
const products = {
  '06': ['chair', 'table', 'sofa', 'cabinet'],
  '07': ['cup', 'kettle'],
  '08': ['watch', 'kettle'],
  '09': ['bottle'],
  '12': ['car'],
  '14': ['phone', 'headphones'],
  '21': ['car', 'watch'],
  '23': ['kettle', 'lamp'],
  '26': ['lamp'],
  '28': ['bottle', 'watch'],
} as const;

/** Product lines per class. Each design belongs to one line and differs a little from the others in the line. */
const lines = 24;
/** Widget's bottle, and Rival's newer bottles at the Hague, which are drawn after it. */
const own = 'DM949700';
const afterOwn = /^DM950[0-4]\d\d$/;

/** Returns the shape of a registration; equal numbers, equal shapes. @param number without slashes, as in paths */
function shapeOfDesign(locarno: string, number: string): Shape {
  if (number === own) return lineOf('bottle', 'Widget');
  if (afterOwn.test(number)) return redesigned(lineOf('bottle', 'Widget'), 'near', new Dice(number));
  const dice = new Dice(`line of ${number}`);
  const [first, ...others] = products[locarno.slice(0, 2) as Product] ?? ['bottle'];
  const product = dice.pick([first, ...others]);
  return redesigned(lineOf(product, Math.floor(dice.next() * lines)), 'light', new Dice(number));
}

function lineOf(product: string, line: number | string): Shape {
  return makeShape(families[product] ?? (() => {}), new Dice(`${product} ${line}`));
}
