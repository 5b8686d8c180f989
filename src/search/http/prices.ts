import type { ServiceConfig } from '../../config/config.ts';
import type { PageRequest } from './page.ts';

/** Credits of one page by the configured prices. `hits`: how many it showed; litigation is paid only where a design was found. */
export function pricedCredits(request: PageRequest, prices: ServiceConfig['prices'], hits: number): number {
  switch (request.operation) {
    case 'pacer':
      return prices.pacer;
    case 'wipo':
      return prices.wipo + (request.body.enable_litigation === true && hits > 0 ? prices.litigation : 0);
  }
}
