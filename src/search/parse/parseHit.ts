import type { SearchRecord } from '../../records/record.ts';
import { shownHash } from '../../records/shownHash.ts';
import { judgeDesignHit } from './parseDesign.ts';
import { judgeDocketHit } from './parseDocket.ts';
import type { JudgedHit } from './parsedHit.ts';
import type { Operation } from '../query.ts';
import { isPlainObject } from './readFields.ts';
import type { FoundRecord } from '../paging/searchResult.ts';

/** A record as it was just read. */
export type JudgedRecord = Pick<FoundRecord, 'shownHash' | 'path' | 'entriesSetAside'> & {
  readonly record: SearchRecord;
};

const judges = { pacer: judgeDocketHit, wipo: judgeDesignHit } as const;

/** Judges a parsed hit; `found` is undefined when nothing identifies it. */
export function judgeHit(
  operation: Operation,
  value: unknown,
  path: string,
): Omit<JudgedHit, 'record'> & { readonly found: JudgedRecord | undefined } {
  const { record, setAside, setAsideCount } = judges[operation](value, path);
  if (record === undefined) return { found: undefined, setAside, setAsideCount };
  const shown = isPlainObject(value) && Array.isArray(value.entries) ? value.entries.length : 0;
  const entries = record.type === 'docket' ? (record.entries?.length ?? 0) : 0;
  const found = { record, shownHash: shownHash(record), path, entriesSetAside: shown - entries };
  return { found, setAside, setAsideCount };
}
