import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Shelf } from './server.ts';

// Serves responses of the search service that were made beforehand, and accepts what is sent to a channel. In a process
// of its own, so that none of its work counts as ours.

const shelves = new Map<string, Shelf & { served: number }>();
let requests = 0;

process.on('message', (message: readonly Shelf[]) => {
  for (const shelf of message) shelves.set(shelf.name, { ...shelf, served: 0 });
  process.send?.(requests);
});
process.on('disconnect', () => process.exit(0));

const server = createServer(async (request, response) => {
  if (request.url === '/channel') return response.writeHead(202).end();
  const query = JSON.parse(await text(request)) as { companyName?: string; hol?: string; from?: number };
  requests += 1;
  const shelf = shelves.get(query.companyName ?? query.hol ?? '');
  if (shelf === undefined) return response.writeHead(404).end();
  const { responses, pageSize } = shelf;
  const index = pageSize === undefined ? shelf.served % responses.length : (query.from ?? 0) / pageSize;
  shelf.served += 1;
  const bytes = responses[index] ?? Buffer.alloc(0);
  return response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length }).end(bytes);
});
// Longer than any pause of a benchmark, so that no connection ends during one.
server.keepAliveTimeout = 600_000;
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
