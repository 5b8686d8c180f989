import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { isMap } from '../../base/json.ts';
import { createRedact, hide } from '../../base/redact.ts';
import { kindOf, type PlainObject } from '../parse/readFields.ts';

type Decoder = (body: Buffer, limit: { readonly maxOutputLength: number }) => Buffer;

const decoders: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
]);

/** Undoes an encoding: some proxies apply one unasked. @throws for a body that cannot be decoded or is too large */
export function decompressed(bytes: Buffer, encoding: string | undefined, largestBytes: number): Buffer {
  const names = (encoding ?? '').toLowerCase().split(',').reverse();
  return names.reduce(
    (body, name) => decoders.get(name.trim())?.(body, { maxOutputLength: largestBytes }) ?? body,
    bytes,
  );
}

const nonAscii =
  /[\u00c2-\u00df][\u0080-\u00bf]|[\u00e0-\u00ef][\u0080-\u00bf]{2}|[\u00f0-\u00f4][\u0080-\u00bf]{3}|[\u0080-\u00ff]/g;
const latin1 = new TextDecoder('windows-1252');

/** Returns a text as UTF-8. A byte that is not valid UTF-8 is read as a character of Windows-1252. */
export function toUtf8(bytes: Buffer): Buffer {
  if (isUtf8(bytes)) return bytes;
  const text = bytes.toString('latin1').replace(nonAscii, (found) => {
    const character = Buffer.from(found, 'latin1');
    return found.length > 1 ? character.toString('utf8') : latin1.decode(character);
  });
  return Buffer.from(text);
}

export function digestOf(bytes: Buffer): string {
  return hash('sha256', bytes, 'base64url');
}

/** The content of a body: a page or an error, even with HTTP 200 (docs/service.md, section 7). */
type Envelope =
  | {
      readonly kind: 'page';
      readonly hits: readonly unknown[];
      /** undefined when the service gave no total (absent, null or negative). */
      readonly total: number | undefined;
      readonly pointCost: number | undefined;
    }
  | {
      readonly kind: 'error';
      readonly what: string; // What is wrong: `code 5003`, `data: null`, `a body that is not JSON` …
      readonly isFinal?: boolean | undefined; // Another attempt would end the same way.
      readonly serviceCode?: number | undefined;
      readonly serviceMessage?: string | undefined;
    };

/** Reads the top level, `data` or `data.data`. A body without `hits` in any is an error, never an empty result. */
export function openEnvelope(bytes: Buffer): Envelope {
  const body = parseBody(bytes);
  if ('what' in body) return { kind: 'error', ...body };
  const top = body.object;
  const places = [top, top.data, isMap(top.data) ? top.data.data : undefined].filter(isMap);
  const refusal = places.map(refusalOf).find((found) => found !== undefined);
  if (refusal !== undefined) return refusal;
  const serviceMessage = messageOf(top);
  const place = places.find((level) => Array.isArray(level.hits));
  if (place === undefined) return { kind: 'error', what: whatIsMissing(top, places), serviceMessage };
  const hits = place.hits as unknown[];
  return { kind: 'page', hits, total: totalOf(place, ...places), pointCost: pointCostOf(top.pointCost) };
}

export function hitsOf(bytes: Buffer): readonly unknown[] {
  const opened = openEnvelope(bytes);
  return opened.kind === 'page' ? opened.hits : [];
}

/** Returns an error for a `code` other than 0, and for `error` or `success: false` without hits. */
function refusalOf(place: PlainObject): Envelope | undefined {
  const { code, error, success } = place;
  const serviceCode = codeOf(code);
  const serviceMessage = messageOf(place);
  const failed = (what: string): Envelope => ({ kind: 'error', what, serviceCode, serviceMessage });
  if (serviceCode !== undefined) return serviceCode === 0 ? undefined : failed(`code ${serviceCode}`);
  // A code that is neither a number nor blank is an unknown code (docs/service.md, section 9).
  if (code !== undefined && code !== null && code !== '') return failed('a code that is not a number');
  if (Array.isArray(place.hits) && place.hits.length > 0) return undefined;
  if (success === false) return failed('success: false');
  return error === undefined || error === null || error === '' || error === false ? undefined : failed('an error');
}

export function openErrorBody(bytes: Buffer): Omit<Extract<Envelope, { kind: 'error' }>, 'kind' | 'what'> {
  const body = parseBody(bytes);
  return 'what' in body ? {} : { serviceCode: codeOf(body.object.code), serviceMessage: messageOf(body.object) };
}

/** A page has some ten thousand. Each part may have only two bytes but takes many times as much memory. */
const mostParts = 1_000_000;
const [brace, bracket] = [0x7b, 0x5b];

function hasTooManyParts(bytes: Buffer): boolean {
  if (bytes.length <= mostParts) return false;
  let parts = 0;
  for (const byte of bytes) if (byte === brace || byte === bracket) parts += 1;
  return parts > mostParts;
}

function parseBody(bytes: Buffer): { object: PlainObject } | { what: string; isFinal?: boolean } {
  if (hasTooManyParts(bytes)) return { what: `JSON of more than ${mostParts} objects and lists`, isFinal: true };
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  if (text.trim() === '') return { what: 'an empty body' };
  try {
    const body: unknown = JSON.parse(text);
    return isMap(body) ? { object: body } : { what: `JSON that is not an object (${kindOf(body)})` };
  } catch {
    if (/^\s*</.test(text)) return { what: 'an HTML page' };
    return { what: /^\s*[{[]/.test(text) ? 'JSON that is cut off or broken' : 'a body that is not JSON' };
  }
}

function codeOf(shown: unknown): number | undefined {
  if (typeof shown === 'number') return shown;
  return typeof shown === 'string' && /^\s*-?\d+\s*$/.test(shown) ? Number(shown) : undefined;
}

function messageOf(top: PlainObject): string | undefined {
  return [top.message, top.msg, top.error].find((text) => typeof text === 'string' && text !== '') as
    | string
    | undefined;
}

function whatIsMissing(top: PlainObject, places: readonly PlainObject[]): string {
  if (places.some((level) => 'hits' in level)) return 'hits that are not a list';
  return top.data === null ? 'data: null' : 'no list of hits';
}

/** Returns the first total of these places. A value that is no count (-1, text, a fraction) is an unknown total. */
function totalOf(...places: readonly PlainObject[]): number | undefined {
  const total = places.find((level) => level.total !== undefined && level.total !== null)?.total;
  return typeof total === 'number' && Number.isSafeInteger(total) && total >= 0 ? total : undefined;
}

/** A higher cost cannot be a price. It would use up any budget and exceed what the ledger stores exactly. */
const highestPointCost = 1_000_000;

function pointCostOf(shown: unknown): number | undefined {
  return typeof shown === 'number' && shown >= 0 && shown <= highestPointCost ? shown : undefined;
}

/** A shorter token is no secret and might occur in any response. */
const shortestToken = 8;

/** Masks the token for storage: a service may quote a refused token, and a response may end up in a bug report. */
export function withoutToken(bytes: Buffer, token: string): Buffer {
  if (token.length < shortestToken) return bytes;
  // In Latin-1 every byte is a character, so all other bytes stay unchanged.
  const text = bytes.toString('latin1');
  const masked = createRedact([hide(token)])(text);
  return masked === text ? bytes : Buffer.from(masked, 'latin1');
}
