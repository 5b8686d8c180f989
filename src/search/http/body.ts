import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

/** Takes a body in as it comes. Rejects as its stream does, and when it ends before its end. */
export async function readBody(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

type Decoder = (body: Buffer, limit: { readonly maxOutputLength: number }) => Buffer;

const decoders: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
]);

/**
 * A body without its content encoding, which we never ask for and some proxies apply all the same.
 * @param encoding the header `content-encoding`; one that is not known leaves the body as it is
 * @throws when it cannot be decompressed, or comes to more than `largestBytes`
 */
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

/** A text in UTF-8, whatever it came in: a byte that is no UTF-8 is a character of Latin-1, wherever it stands. */
export function toUtf8(bytes: Buffer): Buffer {
  if (isUtf8(bytes)) return bytes;
  const text = bytes.toString('latin1').replace(nonAscii, (found) => {
    const character = Buffer.from(found, 'latin1');
    return found.length > 1 ? character.toString('utf8') : latin1.decode(character);
  });
  return Buffer.from(text);
}

/** sha256, base64url: pages with one digest are the same page. */
export function digestOf(bytes: Buffer): string {
  return hash('sha256', bytes, 'base64url');
}
