import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { type Packed, pack, unpack } from '../../pack.ts';
import { quotesToken } from './quotedToken.ts';

/** The body of an answer, byte for byte. It is put together, and its digest taken, only where somebody asks for that. */
export class Body {
  #chunks: readonly Buffer[];
  #digest: string | undefined;
  #packed: Packed | undefined;

  constructor(chunks: readonly Buffer[]) {
    this.#chunks = chunks;
  }

  /** Of a packed body unpacked anew each time. */
  get bytes(): Buffer {
    if (this.#packed !== undefined) return unpack(this.#packed);
    const [only, ...others] = this.#chunks;
    const whole = only !== undefined && others.length === 0 ? only : Buffer.concat(this.#chunks);
    this.#chunks = [whole];
    return whole;
  }

  /** sha256, base64url. */
  get digest(): string {
    this.#digest ??= this.#chunks.reduce((hash, chunk) => hash.update(chunk), createHash('sha256')).digest('base64url');
    return this.#digest;
  }

  /** Of its bytes, packed or not. */
  get length(): number {
    return this.#packed?.length ?? this.#chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  }

  /** The body compressed (zstd), where it was packed. */
  get packed(): Buffer | undefined {
    return this.#packed?.bytes;
  }

  /**
   * Leaves a tenth of it in memory, for an answer of which little will be read again. One that quotes the token stays as it is:
   * what is packed may be kept.
   */
  pack(token: string): void {
    if (this.#packed !== undefined || quotesToken(this.bytes, token)) return;
    this.#digest = this.digest;
    this.#packed = pack(this.bytes);
    this.#chunks = [];
  }
}

/** Takes a body in as it comes. Rejects as its stream does. */
export function readBody(stream: Readable): Promise<Body> {
  const chunks: Buffer[] = [];
  // By events: to iterate over the stream costs as much again as to receive it.
  return new Promise((resolve, reject) => {
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.once('end', () => resolve(new Body(chunks)));
    stream.once('error', reject);
    stream.once('close', () => reject(new Error('the answer broke off')));
  });
}
