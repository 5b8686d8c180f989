import { createHash } from 'node:crypto';

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
export async function readBody(stream: AsyncIterable<Buffer>): Promise<Body> {
  const hash = createHash('sha256');
  const chunks: Buffer[] = [];
  for await (const chunk of stream) {
    hash.update(chunk);
    chunks.push(chunk);
  }
  return new Body(chunks, hash.digest('base64url'));
}

export function bodyOf(bytes: Buffer): Body {
  return new Body([bytes], createHash('sha256').update(bytes).digest('base64url'));
}
