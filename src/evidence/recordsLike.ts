import type { SearchRecord } from '../records/record.ts';
import { everyRecord } from '../store/snapshot/records.ts';
import type { Db } from '../store/store.ts';
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

/** What tells a case number from another, however it is spelled: `1:20-cv-00168`, `1:2020cv168`, `C.A. No. 20-168-MN`. */
interface DocketNumber {
  readonly office: string | undefined;
  readonly year: string;
  readonly type: string | undefined;
  readonly serial: string;
}

const spelling = /(?:(\d):)?\b(?:\d{2})?(\d{2})-?(?:([a-z]{2})-?)?0*([1-9]\d{0,6})(?:-[a-z]+)*\s*$/i;

function readDocketNumber(text: string): DocketNumber | undefined {
  const [, office, year, type, serial] = spelling.exec(text) ?? [];
  return year === undefined || serial === undefined ? undefined : { office, year, type: type?.toLowerCase(), serial };
}

/** Whether two spellings can name one case: what one of them leaves out does not tell them apart. */
function isSameDocketNumber(one: string, other: string): boolean {
  const [a, b] = [readDocketNumber(one), readDocketNumber(other)];
  if (a === undefined || b === undefined) return false;
  const fits = (x: string | undefined, y: string | undefined) => x === undefined || y === undefined || x === y;
  return a.year === b.year && a.serial === b.serial && fits(a.office, b.office) && fits(a.type, b.type);
}
