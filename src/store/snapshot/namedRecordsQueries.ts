import { type RawBuilder, sql } from 'kysely';
import { composedKey, type Design, rightNumber } from '../../records/design.ts';
import type { RecordType } from '../../records/record.ts';
import { type Db, hasOneWriter, inParts } from '../store.ts';
import { recordColumns, type StoredRecord, storedRecord } from './recordsTable.ts';

/** The record with this type and key, as stored (dockets without their entries); undefined when there is none. */
export async function recordByKey(db: Db, type: RecordType, key: string): Promise<StoredRecord | undefined> {
  const row = await db
    .selectFrom('records')
    .select(recordColumns)
    .where('type', '=', type)
    .where('key', '=', key)
    .executeTakeFirst();
  return row && storedRecord(row);
}

/** The ids of the records with this key, case number or registration number. Reads the whole table. */
export async function findRecordsCalled(db: Db, name: string): Promise<number[]> {
  const inBody = (field: string) => `%"${field}":${JSON.stringify(name).replace(/[\\%_]/g, '\\$&')}%`;
  const rows = await db
    .selectFrom('records')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('key', '=', name),
        eb('other_key', '=', name),
        bodyLike(db, inBody('docketNumber')),
        bodyLike(db, inBody('registrationNumber')),
      ]),
    )
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

/** The registers whose designs are stored. */
const sources = ['HAGUE', 'EMID', 'USID', 'DEID', 'FRID', 'CNID', 'JPID', 'KRID'];

/**
 * The stored designs with one of these registration numbers, in whatever spelling a court uses: `D901,234`, `DM214567`.
 */
export async function findDesignsNumbered(db: Db, numbers: readonly string[]): Promise<Design[]> {
  const keys = numbers
    .flatMap(spellings)
    .flatMap((number) => sources.flatMap((source) => composedKey(source, number) ?? []));
  const wanted = new Set(numbers.map(rightNumber));
  const rows = await inParts([...new Set(keys)], (part) =>
    db.selectFrom('records').select('body').where('type', '=', 'design').where('other_key', 'in', part).execute(),
  );
  const designs = rows.map((row) => JSON.parse(row.body) as Design);
  return designs.filter(({ registrationNumber = '' }) => wanted.has(rightNumber(registrationNumber)));
}

/** A number as it is written, and as the registers of the Hague system and the United States write it. */
function spellings(number: string): string[] {
  const bare = rightNumber(number);
  const [, hague] = /^DM(\d+)$/.exec(bare) ?? [];
  const [, american] = /^D(\d+)$/.exec(bare) ?? [];
  return [
    number.trim(),
    bare,
    ...(hague === undefined ? [] : [`DM/${hague}`, `DM/${hague.slice(0, 3)} ${hague.slice(3)}`]),
    ...(american === undefined ? [] : [`D${american.padStart(7, '0')}`]),
  ];
}

/**
 * Whether the body of a record matches the pattern, ignoring the case of ASCII letters. A backslash makes the next
 * character literal.
 */
export function bodyLike(db: Db, pattern: string): RawBuilder<boolean> {
  // SQLite's `like` ignores case; that of Postgres does not.
  const like = hasOneWriter(db) ? sql`like` : sql`ilike`;
  return sql<boolean>`body ${like} ${pattern} escape '\\'`;
}
