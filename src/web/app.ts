import { isIP } from 'node:net';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { secureHeaders } from 'hono/secure-headers';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { openWatchBook } from '../schedule/watchBook.ts';
import type { Generation } from '../store/processes/generations.ts';
import type { Store } from '../store/store.ts';
import { mailPath, mailPolicy } from './alerts/alertMail.ts';
import { serveApi } from './api/serveApi.ts';
import { respondIfNew } from './conditional.ts';
import { dateFeed } from './dateFeed.ts';
import type { Metrics } from './metrics.ts';
import type { PageParts } from './page.ts';
import { startReadiness } from './readiness.ts';
import { servePages } from './servePages.ts';
import { readVisit } from './visit/readVisit.ts';
import { visibleWatches } from './visit/viewer.ts';
import { watchFeed } from './watchFeed.ts';

const healthPatienceSeconds = 5;

export interface WebParts {
  readonly store: Store;
  readonly config: Config;
  readonly metrics: Metrics;
  readonly pictures?: PageParts['pictures'];
  readonly preview?: PageParts['preview'];
  /** The config in force, where that is another process's newer one. */
  readonly newerConfig?: (() => Pick<Generation, 'broughtAt'> | undefined) | undefined;
  /** False: health and metrics only. Default true. */
  readonly pages?: boolean | undefined;
  readonly clock: () => Date;
  readonly log: Logger;
}

/** What `run` serves: `/`, `/healthz`, `/readyz`, `/metrics` and feeds: `/feeds/WATCH.atom`, dates at `/feeds/WATCH.ics` and `/feeds/CHANNEL.ics`. Only the actions of pages change anything. */
export function createApp(atStart: WebParts) {
  const app = new Hono();
  const book = openWatchBook(atStart.store, atStart.config);
  // Each request is served by the watches as they are when it comes.
  const parts: WebParts = {
    ...atStart,
    get config() {
      return book.config;
    },
  };
  const findObstacles = startReadiness(parts.store, parts.config, parts.newerConfig);
  const sandbox = parts.config.service.baseUrl === 'sandbox';
  // The outer one has the last word.
  app.use(
    mailPath,
    secureHeaders({ contentSecurityPolicy: mailPolicy, strictTransportSecurity: false, originAgentCluster: false }),
  );
  app.use(
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        imgSrc: ["'self'", 'data:'],
        styleSrc: ["'self'"],
        scriptSrc: ["'self'"],
        frameSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
      // A mail in its frame has no origin, and would be blocked by it.
      originAgentCluster: false,
      // Whether the page is reached by https is decided by whoever runs a proxy in front of it.
      strictTransportSecurity: false,
    }),
    onlyOwnHosts(parts.config),
  );
  app.get('/healthz', (c) => health(c, parts));
  app.get('/readyz', async (c) => {
    const obstacles = await findObstacles(parts.clock());
    const ready = obstacles.length === 0;
    return c.json({ ready, ...(sandbox ? { sandbox } : {}), obstacles }, ready ? 200 : 503);
  });
  app.use(async (_c, next) => {
    await book
      .look()
      .catch((err) => parts.log.error({ err }, 'edited watches cannot be used; the former ones are shown'));
    await next();
  });
  app.get('/metrics', async (c) =>
    c.body(await parts.metrics.read(), 200, { 'content-type': parts.metrics.contentType }),
  );
  if (parts.pages !== false) serveForReaders(app, parts);
  app.onError((err, c) => {
    // A request that is refused, not one of ours that failed: too large a form.
    if (err instanceof HTTPException) return err.getResponse();
    parts.log.error({ err, path: c.req.path }, 'a page could not be made');
    return c.text('Tipstaff could not make this page; its log says why.\n', 500);
  });
  return app;
}

/** Feeds, the API and the pages. */
function serveForReaders(app: Hono, parts: WebParts): void {
  app.get('/feeds/:file{.+\\.atom}', async (c) => {
    const watchId = c.req.param('file').slice(0, -'.atom'.length);
    if (!(await maySee(c, parts, watchId))) return c.text('Sign in, or send a key.\n', 401);
    const feed = await watchFeed(parts.store, parts.config, watchId);
    if (feed === undefined) return c.text('The config has no such watch.\n', 404);
    const contentType = 'application/atom+xml; charset=utf-8';
    return respondIfNew(c, { body: feed.xml, contentType, updated: feed.updated });
  });
  app.get('/feeds/:file{.+\\.ics}', async (c) => {
    const name = c.req.param('file').slice(0, -'.ics'.length);
    if (!(await maySee(c, parts, name))) return c.text('Sign in, or send a key.\n', 401);
    const feed = await dateFeed(parts.store, parts.config, name, parts.clock());
    if (feed === undefined) return c.text('The config has no such watch or channel.\n', 404);
    // When it was made is in every event, and is no news.
    const meaning = feed.replace(/^DTSTAMP:.*$/gm, '');
    return respondIfNew(c, { body: feed, contentType: 'text/calendar; charset=utf-8', meaning });
  });
  serveApi(app, parts);
  servePages(app, parts);
}

/** Whether the viewer may read a feed: that of a watch of theirs, or of a channel where they may see every matter. */
async function maySee(c: Context, parts: WebParts, name: string): Promise<boolean> {
  const { viewer } = await readVisit(c, parts);
  if (viewer === undefined) return false;
  const isWatch = parts.config.watches.some((watch) => watch.id === name);
  if (!isWatch) return viewer.matters === 'all';
  return visibleWatches(parts.config.watches, viewer).some((one) => one.watch.id === name);
}

/** Alive: the event loop runs, and the store responded to a query. 503 when it has not for 5 s. */
async function health(c: Context, parts: WebParts) {
  const patience = AbortSignal.timeout(healthPatienceSeconds * 1000);
  const late = new Promise<'late'>((resolve) => patience.addEventListener('abort', () => resolve('late')));
  const responded = parts.store.ping().then(
    () => 'alive' as const,
    () => 'refused' as const,
  );
  const database = await Promise.race([responded, late]);
  return c.json({ alive: database === 'alive', database }, database === 'alive' ? 200 : 503);
}

function onlyOwnHosts(config: WebParts['config']): MiddlewareHandler {
  const { host, publicUrl } = config.http;
  const names = [host.toLowerCase(), ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname])];
  return async (c, next) => {
    if (isOwnHost(c.req.header('host'), names)) return next();
    return c.text('This server is not known by that name. Set http.publicUrl to the address that readers use.\n', 421);
  };
}

/**
 * Whether a request's Host header names this server: the defence against a web page that points a name of its own at this
 * machine (DNS rebinding) to read from inside the reader's browser. Such a name is a public one, so addresses and names
 * without a dot (localhost, a container's name) pass, and of the others only those in `names`, without port.
 */
function isOwnHost(header: string | undefined, names: readonly string[]): boolean {
  const host = header?.toLowerCase().replace(/:\d+$/, '') ?? '';
  if (host === '') return false;
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0) return true;
  return !host.includes('.') || host.endsWith('.localhost') || names.includes(host);
}
