import sharp from 'sharp';
import { isBetween, randomCamera, render, type View } from '../../../sandbox/shapes/render.ts';
import type { Point, Shape } from '../../../sandbox/shapes/shape.ts';
import type { Dice } from '../../../sandbox/world/dice.ts';
import { labelOf } from './label.ts';

export type Style = 'line' | 'gray' | 'color';

const renderedSide = 480;

/** Draws a style as often as registers use it: nearly half are line drawings. */
export function randomStyle(dice: Dice): Style {
  const number = dice.next();
  return number < 0.45 ? 'line' : number < 0.75 ? 'gray' : 'color';
}

/** Draws a shape as a register would show it: a JPEG of one camera view on its own sheet. */
export async function drawSheet(shape: Shape, style: Style, view: number, dice: Dice): Promise<Buffer> {
  const seen = render(shape, randomCamera(view, dice), renderedSide);
  const flat = style === 'line' ? linesOf(seen, dice) : shaded(seen, shape, style, dice);
  const side = Math.round(dice.real(220, 520));
  const object = sharp(flat, { raw: { width: renderedSide, height: renderedSide, channels: 3 } });
  const turned = object.rotate(dice.real(-2, 2), { background: '#fff' }).resize(side, side);
  const canvas = { width: Math.round(side * dice.real(1.02, 1.7)), height: Math.round(side * dice.real(1.02, 1.7)) };
  const place = {
    left: Math.round(dice.next() * (canvas.width - side)),
    top: Math.round(dice.next() * (canvas.height - side)),
  };
  const layers = [{ input: await turned.png({ compressionLevel: 1 }).toBuffer(), ...place }];
  const graded = style === 'color' && dice.chance(0.35) ? gradedGround(canvas.width, canvas.height) : undefined;
  const sheet = graded
    ? sharp(graded, { raw: { ...canvas, channels: 3 } }).composite(
        layers.map((layer) => ({ ...layer, blend: 'multiply' as const })),
      )
    : sharp({ create: { ...canvas, channels: 3, background: '#fff' } }).composite(layers);
  const labeled = style === 'line' && dice.chance(0.5);
  const drawn = await sheet.png({ compressionLevel: 1 }).toBuffer();
  const finished = labeled ? await withLabel(drawn, canvas, 1 + view, dice) : drawn;
  return sharp(finished)
    .jpeg({ quality: Math.round(dice.real(45, 92)) })
    .toBuffer();
}

/** Lighter at the top than at the bottom. */
function gradedGround(width: number, height: number): Buffer {
  const flat = Buffer.alloc(width * height * 3);
  for (let at = 0; at < flat.length; at++) flat[at] = 255 - Math.round((50 * at) / flat.length);
  return flat;
}

/** Adds "FIG. 3" below the drawing. */
async function withLabel(sheet: Buffer, canvas: { width: number; height: number }, number: number, dice: Dice) {
  const label = labelOf(`FIG. ${number}`);
  const height = Math.round(dice.real(9, 20));
  const width = Math.round((height * label.width) / label.height);
  const input = await sharp(label.flat, { raw: { width: label.width, height: label.height, channels: 3 } })
    .resize(width, height, { fit: 'fill' })
    .png()
    .toBuffer();
  const left = Math.max(0, Math.min(canvas.width - width, Math.round(dice.real(0.1, 0.7) * canvas.width)));
  const taller = await sharp(sheet).extend({ bottom: 50, background: '#fff' }).png({ compressionLevel: 1 }).toBuffer();
  return sharp(taller)
    .composite([{ input, left, top: canvas.height + 15 }])
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** Draws outlines, creases and the borders between parts in black on white. */
function linesOf(view: View, dice: Dice): Buffer {
  const { side } = view;
  const wide = dice.pick([0, 1, 1, 2, 3]);
  const flat = Buffer.alloc(side * side * 3, 255);
  const shaded = dice.chance(0.15);
  for (let y = 3; y < side - 3; y++) {
    for (let x = 3; x < side - 3; x++) {
      const pixel = y * side + x;
      const isEdge = isBetween(view, pixel, pixel + 1) || isBetween(view, pixel, pixel + side);
      if (isEdge)
        for (let dy = 0; dy <= wide; dy++) flat.fill(0, (pixel + dy * side) * 3, (pixel + dy * side + wide + 1) * 3);
      else if (shaded && (x + y) % 14 === 0 && (view.normal[pixel * 3] ?? 0) > 0.5)
        flat.fill(90, pixel * 3, pixel * 3 + 3);
    }
  }
  return flat;
}

function shaded(view: View, shape: Shape, style: Style, dice: Dice): Buffer {
  const { side } = view;
  const flat = Buffer.alloc(side * side * 3);
  const [lightX, lightY, ambient] = [dice.real(-0.7, 0.7), dice.real(0.2, 0.9), dice.real(0.25, 0.5)];
  const [pattern, pitch] = [style === 'color' && dice.chance(0.4), dice.real(10, 40)];
  const length = Math.hypot(lightX, lightY, 0.7);
  for (let pixel = 0; pixel < side * side; pixel++) {
    const part = view.part[pixel] ?? 0;
    if (part === 0) {
      flat.fill(255, pixel * 3, pixel * 3 + 3);
      continue;
    }
    const [x = 0, y = 0, z = 0] = view.normal.subarray(pixel * 3, pixel * 3 + 3);
    const light = ambient + (1 - ambient) * Math.max(0, (x * lightX + y * lightY + z * 0.7) / length);
    const color = style === 'gray' ? grayOf(part) : (shape.colors[part - 1] ?? [0.7, 0.7, 0.7]);
    const grain = pattern ? 0.9 + 0.1 * Math.sin((((pixel % side) + 0.3 * (pixel / side)) / pitch) * 6.3) : 1;
    for (let channel = 0; channel < 3; channel++)
      flat[pixel * 3 + channel] = 240 * light * grain * (color[channel] ?? 0);
  }
  return flat;
}

function grayOf(part: number): Point {
  const gray = 0.62 + 0.34 * ((part * 0.618) % 1);
  return [gray, gray, gray];
}
