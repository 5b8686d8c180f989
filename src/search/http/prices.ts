import type { ServiceConfig } from '../../config/config.ts';
import type { PageRequest } from './page.ts';

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
