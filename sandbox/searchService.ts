import { setTimeout as pause } from 'node:timers/promises';
import { type Account, type Accounts, charge, type Pace } from './accounts.ts';
import type { CourtFeeds } from './courtFeeds.ts';
import type { Page, Plan } from './faults/fault.ts';
import type { FaultLedger, Struck } from './faults/ledger.ts';
import type { Operation } from './hits.ts';
import type { Records } from './records.ts';
import { isRefusal, parseBody, type Refusal, type RequestBody } from './request.ts';
import { jsonResponse, type SandboxResponse } from './response.ts';
import { type Caps, LITIGATION_NOTE, type Readable, SearchPages } from './searchPage.ts';

export interface Prices {
  readonly pacer: number;
  readonly wipo: number;
  /** In addition to `wipo`, for each page on which a design is found. */
  readonly litigation: number;
}

export interface SearchServiceParts {
  readonly records: Records;
  readonly feeds: CourtFeeds;
  readonly accounts: Accounts;
  readonly pace: Pace;
  readonly faults: FaultLedger;
  readonly log: RequestLog;
  readonly prices: Prices;
  readonly caps: Caps;
  readonly pointCost: boolean;
  readonly latencyMilliseconds: number;
  readonly clock: () => Date;
}

export interface Call {
  readonly operation: Operation;
  readonly authorization: string | undefined;
  readonly body: string;
  /** The sandbox's own address, used in links to pictures. */
  readonly address: string;
}

interface Served {
  readonly page: Page;
  readonly credits: number;
  readonly litigation: boolean;
}

export class SearchService {
  readonly #parts: SearchServiceParts;
  readonly #pages: SearchPages;

  constructor(parts: SearchServiceParts) {
    this.#parts = parts;
    this.#pages = new SearchPages(parts.records, (hit) => parts.feeds.asShown(hit));
  }

  async respond(call: Call): Promise<SandboxResponse> {
    const account = this.#parts.accounts.identify(call.authorization);
    if (isRefusal(account)) return this.#refusal(call, account);
    const tooFast = this.#parts.pace.enter();
    if (tooFast) return this.#refusal(call, tooFast);
    try {
      if (this.#parts.latencyMilliseconds > 0) await pause(this.#parts.latencyMilliseconds);
      return this.#respond(call, account);
    } finally {
      this.#parts.pace.leave();
    }
  }

  #respond(call: Call, account: Account): SandboxResponse {
    const request = parseBody(call.body);
    if (isRefusal(request)) return this.#refusal(call, request);
    const readable = this.#pages.read(call.operation, request, this.#parts.caps);
    const page = isRefusal(readable) ? 1 : Math.floor(readable.plan.from / readable.plan.size) + 1;
    const struck = this.#parts.faults.strike({ operation: call.operation, request, page }, this.#parts.records);
    const served = this.#serve(call, account, readable, struck);
    if (isRefusal(served)) return this.#refusal(call, served, request, struck);
    return this.#success(call, served, request, struck);
  }

  #serve(call: Call, account: Account, readable: Readable | Refusal, struck: readonly Struck[]): Served | Refusal {
    for (const { fault, strike } of struck) if (fault.refuse) return fault.refuse(strike);
    if (isRefusal(readable)) return readable;
    const plan = planned(readable.plan, struck);
    if (isRefusal(plan)) return plan;
    const before = readable.reading();
    for (const { fault, strike } of struck) fault.world?.(strike, before.first);
    let page = readable.reading().page(plan, call.address);
    for (const { fault, strike } of struck) if (fault.page) page = fault.page(page, strike);
    const credits = struck.some(({ fault }) => fault.failsCall) ? 0 : this.#price(call.operation, readable, page);
    return charge(account, credits) ?? { page, credits, litigation: readable.litigation };
  }

  #price(operation: Operation, { litigation }: Readable, page: Page): number {
    const { prices } = this.#parts;
    if (operation === 'pacer') return prices.pacer;
    return prices.wipo + (litigation && page.hits.length > 0 ? prices.litigation : 0);
  }

  #success(call: Call, served: Served, request: RequestBody, struck: readonly Struck[]): SandboxResponse {
    let body: unknown = this.#envelope(call.operation, served);
    for (const { fault, strike } of struck) {
      if (fault.body && typeof body === 'object' && body !== null) body = fault.body({ ...body }, strike);
    }
    let response = jsonResponse(200, body);
    for (const { fault, strike } of struck) if (fault.response) response = fault.response(response, strike);
    this.#log(call, { request, status: 200, code: 0, credits: served.credits }, struck, served.page);
    return response;
  }

  #envelope(operation: Operation, { page, credits, litigation }: Served): object {
    const { hits, total } = page;
    const cost = this.#parts.pointCost ? { pointCost: credits } : {};
    if (operation === 'pacer') return { code: 0, message: 'success', ...cost, data: { total, hits } };
    return { total, litigationNote: litigation ? LITIGATION_NOTE : '', ...cost, hits };
  }

  #refusal(call: Call, refusal: Refusal, request: RequestBody = {}, struck: readonly Struck[] = []): SandboxResponse {
    const { code, message, httpStatus: status = 200 } = refusal;
    this.#log(call, { request, status, code, credits: 0 }, struck);
    return jsonResponse(status, { code, message, data: null }, retryAfter(refusal, this.#parts.clock()));
  }

  #log(
    { operation }: Call,
    went: Pick<LoggedRequest, 'request' | 'status' | 'code' | 'credits'>,
    struck: readonly Struck[],
    page?: Page,
  ): void {
    const found = { hits: page?.hits.length ?? 0, total: page?.total ?? 0 };
    const faults = struck.map(({ name }) => name);
    this.#parts.log.add({ at: this.#parts.clock().getTime(), operation, ...went, ...found, faults });
  }
}

function planned(plan: Plan, struck: readonly Struck[]): Plan | Refusal {
  let changed = plan;
  for (const { fault, strike } of struck) {
    const next = fault.plan?.(changed, strike) ?? changed;
    if (isRefusal(next)) return next;
    changed = next;
  }
  return changed;
}

function retryAfter(refusal: Refusal, now: Date): Record<string, string> {
  const { retryAfterSeconds: seconds, retryAfterAsDate } = refusal;
  if (seconds === undefined) return {};
  if (!retryAfterAsDate) return { 'retry-after': String(seconds) };
  return { 'retry-after': new Date(now.getTime() + seconds * 1000).toUTCString() };
}

export interface LoggedRequest {
  /** Time of the call in milliseconds since 1970. */
  readonly at: number;
  readonly operation: Operation;
  /** The body as sent; empty if it was no JSON object. */
  readonly request: RequestBody;
  readonly status: number;
  /** 0 on success. */
  readonly code: number;
  readonly hits: number;
  readonly total: number;
  readonly credits: number;
  readonly faults: readonly string[];
}

export class RequestLog {
  readonly counts: Record<Operation, number> = { pacer: 0, wipo: 0 };
  refused = 0;
  readonly #limit: number;
  readonly #last: LoggedRequest[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(request: LoggedRequest): void {
    this.counts[request.operation] += 1;
    if (request.code !== 0) this.refused += 1;
    this.#last.push(request);
    if (this.#last.length > this.#limit) this.#last.shift();
  }

  list(): readonly LoggedRequest[] {
    return [...this.#last];
  }
}
