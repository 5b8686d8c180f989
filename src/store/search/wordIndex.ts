import { SqliteAdapter, type sql } from 'kysely';
import type { RecordType } from '../../records/record.ts';
import { tsvector } from '../postgres/fullText.ts';
import { fts5 } from '../sqlite/fullText.ts';
import type { Db } from '../tables.ts';
import type { SearchTerms } from './searchTerms.ts';

/** The words of a record, by what they say of it; blanks between them. */
export interface RecordWords {
  readonly name: string;
  readonly numbers: string;
  readonly about: string;
}

/** Which records may be found, as a condition on `memberships`. */
export type Held = ReturnType<typeof sql<boolean>>;

export interface RecordSearch {
  readonly held: Held;
  readonly type: RecordType;
  readonly limit: number;
}

/** The index of the words of records and entries; each database keeps it in its own way. */
export interface WordIndex {
  /** Puts the words of records, by their id, into the index in place of those they had; undefined takes one out. */
  putRecordWords(db: Db, words: ReadonlyMap<number, RecordWords | undefined>): Promise<void>;
  /** The same for the texts of entries, by their number (textId.ts). */
  putEntryWords(db: Db, words: ReadonlyMap<number, string | undefined>): Promise<void>;
  /**
   * The records whose own words match, the best first: a name counts more than other words. Where very many match, as for
   * `Inc`, the newest first.
   */
  findRecordWords(db: Db, terms: SearchTerms, search: RecordSearch): Promise<number[]>;
  /** The texts of entries that match, the newest record first and of each record the entry seen last; those below an id, at most so many. */
  findEntryWords(
    db: Db,
    terms: SearchTerms,
    held: Held,
    range: { readonly below: number; readonly limit: number },
  ): Promise<number[]>;
}

/** The index of the database that is open. */
export function wordIndexOf(db: Db): WordIndex {
  return db.getExecutor().adapter instanceof SqliteAdapter ? fts5 : tsvector;
}
