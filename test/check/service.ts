import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export type DocketHit = Readonly<Record<string, unknown>> & { readonly docketId: number };
export type EntryHit = Readonly<Record<string, unknown>>;
export type DesignHit = Readonly<Record<string, unknown>>;

type Body = Readonly<Record<string, unknown>>;

export interface KeptCall {
  readonly operation: 'pacer' | 'wipo';
  readonly body: Body;
  readonly token: string;
}

/** A reply in place of the true one: a status, headers, and a body as text, bytes or JSON. */
export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** An HTTP service with both operations. A test sets its records, and may replace its responses. */
export interface FakeService {
  readonly url: string;
  readonly calls: readonly KeptCall[];
  dockets: readonly DocketHit[];
  designs: readonly DesignHit[];
  /** The largest page size granted. */
  cap: number;
  /** Undefined means the true response. */
  reply: (call: KeptCall) => Promise<Reply | undefined> | Reply | undefined;
}

export async function openService(): Promise<FakeService> {
  const calls: KeptCall[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    // Both operations are POST requests.
    if (request.method !== 'POST') return send(response, { status: 405, body: '' });
    const call: KeptCall = {
      operation: request.url === '/api/v3/wipo' ? 'wipo' : 'pacer',
      body: JSON.parse(Buffer.concat(parts).toString('utf8')) as Body,
      token: request.headers.authorization?.replace(/^Bearer /, '') ?? '',
    };
    calls.push(call);
    send(response, (await service.reply(call)) ?? { body: truth(service, call) });
  });
  // A slow machine may take five seconds between two checks. With the default, the connection would close just then.
  server.keepAliveTimeout = 600_000;
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  const service: FakeService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    dockets: [],
    designs: [],
    cap: 50,
    reply: () => undefined,
  };
  return service;
}

/** An error of the service inside HTTP 200 (docs/service.md, section 9). */
export function refusal(code: number, message: string): Reply {
  return { body: { code, message, data: null } };
}

/** Returns the true response: one page of the hits of a query. */
export function truth(
  service: Pick<FakeService, 'dockets' | 'designs' | 'cap'>,
  { operation, body }: KeptCall,
): object {
  const found = operation === 'pacer' ? docketsFor(service.dockets, body) : designsFor(service.designs, body);
  const from = Number(body.from ?? 0);
  const asked = Number((operation === 'pacer' ? body.size : body.num) ?? 10);
  const hits = found.slice(from, from + Math.min(asked, service.cap));
  const page = { total: found.length, hits };
  return operation === 'pacer' ? { code: 0, message: 'success', data: page } : { ...page, litigationNote: '' };
}

function send(response: ServerResponse, { status = 200, headers = {}, body }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body));
}

function docketsFor(dockets: readonly DocketHit[], body: Body): DocketHit[] {
  const { patentNumber, companyName, caseNumber } = body;
  return dockets.filter(
    (docket) =>
      (patentNumber === undefined || listOf(docket.patentNumbers).includes(String(patentNumber))) &&
      (companyName === undefined || listOf(docket.parties).some((party) => party.startsWith(String(companyName)))) &&
      (caseNumber === undefined || docket.docketNumber === caseNumber),
  );
}

function designsFor(designs: readonly DesignHit[], body: Body): DesignHit[] {
  const hol = body.hol === undefined ? undefined : String(body.hol).toLowerCase();
  return designs.filter(
    (design) =>
      design.SOURCE === body.source &&
      (hol === undefined || listOf(design.HOL).some((holder) => holder.toLowerCase().includes(hol))) &&
      (body.lcs === undefined || listOf(design.LCS).includes(String(body.lcs))),
  );
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
