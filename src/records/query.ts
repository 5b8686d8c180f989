export type Operation = 'pacer' | 'wipo';

/** A request body in canonical form, without paging. Watches whose queries are equal share their checks. */
export interface Query {
  /** Hash of operation and body: 16 characters. */
  readonly id: string;
  readonly operation: Operation;
  /** Field names of docs/service.md, sections 3 and 4, sorted; none is blank. */
  readonly body: Readonly<Record<string, string | boolean>>;
}

/** What is remembered of a page of a complete result, to see whether the next result is the same. */
export interface LastPage {
  readonly digest: string;
  readonly arrived: number;
  /** Hits that no earlier page of this pass had shown, including those without identity. */
  readonly fresh: number;
  readonly total?: number | undefined;
  /** What it cost, if the response said so. */
  readonly pointCost?: number | undefined;
}

/** What the last complete check of a query took. */
export interface LastCost {
  readonly pages: number;
  /** What the service charged for a page, on average, in credits; undefined where it did not say. */
  readonly chargedPerPage?: number | undefined;
  readonly highestPerPage?: number | undefined;
}

/** A part of a response that could not be read, and why. `path` is like `hits[3].entries[7].dateFiled`. */
export interface Unreadable {
  readonly path: string;
  readonly reason: string;
}
