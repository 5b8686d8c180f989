import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../../../base/version.ts';

/** A decoded picture: one byte each for red, green and blue of every pixel, row by row. */
export type Pixels = Readonly<{ width: number; height: number; data: Uint8Array }>;

/** A part of a picture. `right` and `bottom` are the first column and row outside. */
export type Box = Readonly<{ left: number; top: number; right: number; bottom: number }>;

export type Plane = Readonly<{ width: number; height: number; values: Float32Array }>;

export function contrastOf({ width, height, data }: Pixels): Plane {
  const values = new Float32Array(width * height);
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = (y * width + x) * 3;
      let strongest = 0;
      for (let channel = at; channel < at + 3; channel++) {
        const across = (data[channel + 3] ?? 0) - (data[channel - 3] ?? 0);
        const down = (data[channel + width * 3] ?? 0) - (data[channel - width * 3] ?? 0);
        strongest = Math.max(strongest, across * across + down * down);
      }
      values[y * width + x] = Math.sqrt(strongest) / 255;
    }
  }
  return { width, height, values };
}

/** Contours of a square picture: for each pixel the strength of a contour, 0 to 1, and its direction. */
interface Contours {
  readonly side: number;
  readonly strength: Float32Array;
  readonly direction: Float32Array; // 0 to 1 for a half turn, because a line has no front.
}

const fullShare = 0.3;

/** Makes line drawings, renders and photographs comparable, because a line and an edge both become a contour. */
export function contoursOf({ width: side, data }: Pixels): Contours {
  const across = new Float32Array(side * side);
  const down = new Float32Array(side * side);
  const both = new Float32Array(side * side);
  for (let channel = 0; channel < 3; channel++) {
    const plane = Float32Array.from({ length: side * side }, (_, at) => (data[at * 3 + channel] ?? 0) / 255);
    addGradients(smooth(plane, side), side, { across, down, both });
  }
  const [xx, yy, xy] = [across, down, both].map((plane) => smooth(smooth(plane, side), side));
  return oriented(xx ?? across, yy ?? down, xy ?? both, side);
}

type Gradients = Readonly<{ across: Float32Array; down: Float32Array; both: Float32Array }>;

function addGradients(plane: Float32Array, side: number, { across, down, both }: Gradients): void {
  for (let y = 0; y < side; y++) {
    const [above, below] = [Math.max(0, y - 1) * side, Math.min(side - 1, y + 1) * side];
    for (let x = 0; x < side; x++) {
      const at = y * side + x;
      const dx = ((plane[x < side - 1 ? at + 1 : at] ?? 0) - (plane[x > 0 ? at - 1 : at] ?? 0)) / 2;
      const dy = ((plane[below + x] ?? 0) - (plane[above + x] ?? 0)) / 2;
      across[at] = (across[at] ?? 0) + dx * dx;
      down[at] = (down[at] ?? 0) + dy * dy;
      both[at] = (both[at] ?? 0) + dx * dy;
    }
  }
}

function oriented(xx: Float32Array, yy: Float32Array, xy: Float32Array, side: number): Contours {
  const strength = new Float32Array(side * side);
  const direction = new Float32Array(side * side);
  for (let at = 0; at < strength.length; at++) {
    const [difference, twice] = [(xx[at] ?? 0) - (yy[at] ?? 0), 2 * (xy[at] ?? 0)];
    strength[at] = Math.sqrt(Math.sqrt(difference * difference + twice * twice));
    direction[at] = Math.atan2(twice, difference) / (2 * Math.PI) + 0.5;
  }
  const strong = strength.toSorted()[Math.floor(strength.length * 0.95)] ?? 0;
  const full = fullShare * (strong + faintest);
  return { side, strength: strength.map((value) => Math.min(1, value / full)), direction };
}

/** Prevents an empty picture from showing its noise. */
const faintest = 1e-3;

function smooth(plane: Float32Array, side: number): Float32Array {
  const wide = new Float32Array(plane.length);
  for (let at = 0; at < plane.length; at++) {
    const x = at % side;
    const [before, after] = [x > 0 ? at - 1 : at, x < side - 1 ? at + 1 : at];
    wide[at] = ((plane[before] ?? 0) + 2 * (plane[at] ?? 0) + (plane[after] ?? 0)) / 4;
  }
  const high = new Float32Array(plane.length);
  for (let at = 0; at < plane.length; at++) {
    const [above, below] = [at >= side ? at - side : at, at + side < plane.length ? at + side : at];
    high[at] = ((wide[above] ?? 0) + 2 * (wide[at] ?? 0) + (wide[below] ?? 0)) / 4;
  }
  return high;
}

/** Cells per side of the square, and directions per half turn. */
const cells = 7;
const directions = 9;
const histogramLength = cells * cells * directions;

const proportions = [-1.6, -1.07, -0.53, 0, 0.53, 1.07, 1.6];
const nearness = 0.4;
const weightOfProportions = 0.3;

export const traitsLength = histogramLength + proportions.length;

/** Returns contours by cell and direction (HOG, 7 x 7 x 9 numbers of length 1), then the figure's proportions. */
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

/** Takes square roots, so that a few heavy lines do not outweigh the rest. */
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

/** Returns the traits of the figure turned by about 90 degrees. Nine directions have no exact right angle. */
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

/** Numbers per look, one byte each. */
export const lookLength = 128;

/** Only vectors of one version can be compared. Raise it with every change to what a vector is. */
export const looksVersion = 1;

/** What `test/bench/teachLooks.ts` learned: a scale, an offset and weights for each number of a look. */
type Projection = Readonly<{ scales: Float32Array; offsets: Float32Array; weights: Int8Array }>;

let projection: Projection | undefined;

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

/** Scales the largest number to 127, because only the direction of a look counts. */
function inBytes(numbers: Float32Array): Int8Array {
  const largest = numbers.reduce((most, number) => Math.max(most, Math.abs(number)), 1e-9);
  return Int8Array.from(numbers, (number) => Math.round((number / largest) * 127));
}

/** Reads scales and offsets as little-endian 4-byte floats, then the weights. */
function parseProjection(bytes: Uint8Array): Projection {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const floats = (from: number) =>
    Float32Array.from({ length: lookLength }, (_, at) => view.getFloat32((from + at) * 4, true));
  const weights = new Int8Array(bytes.buffer.slice(bytes.byteOffset + lookLength * 8, bytes.byteOffset + bytes.length));
  return { scales: floats(0), offsets: floats(lookLength), weights };
}
