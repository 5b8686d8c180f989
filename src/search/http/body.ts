import { hash } from 'node:crypto';
import type { Readable } from 'node:stream';

/** Takes a body in as it comes. Rejects as its stream does, and when it ends before its end. */
export async function readBody(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** sha256, base64url: pages with one digest are the same page. */
export function digestOf(bytes: Buffer): string {
  return hash('sha256', bytes, 'base64url');
}
