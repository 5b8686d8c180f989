import { SqliteAdapter, type sql } from 'kysely';
import type { RecordType } from '../../records/record.ts';
import { tsvector } from '../postgres/fullText.ts';
import type { Db } from '../schema/tables.ts';
import { fts5 } from '../sqlite/fullText.ts';
import type { SearchTerms } from './searchTerms.ts';

/** The words of a record, by what they say about it, separated by blanks. */
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
  /** Where so many or more match, they come by age and not by how well they match. */
  readonly rankedAtMost: number;
}

/** The word index of records and entries. Each database keeps it in its own way. */
export interface WordIndex {
  /** Replaces the indexed words of these records, by their ids; undefined removes a record from the index. */
  putRecordWords(db: Db, words: ReadonlyMap<number, RecordWords | undefined>): Promise<void>;
  /** The same for the texts of entries, by their number (textId.ts). */
  putEntryWords(db: Db, words: ReadonlyMap<number, string | undefined>): Promise<void>;
  /**
   * The records whose own words match, best first: a name counts more than other words. Where very many
   * match, as for `Inc`, newest first.
   */
  findRecordWords(db: Db, terms: SearchTerms, search: RecordSearch): Promise<number[]>;
  /**
   * The texts of entries that match: newest record first, and of each record the entry seen last first. Only texts
   * below an id, and at most `limit` of them.
   */
  findEntryWords(
    db: Db,
    terms: SearchTerms,
    held: Held,
    range: { readonly below: number; readonly limit: number },
  ): Promise<number[]>;
}

/** The word index of the open database. */
export function wordIndexOf(db: Db): WordIndex {
  return db.getExecutor().adapter instanceof SqliteAdapter ? fts5 : tsvector;
}
