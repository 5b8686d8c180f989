export type Operation = 'pacer' | 'wipo';

/** A request body in canonical form, without paging. Watches whose queries are equal share their checks. */
export interface Query {
  readonly id: string; // Hash of operation and body: 16 characters.
  readonly operation: Operation;
  /** Field names of docs/service.md, sections 3 and 4, sorted; none is blank. */
  readonly body: Readonly<Record<string, string | boolean>>;
}

export interface LastPage {
  readonly digest: string;
  readonly arrived: number;
  readonly fresh: number; // Hits that no earlier page of this pass had shown, including those without identity.
  readonly total?: number | undefined;
  readonly pointCost?: number | undefined; // What it cost, if the response said so.
}

export interface LastCost {
  readonly pages: number;
  /** What the service charged for a page, on average, in credits; undefined where it did not say. */
  readonly chargedPerPage?: number | undefined;
  readonly highestPerPage?: number | undefined;
}

/** In credits a page; `litigation`: what it adds. */
export type Prices = Readonly<{ pacer: number; wipo: number; litigation: number }>;

type Priced = Pick<Query, 'operation'> & { readonly body: { readonly enable_litigation?: unknown } };

/** In credits. Without `hits` the most that it can cost: litigation is paid only where a design was found. */
export function pricePerPage({ operation, body }: Priced, prices: Prices, hits = 1): number {
  switch (operation) {
    case 'pacer':
      return prices.pacer;
    case 'wipo':
      return prices.wipo + (body.enable_litigation === true && hits > 0 ? prices.litigation : 0);
  }
}

/** A part of a response that could not be read, and why. `path` is like `hits[3].entries[7].dateFiled`. */
export type Unreadable = Readonly<{ path: string; reason: string }>;
