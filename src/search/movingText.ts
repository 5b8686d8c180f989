import { docketFields } from './parse/parseDocket.ts';
import { isPlainObject } from './parse/readFields.ts';
import type { Operation } from './query.ts';

/** Fields that move without being news (service.md, Answers), wherever they stand. */
export const volatileFields: ReadonlySet<string> = new Set([
  'crawledAt',
  'PROCESSED_AT',
  'workerId',
  'WORKER_ID',
  'version',
]);

/** What may stand in a place that moves: a text, a number, scheme and host of an address, its query and fragment. */
export type MovingKind = 'text' | 'number' | 'host' | 'query';

/** Where in a hit's text something stands that may move without being news. */
export interface MovingPlace {
  readonly kind: MovingKind;
  readonly start: number;
  readonly end: number;
}

const number = '-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][-+]?\\d+)?';
/** Of texts with escapes nothing is left out: what they end with is not seen at once. */
const text = '[^"\\\\]*';
const imageUrl = `"url":\\s*"(?<host>https?://[^"\\\\/?#]+)(?<path>/[^"\\\\?#]*)(?<query>(?:[?#]${text})?)"`;

function valuesOf(names: Iterable<string>): string {
  return `"(?:${[...names].join('|')})":\\s*(?:"(?<text>${text})"|(?<number>${number}))`;
}

const ofDesigns = new RegExp(`${valuesOf(volatileFields)}|${imageUrl}`, 'g');

/**
 * The places of a hit that may move without being news. Of designs: the volatile fields, and addresses of images but for
 * their paths. Of dockets: fields that the contract does not name, since nothing is read from them. A quote inside a JSON text has
 * a backslash before it, so that `"version":` can only be a name.
 * @param hit the same as `bytes`, parsed.
 */
export function movingPlaces(operation: Operation, bytes: Buffer, hit: unknown): MovingPlace[] {
  if (operation === 'wipo') return placesOf(ofDesigns, bytes);
  const names = namesBeyond(docketFields, hit);
  return names.size === 0 ? [] : placesOf(new RegExp(valuesOf(names), 'g'), bytes);
}

function placesOf(pattern: RegExp, bytes: Buffer): MovingPlace[] {
  // One byte a character, so that places are those of the bytes.
  return [...bytes.toString('latin1').matchAll(pattern)].flatMap(({ 0: match, index, groups = {} }): MovingPlace[] => {
    const end = index + match.length;
    if (groups.number !== undefined) return [{ kind: 'number', start: end - groups.number.length, end }];
    const quote = end - 1;
    if (groups.text !== undefined) return [{ kind: 'text', start: quote - groups.text.length, end: quote }];
    const { host = '', path = '', query = '' } = groups;
    const pathEnd = quote - query.length;
    const hostEnd = pathEnd - path.length;
    return [
      { kind: 'host', start: hostEnd - host.length, end: hostEnd },
      { kind: 'query', start: pathEnd, end: quote },
    ];
  });
}

/** Nothing that the contract names lies so deep; what lies deeper stays, and counts. */
const deepest = 20;

/** Names of fields that are not among the known ones. Only plain names: others stay, and count. */
function namesBeyond(known: ReadonlySet<string>, value: unknown, found = new Set<string>(), depth = 0): Set<string> {
  if (depth > deepest) return found;
  if (Array.isArray(value)) for (const one of value) namesBeyond(known, one, found, depth + 1);
  if (!isPlainObject(value)) return found;
  for (const name of Object.keys(value)) {
    if (!known.has(name) && /^\w+$/.test(name)) found.add(name);
    if (typeof value[name] === 'object') namesBeyond(known, value[name], found, depth + 1);
  }
  return found;
}

const quote = 0x22;
const backslash = 0x5c;
const slash = 0x2f;
const questionMark = 0x3f;
const hash = 0x23;
const wholeNumber = new RegExp(`^${number}$`);

/** Where a moving place that begins at `start` ends in other bytes; undefined when nothing of its kind stands there. */
export function endOfMoving(kind: MovingKind, bytes: Buffer, start: number): number | undefined {
  switch (kind) {
    case 'text':
      return endOfText(bytes, start);
    case 'query': {
      const first = bytes[start];
      return first === quote || first === questionMark || first === hash ? endOfText(bytes, start) : undefined;
    }
    case 'host':
      return endOfHost(bytes, start);
    case 'number':
      return endOfNumber(bytes, start);
  }
}

function endOfText(bytes: Buffer, start: number): number | undefined {
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === quote) return at;
    if (byte === backslash || byte < 0x20) return undefined;
  }
  return undefined;
}

function endOfHost(bytes: Buffer, start: number): number | undefined {
  const host = endOf('://', bytes, endOf('s', bytes, endOf('http', bytes, start)) ?? endOf('http', bytes, start));
  if (host === undefined) return undefined;
  let at = host;
  while (isOfHost(bytes[at] ?? 0)) at += 1;
  return bytes[at] === slash && at > host ? at : undefined;
}

/** Where a short text ends that begins at `start`; undefined when another stands there. */
function endOf(text: string, bytes: Buffer, start: number | undefined): number | undefined {
  if (start === undefined) return undefined;
  for (let index = 0; index < text.length; index += 1) {
    if (bytes[start + index] !== text.charCodeAt(index)) return undefined;
  }
  return start + text.length;
}

function isOfHost(byte: number): boolean {
  return (
    byte > 0x20 && byte !== slash && byte !== quote && byte !== backslash && byte !== questionMark && byte !== hash
  );
}

function endOfNumber(bytes: Buffer, start: number): number | undefined {
  const [run = ''] = /^[-+.\deE]*/.exec(bytes.toString('latin1', start, start + 40)) ?? [];
  return wholeNumber.test(run) ? start + run.length : undefined;
}
