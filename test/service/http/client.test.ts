import { hash } from 'node:crypto';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { Logger } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import type { ServiceConfig } from '../../../src/config/config.ts';
import type { PageRequest } from '../../../src/service/http/call.ts';
import { type CallAccount, createSearchClient, type SearchClient } from '../../../src/service/http/client.ts';
import { SearchError, type SearchErrorClass } from '../../../src/service/http/searchError.ts';
import { eventually } from '../../eventually.ts';
import { ownPace } from '../ownPace.ts';
import {
  docketPage,
  json,
  type Respond,
  raw,
  type ScriptedService,
  serviceConfig,
  startScriptedService,
} from '../scriptedService.ts';

const dockets: PageRequest = { operation: 'pacer', body: { companyName: 'Widget', from: 0, size: 50, entrySize: 200 } };
const designs: PageRequest = { operation: 'wipo', body: { source: 'EMID', hol: 'Rival', from: 0, num: 100 } };
const withCases: PageRequest = { operation: 'wipo', body: { ...designs.body, enable_litigation: true } };

const open: { service?: ScriptedService; client?: SearchClient } = {};
afterEach(async () => {
  await open.client?.close();
  await open.service?.close();
});

async function start(responses: readonly Respond[], config: Partial<ServiceConfig> = {}, log?: Logger) {
  const service = await startScriptedService(...responses);
  const whole = serviceConfig(service.baseUrl, config);
  const client = createSearchClient({ config: whole, random: () => 0.5, pace: await ownPace(whole), log });
  Object.assign(open, { service, client });
  return { service, client };
}

/** An account without a limit, which stores nothing. */
function anAccount(count: CallAccount['count']): CallAccount {
  return { count, affordsPage: async () => true, storeIn: async () => {}, settle: async () => {} };
}

async function failureOf(promise: Promise<unknown>): Promise<SearchError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(SearchError);
  return error as SearchError;
}

describe('a page', () => {
  it('is requested as the contract specifies', async () => {
    const { service, client } = await start([docketPage([{ docketId: 7 }])]);
    const page = await client.fetchPage(dockets);
    expect(service.calls[0]).toMatchObject({
      path: 'POST /api/v3/pacer',
      authorization: 'Bearer tok-3f9a-secret',
      body: { companyName: 'Widget', from: 0, size: 50, entrySize: 200 },
    });
    expect(page).toMatchObject({ hits: [{ docketId: 7 }], total: 1, credits: 12 });
    expect(service.calls).toHaveLength(1);
    expect(page.digest).toBe(hash('sha256', page.bytes, 'base64url'));
  });

  it.each([
    ['at the top', { total: 1, hits: [1] }],
    ['in data', { code: 0, message: 'ok', data: { total: 1, hits: [1] } }],
    ['in data.data', { code: 0, message: 'ok', data: { data: { total: 1, hits: [1] } } }],
    ['in data.data, counted outside', { code: '0', data: { total: 1, data: { hits: [1] } } }],
  ])('is found %s, for both operations', async (_where, body) => {
    const { client } = await start([json(body)]);
    expect(await client.fetchPage(designs)).toMatchObject({ hits: [1], total: 1 });
    expect(await client.fetchPage(dockets)).toMatchObject({ hits: [1], total: 1 });
  });

  it.each([[-1], [null], ['35'], [3.5], [undefined]])('with a total of %s has no count', async (total) => {
    const { client } = await start([json({ total, hits: [] })]);
    expect(await client.fetchPage(designs)).toMatchObject({ hits: [], total: undefined });
  });

  it.each([
    ['the price', dockets, { total: 1, hits: [1] }, 12],
    ['the price of designs', designs, { total: 1, hits: [1] }, 2],
    ['litigation where a design was found', withCases, { total: 1, hits: [1] }, 14],
    ['no litigation where none was', withCases, { total: 0, hits: [] }, 2],
    ['what the response says', withCases, { total: 1, hits: [1], pointCost: 0 }, 0],
    ['the price when the response says null', dockets, { total: 1, hits: [1], pointCost: null }, 12],
    ['the price when the response says nonsense', dockets, { total: 1, hits: [1], pointCost: -4 }, 12],
    ['the price when the response says what nobody can pay', dockets, { total: 1, hits: [1], pointCost: 1e308 }, 12],
  ])('costs %s', async (_what, request, body, credits) => {
    const { client } = await start([json(body)]);
    expect((await client.fetchPage(request)).credits).toBe(credits);
  });
});

describe('an error', () => {
  const code = (number: number) => json({ code: number, message: 'no luck', data: null });
  const cases: [string, Respond, SearchErrorClass, number][] = [
    ['code 1004', code(1004), 'account', 1],
    ['code 2005', code(2005), 'credits', 1],
    ['code 9102', code(9102), 'credits', 1],
    ['code 1010', code(1010), 'request', 1],
    ['code 1003', code(1003), 'busy', 3],
    ['code 5003', code(5003), 'server', 3],
    ['a code nobody knows', code(77), 'server', 3],
    ['HTTP 401', raw('', 401), 'account', 1],
    ['HTTP 403', raw('', 403), 'account', 1],
    ['HTTP 402', raw('', 402), 'credits', 1],
    ['HTTP 404', raw('', 404), 'request', 1],
    ['HTTP 400 that means credits', json({ code: 2007 }, 400), 'credits', 1],
    ['HTTP 429', raw('', 429), 'busy', 3],
    ['HTTP 302', raw('', 302, { location: 'http://127.0.0.1:1/' }), 'server', 3],
    ['HTTP 503', raw('down', 503), 'server', 3],
    ['an HTML page', raw('<html>maintenance</html>', 200, { 'content-type': 'text/html' }), 'server', 3],
    [
      'a body cut off',
      (_call, response) => {
        response.writeHead(200, { 'content-length': '1000' }).write('{"total":1');
        setTimeout(() => response.destroy(), 5);
      },
      'server',
      3,
    ],
    ['a connection reset', (_call, response) => void response.destroy(), 'server', 3],
  ];

  it.each(cases)('from %s has its own class and number of attempts', async (_name, respond, errorClass, calls) => {
    const { service, client } = await start([respond]);
    const error = await failureOf(client.fetchPage(dockets));
    expect(error.errorClass).toBe(errorClass);
    expect(error.code).toBe(`search.${errorClass}`);
    expect(error.message).toContain(`failed after ${calls} attempt`);
    expect(service.calls).toHaveLength(calls);
  });

  it('names the operation, the code, the message of the service, the attempts and what to do', async () => {
    const { client } = await start([
      json({ code: 2005, message: 'insufficient\u0007 balance\r\nfor tok-3f9a-secret', data: null }),
    ]);
    const { message } = await failureOf(client.fetchPage(dockets));
    expect(message).toBe(
      'Docket search (POST /api/v3/pacer) failed after 1 attempt: code 2005 with HTTP 200: "insufficient balance for [hidden]". ' +
        'The account has no credits left: buy some, or see with "tipstaff plan" which watches cost most.',
    );
  });

  it('never contains the token, nor more than 200 characters of the service', async () => {
    const { client } = await start([json({ code: 1001, message: `tok-3f9a-secret${'x'.repeat(5000)}` })]);
    const error = await failureOf(client.fetchPage(dockets));
    expect(JSON.stringify([error.message, error.serviceMessage, error.stack])).not.toContain('tok-3f9a');
    expect(error.serviceMessage).toHaveLength(200);
  });

  it('keeps the bytes received, for the store of raw responses', async () => {
    const { client } = await start([raw('<html>')]);
    expect((await failureOf(client.fetchPage(dockets))).bytes?.toString()).toBe('<html>');
  });
});

describe('a call', () => {
  it('is retried while the service is busy, and each retry is logged', async () => {
    const service = await startScriptedService(json({ code: 1003 }), raw('', 503), docketPage([]));
    const lines: unknown[] = [];
    const log = { warn: (line: unknown) => lines.push(line) } as unknown as Logger;
    const config = serviceConfig(service.baseUrl);
    const client = createSearchClient({ config, random: () => 0.6, log, pace: await ownPace(config) });
    Object.assign(open, { service, client });
    expect(await client.fetchPage(dockets)).toMatchObject({ hits: [] });
    expect(service.calls).toHaveLength(3);
    expect(lines).toMatchObject([
      { operation: 'pacer', errorClass: 'busy', what: 'code 1003 with HTTP 200', attempt: 1, waitMs: 3 },
      { operation: 'pacer', errorClass: 'server', what: 'HTTP 503', attempt: 2, waitMs: 1 },
    ]);
  });

  it('waits as long as the Retry-After of a busy 200 says', async () => {
    const busy = json({ code: 1003 }, 200, { 'retry-after': '0.3' });
    const { service, client } = await start([busy, docketPage([])]);
    await client.fetchPage(dockets);
    const [first, second] = service.calls.map((call) => call.atMs);
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThan(280);
  });

  it('to a service that does not respond ends, and its error says that it may have been charged', async () => {
    const { client } = await start([() => {}], { timeoutSeconds: 0.1, retries: 1 });
    const error = await failureOf(client.fetchPage(dockets));
    expect(error.errorClass).toBe('server');
    expect(error.message).toContain('failed after 2 attempts');
    expect(error.message).toContain('no complete response within 0.1 s. 2 of them may have been charged all the same.');
  });

  it('whose response drips ends at the timeout, and is retried', async () => {
    const drip: Respond = (_call, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write(' '), 10);
      response.on('close', () => clearInterval(timer));
    };
    const { service, client } = await start([drip, docketPage([])], { timeoutSeconds: 1 });
    expect(await client.fetchPage(dockets)).toMatchObject({ hits: [] });
    expect(service.calls.length).toBeGreaterThan(1);
  });

  it('is not repeated for a response over the size limit', async () => {
    const { service, client } = await start([raw(`{"hits":["${'x'.repeat(200_000)}"]}`)], {
      maxResponseMegabytes: 0.1,
    });
    const error = await failureOf(client.fetchPage(dockets));
    expect(error.message).toContain('a response over the size limit');
    expect(error.message).toContain('service.maxResponseMegabytes');
    expect(service.calls).toHaveLength(1);
  });

  it('to a closed port fails with the address and the reason', async () => {
    const { service, client } = await start([docketPage([])]);
    await service.close();
    const error = await failureOf(client.fetchPage(dockets));
    expect(error.errorClass).toBe('server');
    expect(error.message).toContain('failed after 3 attempts');
    expect(error.message).not.toContain('charged');
    expect(error.message).toMatch(/no response from (127\.0\.0\.1:\d+) \(connect ECONNREFUSED \1\)/);
  });

  it.each([
    ['while it was booked', true],
    ['before it left', false],
  ])('is not booked when the caller aborts %s, because nothing was sent', async (_, duringBooking) => {
    const { service, client } = await start([() => {}], { concurrency: 1 });
    const controller = new AbortController();
    const booked: (number | undefined)[] = [];
    const account = anAccount((credits) => {
      booked.push(credits);
      if (duringBooking) controller.abort(new Error('shutting down'));
      // Otherwise this aborts just before the call would be sent, after its connection is made.
      else process.nextTick(() => controller.abort(new Error('shutting down')));
      return (actual) => void booked.push(actual);
    });
    await expect(client.fetchPage(dockets, { signal: controller.signal, account })).rejects.toThrow('shutting down');
    expect(booked).toEqual([12, duringBooking ? undefined : 0]);
    expect(service.calls).toEqual([]);
  });

  it.each<[what: string, respond: Respond, config: Partial<ServiceConfig>, booked: number[]]>([
    ['is under way', () => {}, {}, [12]],
    ['waits for its next attempt', raw('', 503), { retryBaseSeconds: 60 }, [12, 0]],
  ])('that %s ends with the reason of the caller who aborts, and stays booked if it was sent', async (...given) => {
    const [, respond, config, booking] = given;
    const { service, client } = await start([respond], config);
    const controller = new AbortController();
    const booked: number[] = [];
    const account = anAccount((credits) => {
      booked.push(credits);
      return (actual) => void booked.push(actual ?? 0);
    });
    const page = client.fetchPage(dockets, { signal: controller.signal, account });
    await eventually(() => expect([service.calls.length, booked]).toEqual([1, booking]));
    controller.abort(new Error('shutting down'));
    await expect(page).rejects.toThrow('shutting down');
    expect(booked).toEqual(booking);
  });

  it('under way ends when the client closes', async () => {
    const { service, client } = await start([() => {}]);
    const page = client.fetchPage(dockets);
    page.catch(() => {});
    await eventually(() => expect(service.calls).toHaveLength(1));
    await client.close();
    await expect(page).rejects.toThrow('closed');
  });
});

it('the client does not parse an expected page, and still knows its total and its cost', async () => {
  const page = json({ total: 3, hits: [1], pointCost: 5 });
  const { client } = await start([page, page, json({ total: 4, hits: [1], pointCost: 6 })]);
  const { digest, total, pointCost } = await client.fetchPage(dockets);
  const expected = { digest, total, pointCost, arrived: 1 };
  const known = { digest, hits: undefined, total: 3, credits: 5 };
  expect(await client.fetchPage(dockets, { expected })).toMatchObject(known);
  expect(await client.fetchPage(dockets, { expected })).toMatchObject({ hits: [1], total: 4, credits: 6 });
});

describe('the pace of a key', () => {
  it('makes pictures wait for their turn among the pages', async () => {
    const { client } = await start([docketPage([])], { requestsPerSecond: 20, concurrency: 2 });
    const starts: number[] = [];
    const picture = () => client.inTurn(async () => void starts.push(performance.now()));
    const askedAtMs = performance.now();
    await Promise.all([picture(), picture(), client.fetchPage(dockets), picture(), picture()]);
    expect((starts.at(-1) ?? 0) - askedAtMs).toBeGreaterThan(180);
  });

  it('spaces the starts of all callers, and runs no more calls at a time than allowed', async () => {
    let running = 0;
    let most = 0;
    let released = Promise.withResolvers<void>();
    // Each call responds when a second one has come, so two are under way together, however slow the machine.
    const inPairs: Respond = async (_call, response) => {
      running += 1;
      most = Math.max(most, running);
      const { promise, resolve } = released;
      if (running === 2) {
        released = Promise.withResolvers();
        resolve();
      }
      await promise;
      running -= 1;
      response.end('{"total":0,"hits":[]}');
    };
    const { service, client } = await start([inPairs], { requestsPerSecond: 10, concurrency: 2 });
    const askedAtMs = performance.now();
    await Promise.all(Array.from({ length: 6 }, () => client.fetchPage(dockets)));
    expect(most).toBe(2);
    // No call starts before its turn, but timers may be a few milliseconds early, and a busy machine is late.
    const early = service.calls.map(({ atMs }, index) => askedAtMs + index * 100 - atMs);
    expect(Math.max(...early)).toBeLessThan(20);
  });
});

describe('a service that asks for a pause by Retry-After', () => {
  it('is quoted with its length, if a call cannot wait that long', async () => {
    const { client } = await start([raw('', 429, { 'retry-after': '900' })]);
    await expect(client.fetchPage(dockets)).rejects.toThrow(
      'The service asked for a pause of 15 minutes (Retry-After). Until then nothing calls it, not even on demand.',
    );
  });

  it('gets the pause from every call, not only from the call that it rejected', async () => {
    const busy = raw('', 429, { 'retry-after': '1' });
    const refused = Promise.withResolvers<void>();
    const log = { warn: () => refused.resolve() } as unknown as Logger;
    const { service, client } = await start([busy, docketPage([])], { retries: 1, requestsPerSecond: 1000 }, log);
    const first = client.fetchPage(dockets);
    await refused.promise;
    await Promise.all([first, client.fetchPage(designs), client.fetchPage(dockets)]);
    const [refusedAtMs = 0, ...others] = service.calls.map((call) => call.atMs);
    expect(others).toHaveLength(3);
    for (const atMs of others) expect(atMs - refusedAtMs).toBeGreaterThan(950);
  });
});

describe('a response in another form than requested', () => {
  const page = { code: 0, data: { total: 1, hits: [{ docketId: 7, caseName: 'Café Ü “x” v. Rival' }] } };
  const sent = (bytes: Buffer, headers: Record<string, string>): Respond => {
    return (_call, response) => void response.writeHead(200, headers).end(bytes);
  };
  const utf8 = Buffer.from(JSON.stringify(page));
  const latin1 = Buffer.from(JSON.stringify(page).replace(/[“”]/g, "'"), 'latin1');

  it.each([
    ['gzip', gzipSync(utf8)],
    ['deflate', deflateSync(utf8)],
    ['br', brotliCompressSync(utf8)],
    ['GZIP', gzipSync(utf8)],
  ])('is decompressed: %s', async (encoding, bytes) => {
    const { client } = await start([sent(bytes, { 'content-encoding': encoding })]);
    expect((await client.fetchPage(dockets)).hits).toEqual(page.data.hits);
  });

  it('with more than a million objects or lists is refused before it is parsed, and not requested again', async () => {
    for (const body of [`{"hits":[${'{},'.repeat(1_000_001)}{}]}`, '['.repeat(1_100_000)]) {
      const { client } = await start([sent(Buffer.from(body), {})]);
      const error = await failureOf(client.fetchPage(dockets));
      expect(error.message).toContain('more than 1000000 objects and lists');
      expect(error.message).toContain('failed after 1 attempt');
    }
  });

  it('cannot bypass the size limit by compression', async () => {
    const bomb = gzipSync(Buffer.alloc(4 * 1024 * 1024, ' '));
    const { client } = await start([sent(bomb, { 'content-encoding': 'gzip' })], { maxResponseMegabytes: 1 });
    expect((await failureOf(client.fetchPage(dockets))).message).toContain('over the size limit');
  });

  it.each([
    ['application/json; charset=iso-8859-1'],
    ['application/json'],
  ])('keeps its accented letters: %s', async (type) => {
    const { client } = await start([sent(latin1, { 'content-type': type })]);
    expect((await client.fetchPage(dockets)).hits).toEqual([{ docketId: 7, caseName: "Café Ü 'x' v. Rival" }]);
  });

  it('loses at most one letter to one bad byte', async () => {
    const bytes = Buffer.concat([utf8.subarray(0, -4), Buffer.from([0xe9]), Buffer.from('"}]}}')]);
    const cut = Buffer.from(bytes.toString('latin1').replace(/"\xe9"/, '\xe9"'), 'latin1');
    const { client } = await start([sent(cut, {})]);
    expect((await client.fetchPage(dockets)).hits).toEqual([{ docketId: 7, caseName: 'Café Ü “x” v. Rivalé' }]);
  });
});
