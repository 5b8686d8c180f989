import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServiceConfig } from '../../src/config/config.ts';

export interface SeenCall {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: Record<string, unknown>;
  readonly atMs: number;
}

export type Respond = (call: SeenCall, response: ServerResponse) => void | Promise<void>;

/** An HTTP server that responds to call after call as scripted, and to all later calls with the last response. */
export interface ScriptedService {
  readonly baseUrl: string;
  readonly calls: SeenCall[];
  responses: Respond[];
  close(): Promise<void>;
}

export async function startScriptedService(...responses: Respond[]): Promise<ScriptedService> {
  const calls: SeenCall[] = [];
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await textOf(request)) as Record<string, unknown>;
    const call = {
      path: `${request.method} ${request.url}`,
      authorization: request.headers.authorization,
      body,
      atMs: performance.now(),
    };
    calls.push(call);
    const respond = service.responses.length > 1 ? service.responses.shift() : service.responses[0];
    await respond?.(call, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const service: ScriptedService = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    responses,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return service;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Responds with this JSON. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Respond {
  return raw(JSON.stringify(body), status, { 'content-type': 'application/json', ...headers });
}

export function raw(body: string, status = 200, headers: Record<string, string> = {}): Respond {
  return (_call, response) => {
    response.writeHead(status, headers).end(body);
  };
}

export function docketPage(hits: readonly unknown[], total: unknown = hits.length, more: object = {}): Respond {
  return json({ code: 0, message: 'success', data: { total, hits }, ...more });
}

export function serviceConfig(baseUrl: string, more: Partial<ServiceConfig> = {}): ServiceConfig {
  return {
    baseUrl,
    token: 'tok-3f9a-secret',
    timeoutSeconds: 300,
    requestsPerSecond: 1000,
    concurrency: 4,
    retries: 2,
    recheckBaseSeconds: 60,
    retryBaseSeconds: 0.001,
    maxResponseMegabytes: 4,
    prices: { pacer: 12, wipo: 2, litigation: 12 },
    pageSizes: { size: 50, entrySize: 200, num: 100 },
    ...more,
  };
}
