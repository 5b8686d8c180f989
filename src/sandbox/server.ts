import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TipstaffError } from '../errors.ts';
import { jsonResponse, type SandboxResponse, send } from './response.ts';

/** Where a request goes: the parts of the sandbox behind HTTP. */
export interface Routes {
  search(operation: 'pacer' | 'wipo', authorization: string | undefined, body: string): Promise<SandboxResponse>;
  picture(path: string): SandboxResponse;
  control(method: string, path: string, body: string): SandboxResponse;
}

const MOST_BYTES = 10_000_000;

/** A server that listens. */
export interface Listening {
  readonly host: string;
  readonly port: number;
  close(): Promise<void>;
}

/** @param port 0: any that is free */
export async function listen(host: string, port: number, routes: Routes): Promise<Listening> {
  const server = createServer((request, response) => {
    serve(request, response, routes).catch((error: unknown) => fail(response, error));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => reject(notListening(host, port, cause)));
    server.listen(port, host, () => {
      server.removeAllListeners('error');
      resolve();
    });
  });
  return { host, port: (server.address() as AddressInfo).port, close: () => close(server) };
}

function notListening(host: string, port: number, cause: Error): TipstaffError {
  const message = `The sandbox cannot listen on ${host}:${port}: ${cause.message}. Choose another port, or 0 for any that is free`;
  return new TipstaffError('usage.sandbox', message, { cause });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

async function serve(request: IncomingMessage, response: ServerResponse, routes: Routes): Promise<void> {
  const body = await read(request);
  if (body === undefined)
    return send(response, jsonResponse(413, { code: 1002, message: 'body too large', data: null }));
  await send(response, await route(request, body, routes));
}

async function route(request: IncomingMessage, body: string, routes: Routes): Promise<SandboxResponse> {
  const method = request.method ?? 'GET';
  const { pathname } = new URL(request.url ?? '/', 'http://sandbox');
  const operation = /^\/api\/v3\/(pacer|wipo)$/.exec(pathname)?.[1];
  if (operation === 'pacer' || operation === 'wipo') {
    if (method !== 'POST') return jsonResponse(405, { code: 1002, message: 'use POST', data: null }, { allow: 'POST' });
    return routes.search(operation, request.headers.authorization, body);
  }
  if (pathname.startsWith('/images/') && method === 'GET') return routes.picture(pathname.slice('/images/'.length));
  if (pathname.startsWith('/_sandbox/')) return routes.control(method, pathname.slice('/_sandbox/'.length), body);
  return jsonResponse(404, { code: 1002, message: `nothing at ${pathname}`, data: null });
}

/** A defect of the sandbox itself, reported as the service would report one of its own. */
async function fail(response: ServerResponse, error: unknown): Promise<void> {
  if (response.headersSent) response.destroy();
  else await send(response, jsonResponse(500, { code: 5000, message: `sandbox: ${String(error)}`, data: null }));
}

/** @returns undefined when the body is larger than any honest one */
async function read(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request) {
    bytes += part.length;
    if (bytes > MOST_BYTES) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
