import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../base/version.ts';
import { traitsLength } from './histogram.ts';

/** How many numbers, each one byte, are kept of a picture. */
export const lookLength = 128;

/**
 * Vectors of one version can be compared with each other only. It changes with the projection and with whatever else
 * decides what a vector is.
 */
export const looksVersion = 1;

/** What `bench/teachLooks.ts` learned: for each number of a look its scale, its mean and its weights. */
interface Projection {
  readonly scales: Float32Array;
  readonly offsets: Float32Array;
  /** Row by row, a row for each number of a look. */
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
