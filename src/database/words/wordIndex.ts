import { SqliteAdapter } from 'kysely';
import { tsvector } from '../postgres/fullText.ts';
import type { Db } from '../schema/tables.ts';
import { fts5 } from '../sqlite/fullText.ts';
import type { WordIndex } from './searchTerms.ts';

/** The word index of the open database. */
export function wordIndexOf(db: Db): WordIndex {
  return db.getExecutor().adapter instanceof SqliteAdapter ? fts5 : tsvector;
}
