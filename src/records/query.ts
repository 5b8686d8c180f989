export type Operation = 'pacer' | 'wipo';

/** A request body in canonical form, without paging. Watches with equal queries share their checks. */
export interface Query {
  readonly id: string; // Hash of operation and body: 16 characters.
  readonly operation: Operation;
  /** Field names as in docs/service.md, sections 3 and 4, sorted; none is blank. */
  readonly body: Readonly<Record<string, string | boolean>>;
}

export interface LastPage {
  readonly digest: string;
  readonly arrived: number;
  readonly fresh: number; // Hits that no earlier page of this pass had shown, including those without identity.
  readonly total?: number | undefined;
  readonly pointCost?: number | undefined; // The cost of the page, if the response gave one.
}

export interface LastCost {
  readonly pages: number;
  /** Average credits that the service charged per page; undefined when unknown. */
  readonly chargedPerPage?: number | undefined;
  readonly highestPerPage?: number | undefined;
}

/** Credits per page. `litigation` is added to `wipo`. */
export type Prices = Readonly<{ pacer: number; wipo: number; litigation: number }>;

type Priced = Pick<Query, 'operation'> & { readonly body: { readonly enable_litigation?: unknown } };

/** Returns credits; without `hits` the highest possible cost, because litigation is paid only if a design was found. */
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
