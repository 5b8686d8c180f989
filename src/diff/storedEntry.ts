import type { Entry } from '../records/entry.ts';

/** An entry as the store keeps it; `seq` is its position in the order of first sight, from 1. */
export interface StoredEntry {
  readonly seq: number;
  readonly entry: Entry;
}
