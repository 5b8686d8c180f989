import type { EntryOrder } from '../docketSearch.ts';
import type { Operation } from '../hits.ts';
import type { Records } from '../records.ts';
import type { Refusal, RequestBody } from '../request.ts';
import type { SandboxResponse } from '../response.ts';

/** A fault asked for: which, of which calls, how often. */
export interface FaultOrder {
  /** Of the table in `faults/ledger.ts`. */
  readonly name: string;
  /** What it means, and what it is when absent, the table says. */
  readonly value?: number | undefined;
  /** Damaged fields; absent: all but those that identify the record. */
  readonly fields?: readonly string[] | undefined;
  /** Absent: both. */
  readonly operation?: Operation | undefined;
  /** Request fields that must be equal, e.g. `{patentNumber: '6834603'}`. Absent: every request. */
  readonly match?: Readonly<Record<string, unknown>> | undefined;
  /** Which page, from 1, by the `from` and the page size of the request. Absent: every page. */
  readonly page?: number | undefined;
  /** So many calls in its scope go unharmed first. Default 0. */
  readonly skip?: number | undefined;
  /** So many calls are struck, then no more. Default: no end. */
  readonly times?: number | undefined;
}

/** What a fault may know about the call it strikes. */
export interface Strike {
  readonly order: FaultOrder;
  /** How many calls this order has struck, this one included. */
  readonly count: number;
  readonly operation: Operation;
  readonly request: RequestBody;
  readonly records: Records;
}

export interface Plan {
  readonly from: number;
  readonly size: number;
  readonly entrySize: number;
  readonly entryOrder: EntryOrder;
}

export type Hit = Readonly<Record<string, unknown>>;

/** A page as found. Faults may put anything among its hits. */
export interface Page {
  readonly hits: readonly unknown[];
  readonly total: number;
  /** Of the first hit in the whole result. */
  readonly from: number;
}

/** One way in which the service goes wrong: each hook is a small pure function of what it is given, but for `world`. */
export interface Fault {
  /** One sentence: what a client sees. */
  readonly about: string;
  /** What `value` means, and its default. */
  readonly value?: string;
  /** The client gets nothing it could use, so the call is not charged (docs/service.md, section 9). */
  readonly failsCall?: true;
  readonly refuse?: (strike: Strike) => Refusal;
  /**
   * Before anything is read: something happens in the world. `first` is the key of the first record that the search
   * finds.
   */
  readonly world?: (strike: Strike, first: string | undefined) => void;
  readonly plan?: (plan: Plan, strike: Strike) => Plan | Refusal;
  readonly page?: (page: Page, strike: Strike) => Page;
  /** The JSON body, before it becomes bytes. */
  readonly body?: (body: Hit, strike: Strike) => unknown;
  readonly response?: (response: SandboxResponse, strike: Strike) => SandboxResponse;
}

export const isObject = (value: unknown): value is Hit =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Of a page, whatever hits can be changed. */
export const everyHit =
  (change: (hit: Hit, strike: Strike) => Hit) =>
  (page: Page, strike: Strike): Page => ({
    ...page,
    hits: page.hits.map((hit) => (isObject(hit) ? change(hit, strike) : hit)),
  });
