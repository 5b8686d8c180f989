/** What the bench's own search service answers to one name (`companyName` of a docket search, `hol` of a design search). */
export interface Shelf {
  readonly name: string;
  /** One a request in turn, from the start again after the last; with `pageSize`, one a page of the result. */
  readonly answers: readonly Buffer[];
  readonly pageSize?: number | undefined;
}
