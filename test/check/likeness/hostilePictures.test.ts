import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { openLooker } from '../../../src/check/likeness/pictures/lookAt.ts';

const looker = openLooker();
afterAll(() => looker.close());

/** A gray box on white, the same in every format. */
const side = 120;
const flat = Buffer.alloc(side * side * 3, 255);
for (let y = 30; y < 80; y++) flat.fill(90, (y * side + 40) * 3, (y * side + 90) * 3);
const box = () => sharp(flat, { raw: { width: side, height: side, channels: 3 } });

const readable: readonly (readonly [string, () => Promise<Buffer>])[] = [
  ['a JPEG', () => box().jpeg().toBuffer()],
  ['a CMYK JPEG', () => box().toColourspace('cmyk').jpeg().toBuffer()],
  ['a PNG of 16 bits', () => box().toColourspace('rgb16').png().toBuffer()],
  ['a PNG of palette colors', () => box().png({ palette: true }).toBuffer()],
  [
    'a TIFF of black and white',
    () => box().toColourspace('b-w').tiff({ bitdepth: 1, compression: 'ccittfax4' }).toBuffer(),
  ],
  ['a WebP', () => box().webp().toBuffer()],
  ['an animated GIF', animated],
];

async function animated(): Promise<Buffer> {
  const frames = Buffer.concat([flat, Buffer.alloc(flat.length, 200)]);
  return sharp(frames, { raw: { width: side, height: side * 2, channels: 3, pageHeight: side } })
    .gif()
    .toBuffer();
}

it.each(readable)('%s yields one figure', async (_, make) => {
  expect(await looker.lookAt(await make())).toHaveLength(1);
});

/** Returns a PNG whose header states `width` by `height` pixels, with one chunk of data. */
function pngHeader(width: number, height: number): Buffer {
  const header = Buffer.alloc(25);
  header.writeUInt32BE(13, 0);
  header.write('IHDR', 4);
  header.writeUInt32BE(width, 8);
  header.writeUInt32BE(height, 12);
  header[16] = 8;
  header.writeInt32BE(crcOf(header.subarray(4, 21)), 21);
  const pixels = deflateSync(Buffer.alloc(1000));
  const data = Buffer.concat([Buffer.alloc(4), Buffer.from('IDAT'), pixels, Buffer.alloc(4)]);
  data.writeUInt32BE(pixels.length, 0);
  data.writeInt32BE(crcOf(data.subarray(4, -4)), data.length - 4);
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), header, data]);
}

function crcOf(bytes: Uint8Array): number {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc;
}

const drawn =
  '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><rect x="9" y="9" width="50" height="50"/></svg>';
const refused: readonly (readonly [string, Buffer, RegExp])[] = [
  ['no bytes', Buffer.alloc(0), /no bytes/],
  ['a bomb of 30,000 by 30,000 pixels', pngHeader(30_000, 30_000), /pixel limit/],
  ['an SVG', Buffer.from(drawn), /format/],
  ['a page that is no picture', Buffer.from('<html>404</html>'), /format/],
  ['a PDF', Buffer.from('%PDF-1.4\n%%EOF'), /format/],
  ['half a PNG', pngHeader(200, 200), /./],
];

it.each(refused)('%s is refused with the reason, and the next picture is read', async (_, bytes, reason) => {
  await expect(looker.lookAt(bytes)).rejects.toMatchObject({
    code: 'looks.badPicture',
    message: expect.stringMatching(reason),
  });
  expect(await looker.lookAt(await box().png().toBuffer())).toHaveLength(1);
});

it('a picture of one color contains no figure', async () => {
  const blank = sharp({ create: { width: 300, height: 200, channels: 3, background: '#eee' } });
  expect(await looker.lookAt(await blank.png().toBuffer())).toEqual([]);
});

it('a looker that closes rejects the pictures under way with looks.stopped', async () => {
  const stopping = openLooker();
  const bytes = await box().png().toBuffer();
  const looks = [stopping.lookAt(bytes), stopping.lookAt(bytes)].map((one) => one.catch((error: unknown) => error));
  await stopping.close();
  for (const error of await Promise.all(looks)) expect(error).toMatchObject({ code: 'looks.stopped' });
});
