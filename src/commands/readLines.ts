import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { filedDay } from '../reading/dates/findDays.ts';
import { readEntry } from '../reading/readEntry.ts';

type Taken = { readonly object: Record<string, unknown>; readonly text: string; readonly filed: string | undefined };

/**
 * Reads one JSON object per line, `{"text","filed"}`, and prints each with its `reading` added, in order. A line that
 * cannot be read is replaced by `{"line","error"}` and reported on `errors`; the others are still read. Blank lines are skipped.
 *
 * @returns how many lines could not be read
 */
export async function readLines(input: Readable, output: Writable, errors: Writable): Promise<number> {
  let number = 0;
  let bad = 0;
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1;
    if (line.trim() === '') continue;
    const taken = takeLine(line);
    if (typeof taken === 'string') {
      bad += 1;
      errors.write(`Line ${number}: ${taken}\n`);
    }
    const printed =
      typeof taken === 'string'
        ? { line: number, error: taken }
        : { ...taken.object, reading: readEntry(taken.text, taken.filed) };
    // Waits for a slower reader, so that memory does not grow.
    if (!output.write(`${JSON.stringify(printed)}\n`)) await once(output, 'drain');
  }
  return bad;
}

/** The request in a line, or a sentence that says what is wrong with it. */
function takeLine(line: string): Taken | string {
  const object = parsed(line);
  if (typeof object !== 'object' || object === null || Array.isArray(object))
    return 'it is not a JSON object; write {"text": "ORDER …", "filed": "2026-11-21"}.';
  const { text, filed } = object as Record<string, unknown>;
  if (typeof text !== 'string') return '"text" is missing or not a string.';
  const isAbsent = filed === undefined || filed === null || filed === '';
  if (!isAbsent && (typeof filed !== 'string' || filedDay(filed) === undefined))
    return `"filed" is no day: ${JSON.stringify(filed).slice(0, 60)}; write 2026-11-21 or leave it out.`;
  return { object: object as Record<string, unknown>, text, filed: isAbsent ? undefined : filed };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}
