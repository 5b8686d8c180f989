import { TipstaffError } from '../base/errors.ts';
import { describePicture, type FigureLooks } from './describePicture.ts';
import type { Pixels } from './histogram.ts';

const side = 512;
const mostPixels = 16_000_000;
const mostBytes = 20_000_000;
const mostSeconds = 20;

/** How the formats begin that registers publish, and where: JPEG, PNG, GIF, WebP, TIFF (two). */
const beginnings = [
  [0, 'ffd8ff'],
  [0, '89504e47'],
  [0, '47494638'],
  [8, '57454250'],
  [0, '49492a00'],
  [0, '4d4d002a'],
] as const;
/** Readers that are not to be had by any trick; the others are asked for nothing but the formats above. */
const blocked = ['Heif', 'Svg', 'Pdf', 'Magick', 'Vips'].map((reader) => `VipsForeignLoad${reader}`);

/** On white, made smaller. @throws TipstaffError `looks.noDecoder`; `looks.badPicture`, also over 20 MB or 16 Mpx */
export async function decodePicture(bytes: Uint8Array): Promise<Pixels> {
  const sharp = await loadSharp();
  if (bytes.length === 0) throw badPicture('it has no bytes');
  if (bytes.length > mostBytes) throw badPicture(`it has more than ${mostBytes / 1_000_000} MB`);
  if (!beginnings.some(([at, hex]) => isAt(bytes, at, hex)))
    throw badPicture('it is in no format that registers publish');
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
    return { width: info.width, height: info.height, data: threeChannels(data, info.channels) };
  } catch (error) {
    throw badPicture(error instanceof Error ? error.message : String(error));
  }
}

async function smallCopy(bytes: Uint8Array): Promise<Uint8Array> {
  const { data, width, height } = await decodePicture(bytes);
  const sharp = await loadSharp();
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 80 })
    .toBuffer();
}

function isAt(bytes: Uint8Array, at: number, hex: string): boolean {
  return Buffer.from(bytes.subarray(at, at + hex.length / 2)).toString('hex') === hex;
}

function threeChannels(data: Uint8Array, channels: number): Uint8Array {
  if (channels === 3) return data;
  const pixels = new Uint8Array((data.length / channels) * 3);
  for (let at = 0; at < pixels.length; at++) pixels[at] = data[Math.floor(at / 3) * channels] ?? 0;
  return pixels;
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
  sharp.block({ operation: blocked });
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

export interface PictureTask {
  readonly bytes: Uint8Array;
  readonly wants: 'looks' | 'copy';
}

export type PictureAnswer = { readonly figures: readonly FigureLooks[] } | { readonly copy: Uint8Array };

/** The task of a child (src/base/inChild.ts). @throws like `decodePicture` */
export default async function answerPicture({ bytes, wants }: PictureTask): Promise<PictureAnswer> {
  if (wants === 'copy') return { copy: await smallCopy(bytes) };
  return { figures: describePicture(await decodePicture(bytes)) };
}
