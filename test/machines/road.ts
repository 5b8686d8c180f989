import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A connection to a TCP server that can be cut, which breaks all its sockets until it is mended. */
export interface Road {
  readonly port: number;
  cut(): void;
  mend(): void;
}

export async function openRoad(toPort: number): Promise<Road> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((here) => {
    if (isCut) return here.destroy();
    const there = connect(toPort, '127.0.0.1');
    for (const [one, other] of [
      [here, there],
      [there, here],
    ] as const) {
      sockets.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
    return here;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(() => {
    breakAll();
    server.close();
  });
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true;
      breakAll();
    },
    mend() {
      isCut = false;
    },
  };
}
