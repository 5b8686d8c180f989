import { pack } from '../../pack.ts';
import type { PackedResponse } from '../../store/snapshot/rawResponses.ts';
import type { BeforeRecord } from '../compare/comparedRecord.ts';

/** What is not packed yet, in characters: packing less at a time would cost more and save nothing. */
const unpackedAtMost = 250_000;

/**
 * The records that a check found otherwise than they were stored, kept for `tipstaff replay`. Packed as they come: ten thousand
 * changed records would be in memory twice else, as they were and as they are.
 */
export class BeforeRecords {
  readonly #packed: Buffer[] = [];
  #texts: string[] = [];
  #unpacked = 0;

  add(record: BeforeRecord): void {
    const text = JSON.stringify(record);
    this.#texts.push(text);
    this.#unpacked += text.length;
    if (this.#unpacked > unpackedAtMost) this.#pack();
  }

  /** Lists of records, in the order in which they were added, each to be stored under the number that `pageOf` gives it. */
  packed(pageOf: (index: number) => number): PackedResponse[] {
    return this.#packed.map((body, index) => ({ page: pageOf(index), request: '{}', body }));
  }

  /** JSON of the records behind those: mostly of all. */
  get unpacked(): string {
    return `[${this.#texts.join()}]`;
  }

  #pack(): void {
    this.#packed.push(pack(Buffer.from(this.unpacked)).bytes);
    this.#texts = [];
    this.#unpacked = 0;
  }
}
