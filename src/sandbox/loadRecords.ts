import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { messageOf, TipstaffError } from '../errors.ts';
import { type DesignHit, type DocketHit, isDesignHit, isDocketHit } from './hits.ts';

/**
 * Reads records from an NDJSON file (gzip where the name ends in `.gz`), one hit a line, dockets and designs mixed as they like.
 * A line `{before, after}` is a pair: its `before` counts. Blank lines are skipped.
 * @throws TipstaffError `usage.records` naming file and line
 */
export async function* loadRecords(file: string): AsyncGenerator<DocketHit | DesignHit> {
  let line = 0;
  try {
    for await (const text of linesOf(file)) {
      line += 1;
      if (text.trim() !== '') yield recordOf(text);
    }
  } catch (cause) {
    throw new TipstaffError(
      'usage.records',
      `Cannot load records: ${line === 0 ? file : `${file}, line ${line}`}: ${messageOf(cause)}`,
      {
        cause,
      },
    );
  }
}

function linesOf(file: string): AsyncIterable<string> {
  const bytes = createReadStream(file);
  if (!file.endsWith('.gz')) return createInterface({ input: bytes, crlfDelay: Number.POSITIVE_INFINITY });
  const plain = createGunzip();
  bytes.on('error', (error) => plain.destroy(error));
  return createInterface({ input: bytes.pipe(plain), crlfDelay: Number.POSITIVE_INFINITY });
}

function recordOf(text: string): DocketHit | DesignHit {
  const value: unknown = JSON.parse(text);
  const hit = typeof value === 'object' && value !== null && 'before' in value ? value.before : value;
  if (isDocketHit(hit) || isDesignHit(hit)) return hit;
  throw new Error('neither a docket hit (docketId) nor a design hit (SOURCE with ID or IRN)');
}
