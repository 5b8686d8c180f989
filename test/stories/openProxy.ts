import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Starts a reverse proxy like nginx in docs/running.md, which names the client. @returns its address */
export async function openProxy(pages: string): Promise<string> {
  const proxy = createServer((asked, response) => {
    const headers = { ...asked.headers, 'x-forwarded-for': asked.socket.remoteAddress, 'x-forwarded-proto': 'https' };
    const passed = request(pages + asked.url, { method: asked.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    asked.pipe(passed);
  });
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
  onTestFinished(async () => {
    proxy.closeAllConnections();
    await new Promise((closed) => proxy.close(closed));
  });
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}
