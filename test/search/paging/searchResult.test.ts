import { afterEach, describe, expect, it } from 'vitest';
import { createSearchClient, type SearchClient } from '../../../src/search/http/client.ts';
import { readResult } from '../../../src/search/paging/readResult.ts';
import { toQuery } from '../../../src/search/query.ts';
import { knownAfter } from '../pagedService.ts';
import {
  type Answer,
  json,
  raw,
  type ScriptedService,
  serviceConfig,
  startScriptedService,
} from '../scriptedService.ts';

const open: { service?: ScriptedService; client?: SearchClient } = {};
afterEach(async () => {
  await open.client?.close();
  await open.service?.close();
});

const designs = Array.from({ length: 25 }, (_, index) => ({ ID: `EMID.${index}`, SOURCE: 'EMID', HOL: ['Rival'] }));
const query = toQuery({ type: 'designs', source: 'EMID', holder: 'Rival', litigation: true });

/** A register that grants ten designs a page. */
const register: Answer = (call, response) => {
  const from = Number(call.body.from);
  return json({ total: designs.length, litigationNote: '', hits: designs.slice(from, from + 10) })(call, response);
};

async function start(...answers: Answer[]) {
  const service = await startScriptedService(...answers);
  const config = serviceConfig(service.baseUrl);
  const client = createSearchClient({ config });
  Object.assign(open, { service, client });
  return { service, task: { client, query, pageSizes: config.pageSizes, affordable: () => true } };
}

describe('a whole result over real sockets', () => {
  it('is read through busy and broken answers, and its cost is counted', async () => {
    const { service, task } = await start(json({ code: 1003 }), raw('<html>'), register);
    const reading = await readResult(task);
    expect(reading).toMatchObject({
      outcome: 'complete',
      hits: 25,
      total: 25,
      requests: 5,
      credits: 42,
      grantedSize: 10,
    });
    expect(service.calls.map((call) => call.body)).toEqual(
      [0, 0, 0, 10, 20].map((from) => ({ source: 'EMID', hol: 'Rival', enable_litigation: true, from, num: 100 })),
    );
  });

  it('is known again by its bytes', async () => {
    const { task } = await start(register);
    const before = await readResult(task);
    const { credits } = before;
    expect(await readResult({ ...task, known: knownAfter(before) })).toMatchObject({
      sameAsKnown: true,
      hits: 25,
      credits,
    });
  });

  it('is known again by its hits where only what is no news moved, and looked at no other way from then on', async () => {
    let crawl = 0;
    const moving: Answer = (call, response) => {
      crawl += 1;
      const hits = designs.map((hit) => ({ ...hit, crawledAt: `2026-11-20T07:00:00.${crawl}Z` }));
      const from = Number(call.body.from);
      return json({ total: 25, hits: hits.slice(from, from + 10) })(call, response);
    };
    const { task } = await start(moving);
    const first = await readResult(task);
    const { loadHits } = knownAfter(first);
    const second = await readResult({ ...task, known: knownAfter(first) });
    expect(second).toMatchObject({ sameAsKnown: true, outcome: 'complete', hits: 25, credits: first.credits });
    expect(first.knownPages?.map((page) => typeof page.digest)).toEqual(['string', 'string', 'string']);
    expect(second.knownPages?.map((page) => page.digest)).toEqual([undefined, undefined, undefined]);
    const third = await readResult({ ...task, known: { pages: second.knownPages ?? [], loadHits } });
    expect(third.sameAsKnown).toBe(true);
    expect(third.knownPages).toBe(second.knownPages);
  });

  it('is known by its hits alone where they are long, so that what is new on a page costs no second look at the rest', async () => {
    const long = [1, 2].map((number) => ({ ID: `EMID.${number}`, SOURCE: 'EMID', PROD: ['Bottles '.repeat(600)] }));
    const { task } = await start(json({ total: 2, hits: long }));
    const first = await readResult(task);
    expect(first.knownPages?.map((page) => page.digest)).toEqual([undefined]);
    expect(await readResult({ ...task, known: knownAfter(first) })).toMatchObject({ sameAsKnown: true, hits: 2 });
  });

  it('of which a page could not be taken apart is never taken for known by the hits of another', async () => {
    const [a, c, d] = [1, 3, 4].map((number) => ({ ID: `EMID.${number}`, SOURCE: 'EMID', HOL: ['Rival'] }));
    const b = { HOL: ['Rival'], ID: 'EMID.2', SOURCE: 'EMID' };
    const shows =
      (first: object[], second: object[]): Answer =>
      (call, response) => {
        const hits = call.body.from === 0 ? first : call.body.from === 2 ? second : [];
        return json({ total: 4, hits })(call, response);
      };
    const pages = { first: [a ?? {}, b], second: [c ?? {}, d ?? {}] };
    let answer = shows(pages.first, pages.second);
    const { task } = await start((call, response) => answer(call, response));
    const known = knownAfter(await readResult(task));
    // The result moved while it was read.
    answer = shows(pages.second, pages.second);
    expect(await readResult({ ...task, known })).toMatchObject({ outcome: 'partial', sameAsKnown: false, hits: 2 });
  });

  it('ends with the caller’s reason when the caller stops', async () => {
    const { service, task } = await start(register, () => {});
    const controller = new AbortController();
    const reading = readResult({ ...task, signal: controller.signal });
    await expect.poll(() => service.calls.length).toBe(2);
    controller.abort(new Error('shutting down'));
    await expect(reading).rejects.toThrow('shutting down');
  });

  it('is partial when the service breaks down on the way', async () => {
    const { task } = await start(register, register, raw('', 500));
    const reading = await readResult(task);
    expect(reading).toMatchObject({ outcome: 'partial', hits: 20, requests: 5, credits: 28 });
    expect(reading.error).toMatchObject({ errorClass: 'server', httpStatus: 500 });
    expect(reading.reason).toMatch(/^page 3 failed: 20 of 25 hits read\. Design search/);
  });
});
