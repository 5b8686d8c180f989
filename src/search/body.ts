import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';

/** The body of an answer, byte for byte. It is put together, and its digest taken, only where somebody asks for that. */
export class Body {
  #chunks: readonly Buffer[];
  #digest: string | undefined;

  constructor(chunks: readonly Buffer[]) {
    this.#chunks = chunks;
  }

  get bytes(): Buffer {
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
