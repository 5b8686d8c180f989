import type { Db } from '../database/store.ts';
import { isSameDocketNumber } from '../records/docketNumber.ts';
import type { SearchRecord } from '../records/record.ts';
import { everyRecord } from '../snapshot/recordsTable.ts';
import { cleanText } from '../words/cleanText.ts';

/** The records that somebody may have meant by a text which no record has as its key or number. */
export interface RecordsLike {
  /** Those with that case number in another spelling. */
  readonly respelled: readonly number[];
  /** Those with a name that contains it: case, parties, holders, products, number. The first `mostNamed` of `named`. */
  readonly naming: readonly SearchRecord[];
  readonly named: number;
}

const mostNamed = 20;

/** Reads all records: for a person's question, not for a check. */
export async function recordsLike(db: Db, text: string): Promise<RecordsLike> {
  const wanted = comparable(text);
  const respelled: number[] = [];
  const naming: SearchRecord[] = [];
  let named = 0;
  for await (const { id, record } of everyRecord(db)) {
    if (record.type === 'docket' && isSameDocketNumber(record.docketNumber ?? '', text)) respelled.push(id);
    if (wanted === '' || !namesOf(record).some((name) => comparable(name).includes(wanted))) continue;
    named += 1;
    if (naming.length < mostNamed) naming.push(record);
  }
  return { respelled, naming, named };
}

function namesOf(record: SearchRecord): readonly string[] {
  if (record.type === 'docket') return [record.caseName ?? '', record.docketNumber ?? '', ...(record.parties ?? [])];
  return [record.registrationNumber ?? '', ...(record.holders ?? []), ...(record.products ?? [])];
}

function comparable(text: string): string {
  return cleanText(text).normalize('NFKC').toLowerCase();
}
