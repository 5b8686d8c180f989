import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Design } from '../../src/records/design.ts';
import type { Docket } from '../../src/records/docket.ts';
import { parseDesignHit } from '../../src/service/parse/parseDesign.ts';
import { parseDocketHit } from '../../src/service/parse/parseDocket.ts';
import { UnreadableList } from '../../src/service/parse/readFields.ts';

/** Real records beside the project, which are not part of it (see docs/design.md). */
const folder = path.resolve(import.meta.dirname, '../../../shared/data');

/** Undefined if the real records are present, else a message for the tests that need them. */
export const absence: string | undefined = existsSync(path.join(folder, 'dockets.ndjson.gz'))
  ? undefined
  : `SKIPPED: no real records in ${folder}; nothing was measured`;

export type PairKind = 'notices' | 'replay' | 'reparsed' | 'refetched' | 'observed';

export interface DocketPair {
  readonly kind: PairKind;
  readonly why: string;
  readonly before: Docket;
  readonly after: Docket;
}

function readLines(file: string): unknown[] {
  const text = gunzipSync(readFileSync(path.join(folder, file))).toString('utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/** Returns the unparsed records of a file, as the service would show them. */
export function readHits<Line>(file: string): Line[] {
  return readLines(file) as Line[];
}

function toDocket(hit: unknown, place: string): Docket {
  const record = parseDocketHit(hit, place, new UnreadableList());
  if (record?.type !== 'docket') throw new Error(`${place}: no docket could be read`);
  return record;
}

export function readDockets(): Docket[] {
  return readLines('dockets.ndjson.gz').map((hit, index) => toDocket(hit, `dockets[${index}]`));
}

export function readDesigns(): Design[] {
  return readLines('designs.ndjson.gz').map((hit, index) => {
    const record = parseDesignHit(hit, `designs[${index}]`, new UnreadableList());
    if (record?.type !== 'design') throw new Error(`designs[${index}]: no design could be read`);
    return record;
  });
}

export function readPairs(): DocketPair[] {
  return readLines('docket-pairs.ndjson.gz').map((line, index) => {
    const { before, after, why } = line as { before: unknown; after: unknown; why: string };
    return {
      kind: why.slice(0, why.indexOf(':')) as PairKind,
      why,
      before: toDocket(before, `pairs[${index}].before`),
      after: toDocket(after, `pairs[${index}].after`),
    };
  });
}
