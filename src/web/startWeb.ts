import { once } from 'node:events';
import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { TipstaffError } from '../errors.ts';
import { createApp, type WebParts } from './app.ts';

export interface Web {
  /** Where it listens, e.g. `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Ends open connections too. */
  close(): Promise<void>;
}

/**
 * Starts the web server at `http.host` and `http.port` (0 = any free port).
 * @throws TipstaffError `web.listen` when the address is taken or not ours.
 */
export async function startWeb(parts: WebParts): Promise<Web> {
  const { host, port } = parts.config.http;
  const server = createAdaptorServer({ fetch: createApp(parts).fetch }) as Server;
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new TipstaffError(
      'web.listen',
      `The web server cannot listen on ${host}:${port} (${why}). Set http.host and http.port in the config to an address of this machine that is free.`,
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
