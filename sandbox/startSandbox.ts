import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Accounts, Pace } from './accounts.ts';
import { controlResponse } from './control.ts';
import { CourtFeeds } from './courtFeeds.ts';
import { DESIGN_CAP } from './designSearch.ts';
import { DOCKET_CAPS } from './docketSearch.ts';
import { FaultLedger } from './faults/ledger.ts';
import { pictureResponse } from './pictures.ts';
import { loadRecords, Records } from './records.ts';
import { jsonResponse, type SandboxResponse, send } from './response.ts';
import type { Sandbox, SandboxOptions, SandboxStats, WorldOptions } from './sandbox.ts';
import { SandboxError } from './sandboxError.ts';
import { RequestLog, SearchService } from './searchService.ts';
import { dateOf, isDate, WorldClock } from './world/day.ts';
import { World } from './world/world.ts';

/** Starts a server for the search service of the contract, with its own records, accounts and faults. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const parts = await build(options);
  const { records, accounts, faults, feeds, log, service, clock } = parts;
  const catchUp = () => records.moveTo(clock.today());
  const advanceDays = (days: number) => {
    if (!Number.isInteger(days) || days < 0) {
      throw new SandboxError(`A world moves on by whole days from 0, not ${days}`);
    }
    clock.advance(days);
    catchUp();
  };
  const stats = () => {
    catchUp();
    return statsOf(parts);
  };
  const state = () => ({ ...stats(), faults: faults.list(), lastRequests: log.list() });
  const address = { url: '' };
  const server = await listen(options.host ?? '127.0.0.1', options.port ?? 0, {
    search: async (operation, authorization, body) => {
      catchUp();
      return service.respond({ operation, authorization, body, address: options.publicUrl ?? address.url });
    },
    feed: (court) => {
      catchUp();
      return feeds.respond(court);
    },
    picture: (path) => pictureResponse(path, records.designs),
    control: (method, path, body) =>
      controlResponse(method, path, body, { records, accounts, faults, feeds, advanceDays, state }),
  });
  address.url = `http://${server.host.includes(':') ? `[${server.host}]` : server.host}:${server.port}`;
  return {
    url: address.url,
    get stats() {
      return stats();
    },
    get requests() {
      return log.list();
    },
    advanceDays,
    setFaults: (...orders) => faults.set(orders),
    setFeeds: (options) => feeds.set(options),
    put: (hit) => records.put(hit),
    patch: (patch) => records.patch(patch),
    remove: (type, key) => records.remove(type, key),
    setCredits: (token, credits) => accounts.setCredits(token, credits),
    close: () => server.close(),
  };
}

async function build(options: SandboxOptions) {
  const now = options.clock ?? (() => new Date());
  const records = await recordsOf(options);
  const accounts = new Accounts(options.tokens ?? ['sandbox'], options.accountErrors === 'http');
  const faults = new FaultLedger();
  faults.set(options.faults ?? []);
  const log = new RequestLog(options.keepRequests ?? 1000);
  const clock = new WorldClock({ startsOn: worldOf(options)?.startsOn, daySeconds: options.daySeconds, clock: now });
  records.moveTo(clock.today());
  const feeds = new CourtFeeds({ records, now: () => clock.now() }, options.feeds);
  const service = new SearchService({
    records,
    feeds,
    accounts,
    faults,
    log,
    pace: new Pace(options.pace ?? {}, now),
    prices: { pacer: 12, wipo: 2, litigation: 12, ...options.prices },
    caps: { ...DOCKET_CAPS, num: DESIGN_CAP, ...options.caps },
    pointCost: options.pointCost ?? false,
    latencyMilliseconds: options.latencyMilliseconds ?? 0,
    clock: now,
  });
  return { records, accounts, faults, feeds, log, service, clock };
}

async function recordsOf(options: SandboxOptions): Promise<Records> {
  const world = worldOf(options);
  if (world?.startsOn !== undefined && !isDate(world.startsOn)) {
    throw new SandboxError(`A world starts on a date such as 2026-03-02, not on ${world.startsOn}`);
  }
  const records = new Records(world && new World(world.seed ?? 'tipstaff', world.size ?? 400));
  for (const file of options.records ?? []) for await (const hit of loadRecords(file)) records.put(hit);
  return records;
}

function worldOf({ records = [], world }: SandboxOptions): WorldOptions | undefined {
  if (world === 'none') return undefined;
  return world ?? (records.length === 0 ? {} : undefined);
}

function statsOf({ records, accounts, feeds, log, clock }: Awaited<ReturnType<typeof build>>): SandboxStats {
  const list = accounts.list();
  return {
    today: dateOf(clock.today()),
    dockets: records.dockets.size,
    designs: records.designs.size,
    requests: { ...log.counts },
    feeds: { ...feeds.counts },
    refused: log.refused,
    creditsSpent: list.reduce((sum, { spent }) => sum + spent, 0),
    creditsLeft: Object.fromEntries(list.map(({ token, left }) => [token, left ?? null])),
  };
}

/** The handlers behind the HTTP server. */
interface Routes {
  search(operation: 'pacer' | 'wipo', authorization: string | undefined, body: string): Promise<SandboxResponse>;
  feed(court: string): SandboxResponse;
  picture(path: string): SandboxResponse;
  control(method: string, path: string, body: string): SandboxResponse;
}

const MOST_BYTES = 10_000_000;

interface Listening {
  readonly host: string;
  readonly port: number;
  close(): Promise<void>;
}

/** @param port 0: any free port */
async function listen(host: string, port: number, routes: Routes): Promise<Listening> {
  const server = createServer((request, response) => {
    serve(request, response, routes).catch((error: unknown) => fail(response, error));
  });
  server.listen(port, host);
  await once(server, 'listening').catch((cause: Error) => {
    throw notListening(host, port, cause);
  });
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { host, port: (server.address() as AddressInfo).port, close };
}

function notListening(host: string, port: number, cause: Error): SandboxError {
  const what = `The sandbox cannot listen on ${host}:${port}: ${cause.message}`;
  return new SandboxError(`${what}. Choose another port, or 0 for any that is free`, { cause });
}

async function serve(request: IncomingMessage, response: ServerResponse, routes: Routes): Promise<void> {
  const body = await read(request);
  const tooLarge = jsonResponse(413, { code: 1002, message: 'body too large', data: null });
  await send(response, body === undefined ? tooLarge : await route(request, body, routes));
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
  const court = /^\/courts\/([a-z0-9]{2,5})\/rss$/.exec(pathname)?.[1];
  if (court !== undefined && method === 'GET') return routes.feed(court);
  if (pathname.startsWith('/_sandbox/')) return routes.control(method, pathname.slice('/_sandbox/'.length), body);
  return jsonResponse(404, { code: 1002, message: `nothing at ${pathname}`, data: null });
}

/** Reports a defect of the sandbox in the form of an error of the service. */
async function fail(response: ServerResponse, error: unknown): Promise<void> {
  if (response.headersSent) response.destroy();
  else await send(response, jsonResponse(500, { code: 5000, message: `sandbox: ${String(error)}`, data: null }));
}

/** @returns undefined if the body is too large for a valid request */
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
