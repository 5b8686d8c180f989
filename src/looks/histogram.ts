import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../base/version.ts';
import type { Box, Contours } from './contours.ts';

/** The square is divided into this many cells each way, a half turn into this many directions. */
const cells = 7;
const directions = 9;
const histogramLength = cells * cells * directions;

/** From three times as high as wide to three times as wide as high, in equal ratios. */
const proportions = [-1.6, -1.07, -0.53, 0, 0.53, 1.07, 1.6];
const nearness = 0.4;
const weightOfProportions = 0.3;

/** What is known of a figure before it is projected: its histogram, then its proportions. */
export const traitsLength = histogramLength + proportions.length;

/** Contour by cell and direction (HOG), 7 x 7 x 9 numbers of length 1, then how wide it is for its height. */
export function traitsOf(contours: Contours, { left, top, right, bottom }: Box): Float32Array {
  const ratio = Math.log((right - left) / (bottom - top));
  const traits = new Float32Array(traitsLength);
  traits.set(histogramOf(contours));
  proportions.forEach((middle, index) => {
    const near = Math.exp(-((ratio - middle) ** 2) / (2 * nearness ** 2));
    traits[histogramLength + index] = weightOfProportions * near;
  });
  return traits;
}

/** Roots are taken, so that a few heavy lines do not outweigh the rest. */
function histogramOf({ side, strength, direction }: Contours): Float32Array {
  const histogram = new Float32Array(histogramLength);
  const places = Array.from({ length: side }, (_, at) => placeOf(at, side));
  for (let at = 0; at < strength.length; at++) {
    const weight = strength[at] ?? 0;
    const [row, down] = places[Math.floor(at / side)] ?? [0, 0];
    const [column, across] = places[at % side] ?? [0, 0];
    const bin = (direction[at] ?? 0) * directions + directions - 0.5;
    const [first, turn] = [Math.floor(bin) % directions, bin - Math.floor(bin)];
    for (let corner = 0; corner < 4; corner++) {
      const share = (corner & 2 ? down : 1 - down) * (corner & 1 ? across : 1 - across) * weight;
      if (share === 0) continue;
      const base = ((row + (corner >> 1)) * cells + column + (corner & 1)) * directions;
      histogram[base + first] = (histogram[base + first] ?? 0) + share * (1 - turn);
      const second = base + ((first + 1) % directions);
      histogram[second] = (histogram[second] ?? 0) + share * turn;
    }
  }
  return ofLengthOne(histogram.map(Math.sqrt));
}

/** The first of the two nearest cells, and the share of the second. */
function placeOf(at: number, side: number): readonly [number, number] {
  const place = Math.min(Math.max(((at + 0.5) / side) * cells - 0.5, 0), cells - 1);
  const first = Math.floor(place);
  return [first, place - first];
}

function ofLengthOne(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

export function mirrored(traits: Float32Array): Float32Array {
  const histogram = rearranged(traits, (row, column, direction) => [
    row,
    cells - 1 - column,
    directions - 1 - direction,
  ]);
  return joined(histogram, traits.subarray(histogramLength));
}

/** The traits of the figure turned by 90 degrees, about: nine directions have no exact right angle. */
export function turned(traits: Float32Array): Float32Array {
  const half = Math.floor(directions / 2);
  const [one, other] = [half, half + 1].map((more) =>
    rearranged(traits, (row, column, direction) => [cells - 1 - column, row, (direction + more) % directions]),
  );
  const both = ofLengthOne(Float32Array.from(one ?? [], (value, at) => value + (other?.[at] ?? 0)));
  return joined(both, traits.subarray(histogramLength).toReversed());
}

type Place = readonly [row: number, column: number, direction: number];

function rearranged(traits: Float32Array, from: (...place: Place) => Place): Float32Array {
  return traits.subarray(0, histogramLength).map((_, at) => {
    const place = [Math.floor(at / directions / cells), Math.floor(at / directions) % cells, at % directions] as const;
    const [row, column, direction] = from(...place);
    return traits[(row * cells + column) * directions + direction] ?? 0;
  });
}

function joined(histogram: Float32Array, rest: Float32Array): Float32Array {
  const traits = new Float32Array(traitsLength);
  traits.set(histogram);
  traits.set(rest, histogramLength);
  return traits;
}

/** How many numbers, each one byte, are kept of a picture. */
export const lookLength = 128;

/** Only vectors of one version can be compared: raise it with whatever decides what a vector is. */
export const looksVersion = 1;

/** What `bench/teachLooks.ts` learned: for each number of a look its scale, its mean and its weights. */
interface Projection {
  readonly scales: Float32Array;
  readonly offsets: Float32Array;
  readonly weights: Int8Array;
}

let projection: Projection | undefined;

/** Keeps of a figure's traits what tells designs apart, whatever the drawing, the view and the redesign. */
export function project(traits: Float32Array): Int8Array {
  projection ??= parseProjection(readFileSync(join(packageFolder, 'data/looks-projection.bin')));
  const { scales, offsets, weights } = projection;
  const numbers = new Float32Array(lookLength);
  for (let row = 0; row < lookLength; row++) {
    let sum = 0;
    for (let at = 0; at < traitsLength; at++) sum += (weights[row * traitsLength + at] ?? 0) * (traits[at] ?? 0);
    numbers[row] = sum * (scales[row] ?? 0) - (offsets[row] ?? 0);
  }
  return inBytes(numbers);
}

/** The largest becomes 127: only the direction of a look counts. */
function inBytes(numbers: Float32Array): Int8Array {
  const largest = numbers.reduce((most, number) => Math.max(most, Math.abs(number)), 1e-9);
  return Int8Array.from(numbers, (number) => Math.round((number / largest) * 127));
}

/** Scales and offsets as little-endian floats of four bytes, then the weights. */
function parseProjection(bytes: Uint8Array): Projection {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const floats = (from: number) =>
    Float32Array.from({ length: lookLength }, (_, at) => view.getFloat32((from + at) * 4, true));
  const weights = new Int8Array(bytes.buffer.slice(bytes.byteOffset + lookLength * 8, bytes.byteOffset + bytes.length));
  return { scales: floats(0), offsets: floats(lookLength), weights };
}
