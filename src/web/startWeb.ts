import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { within } from '../base/calls.ts';
import { messageOf, TipstaffError } from '../base/errors.ts';
import { urlOfHost } from '../config/fields/fields.ts';
import { requireSignIn } from '../people/signIn/whoLooks.ts';
import { type FetchedPicture, type FetchPicture, imagePathOf } from '../records/design.ts';
import { picturesKept } from '../store/snapshot/recordsTable.ts';
import type { Store } from '../store/store.ts';
import { createApp } from './app.ts';
import { waitsForStranger } from './frame/ownForm.ts';
import type { WebParts } from './readersApp.ts';

const timeouts = {
  headersTimeout: 5_000,
  // Enough for the largest form (25 MB) at 4 Mbit/s. Some proxies pass on a form before they have all of it.
  requestTimeout: 60_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
};

interface StartParts extends Omit<WebParts, 'pictures'> {
  /** Fetches a picture from the service and stores it. If absent, pages show only stored pictures. */
  readonly fetchPicture?: FetchPicture | undefined;
}

/**
 * Starts the web server at `http.host` and `http.port` (0 = any free port).
 * @throws TipstaffError `web.listen` if the address is taken or not of this machine; `config.sign-in` if other machines
 * could reach it and nobody has to sign in.
 */
export async function startWeb(first: StartParts) {
  let shown = await show(first);
  const fetchNow: Fetch = (...request) => shown.fetch(...request);
  let listener = await listen(first.config, () => shown.http, fetchNow);
  return {
    get url() {
      return listener.url;
    },
    /** Prepares to serve other parts, and listens at their address. @throws as `startWeb`; then nothing changes */
    async prepare(parts: StartParts) {
      const next = await show(parts);
      const { host, port } = next.http;
      const isThere = host === shown.http.host && port === shown.http.port;
      const other = isThere ? listener : await listen(parts.config, () => shown.http, fetchNow);
      return {
        use: () => {
          shown.pictures?.stop();
          shown = next;
          if (!isThere) void listener.close();
          listener = other;
        },
        drop: async () => {
          next.pictures?.stop();
          if (!isThere) await other.close();
        },
      };
    },
    close: async () => {
      shown.pictures?.stop();
      await listener.close();
    },
  };
}

type Fetch = ReturnType<typeof createApp>['fetch'];

async function show({ fetchPicture, ...given }: StartParts) {
  const pictures = fetchPicture && comingPictures(given.store, fetchPicture);
  if (given.pages !== false) await requireSignIn(given.store.db, given.config);
  return { fetch: createApp({ ...given, pictures }).fetch, pictures, http: given.config.http };
}

async function listen(
  { http: { host, port } }: Pick<StartParts['config'], 'http'>,
  inForce: () => { readonly maxConnections: number },
  fetch: Fetch,
) {
  const server = createAdaptorServer({ fetch, serverOptions: timeouts }) as Server;
  limitConnections(server, () => inForce().maxConnections);
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (cause) {
    throw new TipstaffError(
      'web.listen',
      `The web server cannot listen on ${host}:${port} (${messageOf(cause)}). Set http.host and http.port in the ` +
        'config to an address of this machine that is free, or stop the other daemon (tipstaff doctor lists daemons).',
      { cause },
    );
  }
  const address = server.address() as AddressInfo;
  return {
    url: `${urlOfHost(host)}:${address.port}`,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

/**
 * Keeps idle connections and slow anonymous senders from locking others out: at the limit, a new connection closes the
 * first of these. A connection that is being served stays open. If all are being served, the new one is closed.
 */
function limitConnections(server: Server, most: () => number): void {
  /** The request under way, or undefined if idle. In the order in which connections came or became idle. */
  const connections = new Map<Socket, IncomingMessage | undefined>();
  server.on('connection', (socket) => {
    if (connections.size >= most()) {
      const [first] = [...connections].find(([, request]) => request === undefined || waitsForStranger(request)) ?? [];
      if (first === undefined) {
        socket.destroy();
        return;
      }
      // Stops counting this connection now, because its `close` event comes later.
      connections.delete(first);
      first.destroy();
    }
    connections.set(socket, undefined);
    socket.once('close', () => connections.delete(socket));
  });
  server.on('request', (request, response) => {
    const { socket } = request;
    if (connections.has(socket)) connections.set(socket, request);
    response.once('close', () => {
      if (connections.delete(socket) && !socket.destroyed) connections.set(socket, undefined);
    });
  });
}

/** More than a gallery shows. Beyond it, those requested longest ago are dropped. */
const askedAtMost = 600;
const fetchPatienceMs = 60_000;
const restMs = 10 * 60_000;
const failuresAtMost = 2000;

/** Fetches pictures that pages need but that are not stored, one at a time at the rate limit of the API key. */
export function comingPictures(store: Store, fetchPicture: FetchPicture) {
  const ending = new AbortController();
  const failedAt = new Map<string, number>();
  /** The picture under way and those to fetch after it, the most urgent first. */
  let asked = new Map<string, PromiseWithResolvers<FetchedPicture | 'failed'>>();

  const isResting = (url: string) => performance.now() - (failedAt.get(url) ?? Number.NEGATIVE_INFINITY) < restMs;

  function add(urls: readonly string[]): void {
    const isIdle = asked.size === 0;
    const first = urls.map(
      (url) => [url, asked.get(url) ?? Promise.withResolvers<FetchedPicture | 'failed'>()] as const,
    );
    asked = new Map([...new Map([...first, ...asked])].slice(0, askedAtMost));
    if (isIdle) void fetchAll();
  }

  async function fetchAll(): Promise<void> {
    for (let [next] = asked; next !== undefined && !ending.signal.aborted; [next] = asked) {
      const [url, { resolve }] = next;
      const picture = await fetchOne(url);
      asked.delete(url);
      resolve(picture);
    }
  }

  async function fetchOne(url: string): Promise<FetchedPicture | 'failed'> {
    const limit = AbortSignal.any([ending.signal, AbortSignal.timeout(fetchPatienceMs)]);
    return fetchPicture(url, limit).catch(() => {
      failedAt.set(url, performance.now());
      const [oldest] = failedAt.keys();
      if (failedAt.size > failuresAtMost && oldest !== undefined) failedAt.delete(oldest);
      return 'failed';
    });
  }

  return {
    async want(urls: readonly string[]) {
      const kept = await picturesKept(store.db, urls.map(imagePathOf));
      const coming = urls.filter((url) => !kept.has(imagePathOf(url)) && !isResting(url));
      if (coming.length > 0) add(coming);
      return new Set(coming);
    },

    async wait(url: string, patienceMs: number): Promise<FetchedPicture | 'coming' | 'failed'> {
      if (isResting(url)) return 'failed';
      if (!asked.has(url)) add([url]);
      const fetched = asked.get(url)?.promise;
      return fetched === undefined ? 'failed' : within(patienceMs, fetched, () => 'coming' as const);
    },

    stop: () => ending.abort(),
  };
}
