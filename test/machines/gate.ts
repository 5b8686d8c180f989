import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A gate in front of a local HTTP server: requests wait until it lets them through, in order. */
export interface Gate {
  readonly url: string;
  /** The number of waiting requests. */
  waiting(): number;
  /** Lets this many requests through, now or when they come. */
  let(calls: number): void;
  open(): void;
  close(): void;
  /** Closes the gate for good, with all its connections. */
  end(): void;
}

export async function openGate(to: string): Promise<Gate> {
  const waiting: (() => void)[] = [];
  let isOpen = true;
  let mayPass = 0;
  const passAll = () => {
    while (waiting.length > 0 && (isOpen || mayPass > 0)) {
      if (!isOpen) mayPass -= 1;
      waiting.shift()?.();
    }
  };
  const server = createServer((asked, reply) => {
    const pass = () => {
      const there = request(
        new URL(asked.url ?? '/', to),
        { method: asked.method, headers: asked.headers },
        (response) => {
          reply.writeHead(response.statusCode ?? 502, response.headers);
          response.pipe(reply);
        },
      );
      there.on('error', () => reply.destroy());
      asked.pipe(there);
    };
    waiting.push(pass);
    // The request of a killed process no longer waits, and takes no other's place.
    reply.once('close', () => {
      const at = waiting.indexOf(pass);
      if (at >= 0) waiting.splice(at, 1);
    });
    passAll();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    waiting: () => waiting.length,
    let: (calls) => {
      mayPass = calls;
      passAll();
    },
    open: () => {
      isOpen = true;
      passAll();
    },
    close: () => {
      isOpen = false;
      mayPass = 0;
    },
    end: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
