import { hash } from 'node:crypto';
import type { SearchRecord } from '../records/record.ts';
import { endOfMoving, type MovingKind, movingPlaces } from './movingText.ts';
import type { Operation } from './query.ts';

/**
 * What to remember of a hit, to know it again by its bytes in a later answer without parsing it. Only hits from which nothing
 * was set aside are remembered.
 */
export interface KnownHit {
  /** Of the record that it shows. */
  readonly key: string;
  /** Hash of what it shows of it. */
  readonly shownHash: string;
  /** sha256 of its bytes less what may move, 22 characters of base64url: 132 bits. */
  readonly digest: string;
  /** Its stretches of bytes that count, in order: four times the length, plus the kind of what may move behind it. */
  readonly layout: readonly number[];
  /** Of a docket that shows fewer entries than it has: how many it shows, and has. */
  readonly window?: readonly [number, number] | undefined;
}

const endBrace = 0x7d;
const kinds: readonly MovingKind[] = ['text', 'number', 'host', 'query'];

/** @param hit the same as `bytes`, parsed; `found`: what it shows. */
export function knowHit(
  operation: Operation,
  bytes: Buffer,
  hit: unknown,
  { record, shownHash }: { readonly record: SearchRecord; readonly shownHash: string },
): KnownHit {
  const layout: number[] = [];
  const counts: Buffer[] = [];
  let from = 0;
  for (const { kind, start, end } of movingPlaces(operation, bytes, hit)) {
    layout.push((start - from) * kinds.length + kinds.indexOf(kind));
    counts.push(bytes.subarray(from, start));
    from = end;
  }
  layout.push((bytes.length - from) * kinds.length);
  counts.push(bytes.subarray(from));
  const window = windowOf(record);
  const known = { key: record.key, shownHash, digest: digestOf(Buffer.concat(counts)), layout };
  return window === undefined ? known : { ...known, window };
}

/**
 * Where a known hit that begins at `start` ends, in the bytes of another answer; undefined when it is not there, or not as it
 * was. What lies between is the hit as it was, but for texts and numbers in places that may move; so it is an object of JSON again.
 */
export function endOfKnown({ layout, digest }: KnownHit, bytes: Buffer, start: number): number | undefined {
  const last = layout.length - 1;
  let filled = 0;
  let at = start;
  for (let index = 0; index <= last; index += 1) {
    const stretch = layout[index] ?? 0;
    const behind = at + Math.floor(stretch / kinds.length);
    if (behind > bytes.length) return undefined;
    // What is longer or shorter than it was mostly shows so here, and costs no digest.
    if (index === last && bytes[behind - 1] !== endBrace) return undefined;
    if (last === 0) return digestOf(bytes.subarray(start, behind)) === digest ? behind : undefined;
    filled += bytes.copy(roomFor(filled + behind - at), filled, at, behind);
    at = behind;
    if (index === last) break;
    const end = endOfMoving(kinds[stretch % kinds.length] ?? 'text', bytes, at);
    if (end === undefined) return undefined;
    at = end;
  }
  return digestOf(room.subarray(0, filled)) === digest ? at : undefined;
}

/** Bytes in one stretch from which on the digest of a hit costs little more than its share of the page's digest. */
const longStretch = 4096;

/** Whether a page of such hits is known by them as soon as by a digest of the whole, which any news on it would spoil. */
export function isQuicklyKnown({ layout }: KnownHit): boolean {
  const length = layout.reduce((sum, stretch) => sum + Math.floor(stretch / kinds.length), 0);
  return length >= longStretch * layout.length;
}

/** Where what counts of a hit is put together: one place for all, since new memory for each would cost more than to fill it. */
let room = Buffer.allocUnsafeSlow(65_536);

function roomFor(length: number): Buffer {
  if (length > room.length) room = Buffer.concat([room], 2 * length);
  return room;
}

function digestOf(bytes: Buffer): string {
  return hash('sha256', bytes, 'base64url').slice(0, 22);
}

/** How many of a docket's entries a hit shows, and how many it has, where these are fewer. */
export function windowOf(record: SearchRecord): readonly [number, number] | undefined {
  if (record.type !== 'docket' || record.entries === undefined || record.entryTotal === undefined) return undefined;
  const shown = record.entries.length;
  return shown < record.entryTotal ? [shown, record.entryTotal] : undefined;
}
