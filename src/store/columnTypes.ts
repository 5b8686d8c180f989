import type { ColumnType } from 'kysely';

/** A column with a default: may be left out when a row is written. */
export type Default<T> = ColumnType<T, T | undefined, T>;
