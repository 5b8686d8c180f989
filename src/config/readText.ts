import { closeSync, constants, fstatSync, openSync, readFileSync, readSync } from 'node:fs';

/** How long a pipe may take to be written; a password manager behind `<(…)` may ask its owner first. */
const mostPipeMs = 30_000;
const pollMs = 20;

/**
 * The text of a file, or of a pipe (a FIFO, `<(pass show token)`), which gives its text only once.
 * @throws the error of the file system; one with the code `ETIMEDOUT` for a pipe that was not written to its end in time.
 */
export function readText(path: string, pipeMs = mostPipeMs): string {
  // Without O_NONBLOCK, opening a FIFO waits forever for a writer.
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    return fstatSync(file).isFIFO() ? readPipe(file, Date.now() + pipeMs) : readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

function readPipe(file: number, deadline: number): string {
  const chunks: Buffer[] = [];
  for (;;) {
    const chunk = readChunk(file);
    // No bytes: the writer has closed it, or there is no writer yet.
    if (chunk?.length === 0 && chunks.length > 0) return Buffer.concat(chunks).toString('utf8');
    if (chunk !== undefined && chunk.length > 0) chunks.push(chunk);
    else if (Date.now() > deadline) throw Object.assign(new Error('nobody wrote to the pipe'), { code: 'ETIMEDOUT' });
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pollMs);
  }
}

/** undefined: there is a writer, but nothing to read yet. */
function readChunk(file: number): Buffer | undefined {
  const buffer = Buffer.alloc(4096);
  try {
    return buffer.subarray(0, readSync(file, buffer));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return undefined;
    throw error;
  }
}

/** Why a file could not be read, in a word or two: `ENOENT`. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error && 'code' in error)) return 'unknown error';
  return error.code === 'ETIMEDOUT' ? 'a pipe that nobody wrote to in time' : String(error.code);
}
