import type { MiddlewareHandler } from 'hono';
import { viewerOfRequest } from '../pages/visit/readVisit.ts';
import { clientAddress } from '../people/signIn/clientAddress.ts';
import type { WebParts } from './app.ts';

/** Asked by machines, every few seconds. */
const notLogged = /^\/(healthz|readyz|metrics|assets\/.*)$/;

/** A log line for each request of a reader or program: who asked for what, from where. No query: it may hold the key of a link. */
export function accessLog({ config, clock, log }: WebParts): MiddlewareHandler {
  return async (c, next) => {
    const startedAt = clock().getTime();
    await next();
    if (notLogged.test(c.req.path)) return;
    const viewer = viewerOfRequest(c);
    log.info(
      {
        // That of a secret address is the third part of five.
        path: c.req.path.replace(/^(\/feeds\/)[^/]+\/(?=[^/]+$)/, '$1…/'),
        method: c.req.method,
        status: c.res.status,
        who: viewer?.name,
        key: viewer?.key,
        address: clientAddress(c, config.http),
        milliseconds: clock().getTime() - startedAt,
      },
      'request',
    );
  };
}
