import { sql } from 'kysely';
import { readDocketNumber } from '../../records/docketNumber.ts';
import type { RecordType, SearchRecord } from '../../records/record.ts';
import { loadRecords } from '../snapshot/records.ts';
import type { Db } from '../store.ts';
import type { HeldBy } from '../views/recordsHeld.ts';
import { countPending } from './indexPending.ts';
import { readSearch, type SearchTerms, stemmed } from './searchTerms.ts';
import { placeOfText, textIdOf } from './textId.ts';
import { type Held, wordIndexOf } from './wordIndex.ts';

/** A record that was found, with those of its entries that were. */
export interface FoundRecord {
  readonly id: number;
  readonly record: SearchRecord;
  /** Found by its name, a number, a party or the like; else by its entries alone. */
  readonly byName: boolean;
  /** `seq` of the entries whose text matches, the last seen first; not all of them where there are very many. */
  readonly entries: readonly number[];
}

export interface Found {
  /** Those found by name first, the best first; then those found by their entries, the newest first. */
  readonly records: readonly FoundRecord[];
  /** Whether there are more than these. */
  readonly more: boolean;
  /** Texts that are stored and not read yet, counted up to `pendingAtMost`. */
  readonly pending: number;
}

export const pendingAtMost = 10_000;
const entriesAtOnce = 1000;
const roundsAtMost = 30;

/** Records of a type that are held, by what a person wrote (`readSearch`): at most `limit` found by name, and as many by entries. */
export async function searchStored(
  db: Db,
  text: string,
  { type, holders, limit }: { readonly type: RecordType; readonly holders: readonly HeldBy[]; readonly limit: number },
): Promise<Found> {
  const terms = readSearch(text);
  if (terms.wanted.length === 0 || holders.length === 0) return { records: [], more: false, pending: 0 };
  const held = heldCondition(holders);
  const named = await wordIndexOf(db).findRecordWords(db, terms, { held, type, limit: limit + 1 });
  const entries = type === 'docket' ? await entriesByRecord(db, terms, held, limit + 1) : new Map<number, number[]>();
  const ids = [...new Set([...named.slice(0, limit), ...[...entries.keys()].slice(0, limit)])];
  const records = await loadRecords(db, ids);
  const found = ids.flatMap((id): FoundRecord[] => {
    const record = records.get(id)?.record;
    if (record === undefined || isOtherCase(record, text)) return [];
    return [{ id, record, byName: named.includes(id), entries: entries.get(id) ?? [] }];
  });
  return {
    records: found,
    more: named.length > limit || entries.size > limit,
    pending: await countPending(db, pendingAtMost),
  };
}

/** The matching entries of the newest records that have any. A record with a great many of them is skipped as soon as that is seen. */
async function entriesByRecord(db: Db, asked: SearchTerms, held: Held, limit: number): Promise<Map<number, number[]>> {
  const terms = stemmed(asked);
  const found = new Map<number, number[]>();
  let below = Number.MAX_SAFE_INTEGER;
  for (let round = 0; round < roundsAtMost && found.size < limit; round += 1) {
    const ids = await wordIndexOf(db).findEntryWords(db, terms, held, { below, limit: entriesAtOnce });
    for (const { recordId, seq } of ids.map(placeOfText)) {
      const known = found.get(recordId);
      if (known === undefined) found.set(recordId, [seq]);
      else known.push(seq);
    }
    const last = ids.at(-1);
    if (last === undefined || ids.length < entriesAtOnce) break;
    below = textIdOf(placeOfText(last).recordId);
  }
  return new Map([...found].slice(0, limit));
}

/** Many courts have the same year and serial number: where the search gives more of the number, that counts too. */
function isOtherCase(record: SearchRecord, text: string): boolean {
  const asked = /^\S*[-:]\S*$/.test(text.trim()) ? readDocketNumber(text) : undefined;
  const number = record.type === 'docket' ? readDocketNumber(record.docketNumber ?? '') : undefined;
  if (asked === undefined || number?.year !== asked.year || number.serial !== asked.serial) return false;
  const differs = (a: string | undefined, b: string | undefined) => a !== undefined && b !== undefined && a !== b;
  return differs(asked.office, number.office) || differs(asked.type, number.type);
}

function heldCondition(holders: readonly HeldBy[]): Held {
  const some = holders.map(({ queryIds, wholeWord }) => {
    const asked = sql`query_id in (${sql.join(queryIds)})`;
    return wholeWord ? sql`(${asked} and whole_word = 1)` : asked;
  });
  return sql<boolean>`gone_check is null and (${sql.join(some, sql` or `)})`;
}

/** Records of a type that are held and have a number, in any spelling, among their own: of themselves, of patents or of cases. */
export async function recordsNumbered(
  db: Db,
  number: string,
  { type, holders, limit }: { readonly type: RecordType; readonly holders: readonly HeldBy[]; readonly limit: number },
): Promise<SearchRecord[]> {
  const terms = readSearch(number);
  if (terms.wanted.length === 0 || holders.length === 0) return [];
  const ids = await wordIndexOf(db).findRecordWords(db, terms, { held: heldCondition(holders), type, limit });
  const records = await loadRecords(db, ids);
  return ids.flatMap((id) => records.get(id)?.record ?? []);
}
