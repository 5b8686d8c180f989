import { hash } from 'node:crypto';

export type Row = Readonly<Record<string, unknown>>;

/** How many rows a table has, and a digest of them: equal for the same rows in any order, on any database. */
export interface TableDigest {
  readonly rows: number;
  /** 64 hexadecimal digits. */
  readonly digest: string;
}

const modulus = 1n << 256n;

/**
 * Adds rows up to a digest. It is the sum of their hashes, so the order in which a database
 * returns the rows does not matter.
 */
export class DigestOfRows {
  #rows = 0;
  #sum = 0n;

  add(row: Row): void {
    const columns = Object.keys(row).sort();
    const text = JSON.stringify(columns.map((column) => [column, shown(row[column])]));
    this.#sum = (this.#sum + BigInt(`0x${hash('sha256', text, 'hex')}`)) % modulus;
    this.#rows += 1;
  }

  get result(): TableDigest {
    return { rows: this.#rows, digest: this.#sum.toString(16).padStart(64, '0') };
  }
}

function shown(value: unknown): unknown {
  return value instanceof Uint8Array ? { bytes: hash('sha256', value, 'hex') } : value;
}
