import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';

/** The body of an answer, byte for byte. Its digest is taken while it arrives; it is put together only where it is read. */
export class Body {
  #chunks: readonly Buffer[];
  /** sha256, base64url. */
  readonly digest: string;

  constructor(chunks: readonly Buffer[], digest: string) {
    this.#chunks = chunks;
    this.digest = digest;
  }

  get bytes(): Buffer {
    const [only, ...others] = this.#chunks;
    const whole = only !== undefined && others.length === 0 ? only : Buffer.concat(this.#chunks);
    this.#chunks = [whole];
    return whole;
  }
}

/** Takes a body in as it comes. Rejects as its stream does. */
export function readBody(stream: Readable): Promise<Body> {
  const hash = createHash('sha256');
  const chunks: Buffer[] = [];
  // By events: to iterate over the stream costs as much again as to receive it.
  return new Promise((resolve, reject) => {
    stream.on('data', (chunk: Buffer) => {
      hash.update(chunk);
      chunks.push(chunk);
    });
    stream.once('end', () => resolve(new Body(chunks, hash.digest('base64url'))));
    stream.once('error', reject);
    stream.once('close', () => reject(new Error('the answer broke off')));
  });
}

export function bodyOf(bytes: Buffer): Body {
  return new Body([bytes], createHash('sha256').update(bytes).digest('base64url'));
}
