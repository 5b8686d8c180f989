import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { messageOf, TipstaffError } from '../base/errors.ts';
import { requireSignIn } from '../people/signIn/whoLooks.ts';
import type { FetchPicture } from '../records/design.ts';
import { createApp } from './app.ts';
import { comingPictures } from './frame/comingPictures.ts';
import { waitsForStranger } from './frame/ownForm.ts';
import type { WebParts } from './readersApp.ts';

const timeouts = {
  headersTimeout: 5_000,
  // The largest form (25 MB) over a line of 4 Mbit/s; not every proxy has it whole before it passes it on.
  requestTimeout: 60_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
};

interface StartParts extends Omit<WebParts, 'pictures'> {
  /** A picture of the service's own, kept from then on; absent: only those kept are shown. */
  readonly fetchPicture?: FetchPicture | undefined;
}

/**
 * Starts the web server at `http.host` and `http.port` (0 = any free port).
 * @throws TipstaffError `web.listen` when the address is taken or not ours; `config.sign-in` when others could reach it
 * and nobody has to sign in.
 */
export async function startWeb(first: StartParts) {
  let shown = await show(first);
  const fetchNow: Fetch = (...request) => shown.fetch(...request);
  let listener = await listen(first.config, () => shown.http, fetchNow);
  return {
    get url() {
      return listener.url;
    },
    /** Gets ready to serve from other parts, and listens where they say. @throws as `startWeb`; then nothing changes */
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
  if (given.pages !== false) await requireSignIn(given.store, given.config);
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
        'config to an address of this machine that is free.',
      { cause },
    );
  }
  const address = server.address();
  const listening = typeof address === 'object' && address !== null ? address.port : port;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${listening}`,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

/**
 * Idle connections, and strangers who send a form slowly, lock nobody out: where there are too many, a new one closes
 * the first of them. One that is being served is never closed; where all are, the new one is.
 */
function limitConnections(server: Server, most: () => number): void {
  /** With the request under way; undefined: idle. In the order in which they came, or became idle. */
  const connections = new Map<Socket, IncomingMessage | undefined>();
  server.on('connection', (socket) => {
    if (connections.size >= most()) {
      const [first] = [...connections].find(([, request]) => request === undefined || waitsForStranger(request)) ?? [];
      if (first === undefined) {
        socket.destroy();
        return;
      }
      // It counts no more from now on: its `close` comes later.
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
