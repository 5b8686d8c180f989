import { isIP } from 'node:net';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { secureHeaders } from 'hono/secure-headers';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { openWatchBook } from '../schedule/watchBook.ts';
import type { Generation } from '../store/processes/generations.ts';
import type { Store } from '../store/store.ts';
import { mailPath, mailPolicy } from './alerts/mailFrame.ts';
import type { Metrics } from './metrics.ts';
import type { PageParts } from './page.ts';
import { startReadiness } from './readiness.ts';

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
  // Each request is served with the watches in force when it arrives.
  const parts: WebParts = {
    ...atStart,
    get config() {
      return book.config;
    },
  };
  secure(app, parts.config);
  app.get('/healthz', (c) => health(c, parts));
  serveReadiness(app, parts);
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
    // The request was refused, for example for a form that is too large; nothing of ours failed.
    if (err instanceof HTTPException) return err.getResponse();
    parts.log.error({ err, path: c.req.path }, 'a page could not be made');
    return c.text('Tipstaff could not make this page; its log says why.\n', 500);
  });
  return app;
}

function serveReadiness(app: Hono, parts: WebParts): void {
  const findReadiness = startReadiness(parts.store, () => parts.config, parts.newerConfig);
  const sandbox = parts.config.service.baseUrl === 'sandbox';
  app.get('/readyz', async (c) => {
    const { obstacles, channelsDown } = await findReadiness(parts.clock());
    const ready = obstacles.length === 0;
    const down = channelsDown.length > 0 ? { channelsDown } : {};
    return c.json({ ready, ...(sandbox ? { sandbox } : {}), obstacles, ...down }, ready ? 200 : 503);
  });
}

/** Only pages of ours, and nothing from elsewhere, run in the reader's browser. */
const pagePolicy = {
  defaultSrc: ["'none'"],
  imgSrc: ["'self'", 'data:'],
  styleSrc: ["'self'"],
  scriptSrc: ["'self'"],
  frameSrc: ["'self'"],
  formAction: ["'self'"],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
};

const everyPolicy = {
  // A mail in its frame has no origin, and would be blocked by it.
  originAgentCluster: false,
  // Whoever runs a proxy in front of the page decides whether it is reached by https.
  strictTransportSecurity: false,
};

function secure(app: Hono, config: WebParts['config']): void {
  // The outer one decides.
  app.use(mailPath, secureHeaders({ contentSecurityPolicy: mailPolicy, ...everyPolicy }));
  app.use(secureHeaders({ contentSecurityPolicy: pagePolicy, ...everyPolicy }), onlyOwnHosts(config));
}

/**
 * Feeds, the API and the pages, loaded with the first request for one of them: they are half of the program, and many daemons have
 * no readers.
 */
function serveForReaders(app: Hono, parts: WebParts): void {
  let readers: Promise<Hono> | undefined;
  app.all('*', async (c) => {
    readers ??= import('./readersApp.ts').then(({ createReadersApp }) => createReadersApp(parts));
    return (await readers).fetch(c.req.raw, c.env);
  });
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
