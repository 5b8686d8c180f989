import { shownHash } from '../../records/shownHash.ts';
import type { FoundRecord } from '../paging/searchResult.ts';
import type { Operation } from '../query.ts';
import { parseDesignHit } from './parseDesign.ts';
import { parseDocketHit } from './parseDocket.ts';
import type { ParsedHit } from './readFields.ts';
import { isPlainObject } from './readFields.ts';

const parsers = { pacer: parseDocketHit, wipo: parseDesignHit } as const;

/** Turns a hit into a record; `found` is undefined when nothing identifies it. */
export function parseHit(
  operation: Operation,
  value: unknown,
  path: string,
): Omit<ParsedHit, 'record'> & { readonly found: FoundRecord | undefined } {
  const { record, unreadable, unreadableCount } = parsers[operation](value, path);
  if (record === undefined) return { found: undefined, unreadable, unreadableCount };
  const shown = isPlainObject(value) && Array.isArray(value.entries) ? value.entries.length : 0;
  const entries = record.type === 'docket' ? (record.entries?.length ?? 0) : 0;
  const found = { record, shownHash: shownHash(record), path, entriesUnreadable: shown - entries };
  return { found, unreadable, unreadableCount };
}
