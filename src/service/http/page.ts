import type { ServiceConfig } from '../../config/config.ts';
import type { Operation } from '../query.ts';

/**
 * The request body as sent: the query's fields and the paging, `size` and `entrySize` for dockets, `num` for designs
 * (docs/service.md).
 */
export interface PageRequest {
  readonly operation: Operation;
  readonly body: Readonly<Record<string, string | boolean | number>>;
}

/** One page as it arrived: an HTTP 200 that is not an error. */
export interface PageResponse {
  /** The body, byte for byte. */
  readonly bytes: Buffer;
  /** sha256 of the body, base64url. */
  readonly digest: string;
  /** undefined when the page is the expected one: then it was not parsed. */
  readonly hits: readonly unknown[] | undefined;
  /** undefined when the service gave no total (absent, null or negative). */
  readonly total?: number | undefined;
  /** What the page cost, where the response says so. */
  readonly pointCost?: number | undefined;
  /** `pointCost`, or else the configured price. */
  readonly credits: number;
  /** Calls made for it, including retries. */
  readonly requests: number;
}

/** A page that came before: its digest says what it holds. */
export interface KnownPage extends Pick<PageResponse, 'digest' | 'total' | 'pointCost'> {
  /** How many hits it shows. */
  readonly arrived: number;
}

type Prices = ServiceConfig['prices'];
type Priced = Pick<PageRequest, 'operation'> & { readonly body: { readonly enable_litigation?: unknown } };

/**
 * What one page costs by the configured prices, in credits. Where the number of `hits` is not known yet, this is the
 * most that it can cost: litigation is paid only where a design was found.
 */
export function pricePerPage({ operation, body }: Priced, prices: Prices, hits = 1): number {
  switch (operation) {
    case 'pacer':
      return prices.pacer;
    case 'wipo':
      return prices.wipo + (body.enable_litigation === true && hits > 0 ? prices.litigation : 0);
  }
}
