import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { FetchPicture } from '../channels/pictures/pictures.ts';
import { messageOf, TipstaffError } from '../errors.ts';
import { comingPictures } from '../pages/comingPictures.ts';
import { keepIndex } from '../pages/search/keepIndex.ts';
import { requireSignIn } from '../people/signIn/needsSignIn.ts';
import { createApp } from './app.ts';
import type { WebParts } from './readersApp.ts';

/** Pages take milliseconds: whoever is slower than this, or says nothing, only holds a connection. */
const timeouts = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
};

/** What the pages are made from. */
interface StartParts extends Omit<WebParts, 'pictures'> {
  /** A picture of the service's own, kept from then on; absent: only those kept are shown. */
  readonly fetchPicture?: FetchPicture | undefined;
}

export interface Web {
  /** Where it listens, e.g. `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Ends open connections too. */
  close(): Promise<void>;
}

/**
 * Starts the web server at `http.host` and `http.port` (0 = any free port).
 * @throws TipstaffError `web.listen` when the address is taken or not ours; `config.sign-in` when others could reach it and nobody has to sign in.
 */
export async function startWeb({ fetchPicture, ...given }: StartParts): Promise<Web> {
  const pictures = fetchPicture && comingPictures(given.store, fetchPicture);
  const parts: WebParts = { ...given, pictures };
  const { host, port } = parts.config.http;
  const pages = parts.pages !== false;
  if (pages) await requireSignIn(parts.store, parts.config);
  const server = createAdaptorServer({ fetch: createApp(parts).fetch, serverOptions: timeouts }) as Server;
  limitConnections(server, parts.config.http.maxConnections);
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (cause) {
    throw new TipstaffError(
      'web.listen',
      `The web server cannot listen on ${host}:${port} (${messageOf(cause)}). Set http.host and http.port in the config to an address of this machine that is free.`,
      { cause },
    );
  }
  const stopIndexing = pages ? keepIndex(parts.store, parts.log) : undefined;
  const address = server.address();
  const listening = typeof address === 'object' && address !== null ? address.port : port;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${listening}`,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      pictures?.stop();
      await Promise.all([closed, stopIndexing?.()]);
    },
  };
}

/**
 * Idle connections can neither use up the file descriptors nor lock anybody out: where there are too many, a new one closes the one that has
 * been idle longest. One that is being served is never closed; where all are, the new one is.
 */
function limitConnections(server: Server, most: number): void {
  const idle = new Set<Socket>();
  let open = 0;
  server.on('connection', (socket) => {
    if (open >= most) {
      const [longest] = idle;
      if (longest === undefined) {
        socket.destroy();
        return;
      }
      // It counts no more from now on: its `close` comes later.
      idle.delete(longest);
      longest.destroy();
    }
    open += 1;
    idle.add(socket);
    socket.once('close', () => {
      open -= 1;
      idle.delete(socket);
    });
  });
  server.on('request', ({ socket }, response) => {
    idle.delete(socket);
    response.once('close', () => {
      if (!socket.destroyed) idle.add(socket);
    });
  });
}
