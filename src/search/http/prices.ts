import type { ServiceConfig } from '../../config/config.ts';
import type { PageRequest } from './page.ts';

type Prices = ServiceConfig['prices'];
type Priced = Pick<PageRequest, 'operation'> & { readonly body: { readonly enable_litigation?: unknown } };

/** Credits of one page by the configured prices. `hits`: how many it showed; litigation is paid only where a design was found. */
export function pricedCredits(request: Priced, prices: Prices, hits: number): number {
  switch (request.operation) {
    case 'pacer':
      return prices.pacer;
    case 'wipo':
      return prices.wipo + (request.body.enable_litigation === true && hits > 0 ? prices.litigation : 0);
  }
}

/** The most that one page can cost by the configured prices, in credits. */
export function highestPrice(request: Priced, prices: Prices): number {
  return pricedCredits(request, prices, 1);
}
