import { type Packed, pack, unpack } from '../pack.ts';
import { otherKeyOf } from '../records/designForm.ts';
import type { SearchRecord } from '../records/record.ts';
import { windowOf } from './knownHit.ts';
import type { FoundRecord } from './paging/searchResult.ts';
import type { ParsedRecord } from './parse/parseHit.ts';

/** Lines that lie open at a time, some four megabytes: of ten pages of designs, or 25 dockets of 200 entries, none is packed. */
const openAtMost = 5_000;
/** A record takes as much as so many entries. */
const linesOfRecord = 5;

/**
 * The records of a reading, until they are compared. As soon as there are many, they are packed as they come: ten thousand
 * designs would take thirty megabytes, beside the answers in which they stood.
 */
export class HeldRecords {
  #open: HeldRecord[] = [];
  #lines = 0;
  /** The list that was unpacked last: records are asked for in the order in which they came. */
  #unpacked: { readonly from: Packed; readonly records: readonly SearchRecord[] } | undefined;

  hold(judged: ParsedRecord): FoundRecord {
    if (this.#lines > openAtMost) this.#pack();
    const held = new HeldRecord(this, judged);
    this.#open.push(held);
    this.#lines += linesOfRecord + held.entryCount;
    return held;
  }

  /** The records of a packed list. */
  listOf(packed: Packed): readonly SearchRecord[] {
    if (this.#unpacked?.from !== packed) {
      this.#unpacked = { from: packed, records: JSON.parse(unpack(packed).toString('utf8')) as SearchRecord[] };
    }
    return this.#unpacked.records;
  }

  #pack(): void {
    const records = this.#open.map((held) => held.open());
    const packed = pack(Buffer.from(JSON.stringify(records)));
    for (const [index, held] of this.#open.entries()) held.packInto(packed, index);
    this.#open = [];
    this.#lines = 0;
  }
}

class HeldRecord implements FoundRecord {
  readonly key: string;
  readonly otherKey: string | undefined;
  readonly shownHash: string;
  readonly path: string;
  readonly entryCount: number;
  readonly entriesUnreadable: number | undefined;
  readonly window: FoundRecord['window'];
  readonly #among: HeldRecords;
  #record: SearchRecord | undefined;
  #packed: Packed | undefined;
  #index = 0;

  constructor(among: HeldRecords, { record, shownHash, path, entriesUnreadable }: ParsedRecord) {
    this.key = record.key;
    this.otherKey = record.type === 'design' ? otherKeyOf(record) : undefined;
    this.shownHash = shownHash;
    this.path = path;
    this.entryCount = record.type === 'docket' ? (record.entries?.length ?? 0) : 0;
    this.entriesUnreadable = entriesUnreadable;
    this.window = windowOf(record);
    this.#among = among;
    this.#record = record;
  }

  open(): SearchRecord {
    const record = this.#record ?? (this.#packed && this.#among.listOf(this.#packed)[this.#index]);
    if (record === undefined) throw new Error(`${this.path} is not among the records that it was packed with`);
    return record;
  }

  packInto(packed: Packed, index: number): void {
    this.#packed = packed;
    this.#index = index;
    this.#record = undefined;
  }
}
