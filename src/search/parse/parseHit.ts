import type { SearchRecord } from '../../records/record.ts';
import { shownHash } from '../../records/shownHash.ts';
import type { FoundRecord } from '../paging/searchResult.ts';
import type { Operation } from '../query.ts';
import { parseDesignHit } from './parseDesign.ts';
import { parseDocketHit } from './parseDocket.ts';
import type { ParsedHit } from './parsedHit.ts';
import { isPlainObject } from './readFields.ts';

/** A record as it was just read. */
export type ParsedRecord = Pick<FoundRecord, 'shownHash' | 'path' | 'entriesUnreadable'> & {
  readonly record: SearchRecord;
};

const judges = { pacer: parseDocketHit, wipo: parseDesignHit } as const;

/** Judges a parsed hit; `found` is undefined when nothing identifies it. */
export function parseHit(
  operation: Operation,
  value: unknown,
  path: string,
): Omit<ParsedHit, 'record'> & { readonly found: ParsedRecord | undefined } {
  const { record, setAside, setAsideCount } = judges[operation](value, path);
  if (record === undefined) return { found: undefined, setAside, setAsideCount };
  const shown = isPlainObject(value) && Array.isArray(value.entries) ? value.entries.length : 0;
  const entries = record.type === 'docket' ? (record.entries?.length ?? 0) : 0;
  const found = { record, shownHash: shownHash(record), path, entriesUnreadable: shown - entries };
  return { found, setAside, setAsideCount };
}
