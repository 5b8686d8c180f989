import { setImmediate } from 'node:timers/promises';
import { Zip, ZipDeflate } from 'fflate';

export type ZipPart = Readonly<{ path: string; content: Iterable<string | Uint8Array> }>;

/** Returns a ZIP of these files, in their order. Yields to other work after every piece. */
export async function zipFile(parts: AsyncIterable<ZipPart> | Iterable<ZipPart>, madeAt: Date): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  for await (const { path, content } of parts) {
    const file = new ZipDeflate(path, { level: 6 });
    file.mtime = madeAt;
    zip.add(file);
    for (const piece of content) {
      file.push(typeof piece === 'string' ? Buffer.from(piece) : piece);
      await setImmediate();
    }
    file.push(new Uint8Array(), true);
  }
  zip.end();
  return Buffer.concat(chunks);
}
