import type { ServiceConfig } from '../../config/config.ts';
import type { Operation } from '../query.ts';

/** The request body as sent: the query's fields with its paging, `size` and `entrySize` of dockets, `num` of designs (docs/service.md). */
export interface PageRequest {
  readonly operation: Operation;
  readonly body: Readonly<Record<string, string | boolean | number>>;
}

/** One page as it arrived: an HTTP 200 that is no error in disguise. */
export interface PageResponse {
  /** The body, byte for byte. */
  readonly bytes: Buffer;
  /** sha256 of the body, base64url. */
  readonly digest: string;
  /** undefined: the page is the one that was expected, and was not parsed. */
  readonly hits: readonly unknown[] | undefined;
  /** undefined when the service did not count (absent, null or negative). */
  readonly total?: number | undefined;
  /** What the page cost, where the response says so. */
  readonly pointCost?: number | undefined;
  /** `pointCost`, else by the configured prices. */
  readonly credits: number;
  /** Calls made for it, retries included. */
  readonly requests: number;
}

/** A page that came before: what it holds is known by its digest. */
export interface KnownPage extends Pick<PageResponse, 'digest' | 'total' | 'pointCost'> {
  /** How many hits it shows. */
  readonly arrived: number;
}

type Prices = ServiceConfig['prices'];
type Priced = Pick<PageRequest, 'operation'> & { readonly body: { readonly enable_litigation?: unknown } };

/**
 * What one page costs by the configured prices, in credits: at most, where it is not known yet how many `hits` it shows.
 * Litigation is paid only where a design was found.
 */
export function pricePerPage({ operation, body }: Priced, prices: Prices, hits = 1): number {
  switch (operation) {
    case 'pacer':
      return prices.pacer;
    case 'wipo':
      return prices.wipo + (body.enable_litigation === true && hits > 0 ? prices.litigation : 0);
  }
}
