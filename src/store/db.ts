import type { Kysely, Transaction } from 'kysely';
import type { Tables } from './tables.ts';

/** What a query of the store runs on: the database itself, or an open transaction. */
export type Db = Kysely<Tables>;
export type Trx = Transaction<Tables>;
