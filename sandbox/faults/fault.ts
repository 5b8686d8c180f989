import type { EntryOrder } from '../docketSearch.ts';
import type { Operation } from '../hits.ts';
import type { Records } from '../records.ts';
import type { Refusal, RequestBody } from '../request.ts';
import type { SandboxResponse } from '../response.ts';

/** A requested fault: its name, which calls it affects, and how often. */
export interface FaultOrder {
  /** A name in the table of `faults/ledger.ts`. */
  readonly name: string;
  /** The table states the meaning and the default. */
  readonly value?: number | undefined;
  /** Fields to damage; absent: all fields that do not identify the record. */
  readonly fields?: readonly string[] | undefined;
  /** Absent: both operations. */
  readonly operation?: Operation | undefined;
  /** Request fields that must be equal, e.g. `{patentNumber: '6834603'}`. Absent: any request. */
  readonly match?: Readonly<Record<string, unknown>> | undefined;
  /** Page from 1, computed from `from` and the page size of the request. Absent: every page. */
  readonly page?: number | undefined;
  /** Number of matching calls to leave unharmed first. Default 0. */
  readonly skip?: number | undefined;
  /** Number of calls to affect. Default: unlimited. */
  readonly times?: number | undefined;
}

/** What a fault knows about the call that it affects. */
export interface Strike {
  readonly order: FaultOrder;
  /** Number of calls that this order has affected, including this one. */
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

/** A page of a result. Faults may put any value among its hits. */
export interface Page {
  readonly hits: readonly unknown[];
  readonly total: number;
  /** Index of the first hit in the whole result. */
  readonly from: number;
}

/** A way in which the service fails. Each hook except `world` is a pure function. */
export interface Fault {
  /** One sentence: what the client sees. */
  readonly about: string;
  /** Meaning and default of `value`. */
  readonly value?: string;
  /** The client gets nothing usable, so the call is not charged (docs/service.md, section 9). */
  readonly failsCall?: true;
  readonly refuse?: (strike: Strike) => Refusal;
  /** Changes the world before the result is read. `first`: key of the first record that the search finds. */
  readonly world?: (strike: Strike, first: string | undefined) => void;
  readonly plan?: (plan: Plan, strike: Strike) => Plan | Refusal;
  readonly page?: (page: Page, strike: Strike) => Page;
  /** Changes the JSON body before it is encoded. */
  readonly body?: (body: Hit, strike: Strike) => unknown;
  readonly response?: (response: SandboxResponse, strike: Strike) => SandboxResponse;
}

export const isObject = (value: unknown): value is Hit =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Applies a change to every hit of a page that is an object. */
export const everyHit =
  (change: (hit: Hit, strike: Strike) => Hit) =>
  (page: Page, strike: Strike): Page => ({
    ...page,
    hits: page.hits.map((hit) => (isObject(hit) ? change(hit, strike) : hit)),
  });
