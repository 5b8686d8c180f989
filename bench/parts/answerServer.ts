import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Shelf } from './shelf.ts';

// The search service's answers by HTTP, made beforehand: a process of its own, so that none of its work counts as ours.

const shelves = new Map<string, Shelf & { served: number; servedAt: number }>();
let requests = 0;

process.on('message', (message: readonly Shelf[]) => {
  for (const shelf of message) shelves.set(shelf.name, { ...shelf, served: 0, servedAt: 0 });
  process.send?.({ requests, servedAt: new Map([...shelves].map(([name, shelf]) => [name, shelf.servedAt])) });
});
process.on('disconnect', () => process.exit(0));

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => answer(request, Buffer.concat(parts), response));
});
// Longer than any pause of a benchmark: no connection ends under it.
server.keepAliveTimeout = 600_000;
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));

function answer(_request: IncomingMessage, body: Buffer, response: ServerResponse): void {
  requests += 1;
  const asked = JSON.parse(body.toString()) as { companyName?: string; hol?: string; from?: number };
  const shelf = shelves.get(asked.companyName ?? asked.hol ?? '');
  if (shelf === undefined) {
    response.writeHead(404).end();
    return;
  }
  const { answers, pageSize } = shelf;
  const index = pageSize === undefined ? shelf.served % answers.length : (asked.from ?? 0) / pageSize;
  shelf.served += 1;
  shelf.servedAt = Date.now();
  const bytes = answers[index] ?? Buffer.alloc(0);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length }).end(bytes);
}
