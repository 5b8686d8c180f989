import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface KeptRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly atMs: number;
}

/** Opens a real HTTP endpoint on a free port, which keeps each request and then calls `respond`. */
export async function openEndpoint(
  respond: (...args: [...Parameters<RequestListener>, number]) => void,
): Promise<{ url: string; requests: readonly KeptRequest[] }> {
  const requests: KeptRequest[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { url: path = '', headers } = request;
    requests.push({ path, headers, body: Buffer.concat(parts).toString('utf8'), atMs: performance.now() });
    respond(request, response, requests.length);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}
