import { describe, expect, it } from 'vitest';
import { queryOf } from '../../../src/config/searchWords.ts';
import { readResult } from '../../../src/service/paging/readResult.ts';
import { cases, clientOf, failed, type Page, still, taskOf } from '../pagedService.ts';

const designs = queryOf({ type: 'designs', source: 'HAGUE', holder: 'Rival' });

describe('a result that does not change', () => {
  it('is read at the largest page size, and is complete at its count', async () => {
    const { client, calls } = clientOf(still(cases(70), 50));
    const reading = await readResult(taskOf(client));
    expect(calls.map(({ from, size, entrySize }) => [from, size, entrySize])).toEqual([
      [0, 50, 200],
      [50, 50, 200],
    ]);
    expect(reading).toMatchObject({ outcome: 'complete', hits: 70, total: 70, grantedSize: 50 });
    expect(reading.reason).toBeUndefined();
    expect([...reading.records.keys()]).toEqual(cases(70).map((one) => `${one.docketId}`));
    expect(reading.records.get('54')?.path).toBe('page 2 hits[3]');
  });

  it('in pages shorter than requested continues after the hits that arrived', async () => {
    const { client, calls } = clientOf(still(cases(25), 10));
    const reading = await readResult(taskOf(client));
    expect(calls.map((body) => body.from)).toEqual([0, 10, 20]);
    expect(reading).toMatchObject({ outcome: 'complete', hits: 25, grantedSize: 10 });
  });

  it('that is empty is complete after one page', async () => {
    const { client, calls } = clientOf(still([], 50));
    expect(await readResult(taskOf(client))).toMatchObject({ outcome: 'complete', hits: 0, total: 0 });
    expect(calls).toHaveLength(1);
  });

  it('counts repeated hits once', async () => {
    const { client } = clientOf(still([...cases(12), ...cases(3), ...cases(5, 13)], 10, 17));
    expect(await readResult(taskOf(client))).toMatchObject({ outcome: 'complete', hits: 17 });
  });

  it('on one page is complete even if the service counts repeated hits', async () => {
    const repeated = still([...cases(2), ...cases(1)], 10);
    const { client, calls } = clientOf(repeated);
    expect(await readResult(taskOf(client))).toMatchObject({
      outcome: 'complete',
      hits: 2,
      reason: 'the service counts 3 hits, some of them more than once: 2 are distinct',
    });
    // The second page proves that the first was the last one. A page size known from before proves it too.
    expect(calls.map((body) => body.from)).toEqual([0, 3]);
    const known = clientOf(repeated);
    expect(await readResult(taskOf(known.client, { grantedSize: 10 }))).toMatchObject({ outcome: 'complete', hits: 2 });
    expect(known.calls).toHaveLength(1);
  });

  it('continues after a full page with repeated hits, if the service may grant smaller pages now', async () => {
    const { client } = clientOf(still([...cases(9), ...cases(1), ...cases(1, 10)], 10, 10));
    expect(await readResult(taskOf(client, { grantedSize: 50 }))).toMatchObject({ outcome: 'complete', hits: 10 });
  });

  it('fills the blanks of one copy of a design from another copy', async () => {
    const copy = (more: object) => ({ ID: 'HAGUE.1', SOURCE: 'HAGUE', IRN: '1', HOL: ['Rival AG'], ...more });
    const poor = copy({ STATUS: null, DS: ['CH', null], DETAIL_DATA: { structured: { application_number: '' } } });
    const rich = copy({
      STATUS: 'EXP',
      DS: ['CH', 'FR'],
      HOL: undefined,
      DETAIL_DATA: { structured: { application_number: '7' } },
    });
    const shownBy = async (hits: object[]) => {
      const { client } = clientOf(() => ({ hits, total: 1 }));
      const { records } = await readResult(taskOf(client, { query: designs }));
      return records.get('HAGUE.1');
    };
    const [found, other] = [await shownBy([poor, rich]), await shownBy([rich, poor])];
    expect(found?.record).toMatchObject({
      holders: ['Rival AG'],
      status: 'EXP',
      designated: ['CH', 'FR'],
      details: { application_number: '7' },
    });
    expect(found?.record).toEqual(other?.record);
    expect(found?.shownHash).toBe(other?.shownHash);
  });

  it('combines the copies of a record in the same way, in whatever order they come', async () => {
    const copies = ['open', 'terminated', 'stayed'].map((status, entry) => ({
      ...{ docketId: 1, status, SOURCE: 'HAGUE', IRN: '1', STATUS: status, PROD: [null, 'a', 'b'][entry] },
      entries: [{ description: `${entry}` }],
    }));
    for (const query of [undefined, designs]) {
      const recordOf = async (order: number[]) => {
        const { client } = clientOf(() => ({ hits: order.map((index) => copies[index]), total: 1 }));
        const { records } = await readResult(taskOf(client, query && { query }));
        return [...records.values()].map(({ record }) => record);
      };
      const orders = [
        [1, 0, 2],
        [2, 0, 1],
        [2, 1, 0, 1],
      ];
      for (const order of orders) expect(await recordOf(order)).toEqual(await recordOf([0, 1, 2]));
    }
  });

  it('keeps the copy of a docket that has more entries', async () => {
    const copy = (descriptions: string[]) => ({
      docketId: 1,
      entries: descriptions.map((description) => ({ description })),
    });
    const { client } = clientOf(still([copy(['a']), copy(['a', 'b']), copy(['c', 'd'])], 10, 1));
    const { records } = await readResult(taskOf(client));
    expect(records.get('1')?.path).toBe('hits[1]');
  });
});

describe('a result without a count', () => {
  it('ends at a page shorter than an earlier one', async () => {
    const { client, calls } = clientOf(still(cases(17), 10, -1));
    expect(await readResult(taskOf(client))).toMatchObject({ outcome: 'complete', hits: 17, total: undefined });
    expect(calls).toHaveLength(2);
  });

  it('ends at an empty page if no page size is known', async () => {
    const { client, calls } = clientOf(still(cases(7), 10, -1));
    expect(await readResult(taskOf(client))).toMatchObject({ outcome: 'complete', hits: 7 });
    expect(calls).toHaveLength(2);
  });

  it('is read in one page if a larger page was granted before', async () => {
    const { client, calls } = clientOf(still(cases(7), 10, -1));
    expect(await readResult(taskOf(client, { grantedSize: 50 }))).toMatchObject({
      outcome: 'complete',
      grantedSize: 50,
    });
    expect(calls).toHaveLength(1);
  });

  it('continues if the granted page size may have become smaller', async () => {
    const { client } = clientOf(still(cases(37), 10, -1));
    expect(await readResult(taskOf(client, { grantedSize: 50 }))).toMatchObject({ outcome: 'complete', hits: 37 });
  });

  it.each([
    undefined,
    4,
    100_000,
  ])('ends soon if one page with an unidentified hit repeats forever, with a total of %s', async (total) => {
    const { client, calls } = clientOf(() => ({ hits: [...cases(2), null], ...(total !== undefined && { total }) }));
    const reading = await readResult(taskOf(client));
    expect(reading.outcome).toBe('partial');
    expect(calls.length).toBeLessThanOrEqual(6);
  });

  it('is partial when the pages only repeat themselves', async () => {
    const { client, calls } = clientOf(() => ({ hits: cases(50) }));
    const reading = await readResult(taskOf(client));
    expect(reading).toMatchObject({ outcome: 'partial', hits: 50 });
    expect(reading.reason).toMatch(/repeat themselves after 50 hits/);
    expect(calls).toHaveLength(3);
  });
});

describe('a result that changes or is miscounted', () => {
  it('is read once more, and both readings count together', async () => {
    // A case arrives on top after the first page, so the second page repeats the tenth case and omits the new one.
    const before = cases(25, 100);
    const after = [...cases(1, 1), ...before];
    const { client, calls } = clientOf((body, call) => still(call === 1 ? before : after, 10)(body));
    const reading = await readResult(taskOf(client));
    expect(reading).toMatchObject({ outcome: 'complete', hits: 26, total: 26 });
    expect(reading.reason).toBe('the result changed while it was read, so it was read once more');
    expect(calls).toHaveLength(6);
    expect(reading.pages.map((page) => page.pass)).toEqual([1, 1, 1, 2, 2, 2]);
    expect(reading.lastPages).toBeUndefined();
  });

  it('is read once more if its only page has more hits than the count, but fewer distinct hits', async () => {
    const repeated = [...cases(1), ...cases(1), ...cases(1)];
    const { client } = clientOf((body, call) => ({
      hits: call > 2 ? cases(2) : repeated.slice(Number(body.from)),
      total: 2,
    }));
    expect(await readResult(taskOf(client))).toMatchObject({ outcome: 'complete', hits: 2 });
  });

  it('is read once more in overlapping pages, which finds the hits that repeats pushed off their page', async () => {
    const { client } = clientOf((body) => {
      const from = Number(body.from);
      const rows = cases(25).slice(from, from + 10);
      return { hits: [...rows.slice(0, 1), ...rows].slice(0, rows.length), total: 25 };
    });
    expect(await readResult(taskOf(client))).toMatchObject({ outcome: 'complete', hits: 25 });
  });

  it('is read once more when it shrank, to find hits that slipped between two pages', async () => {
    const before = cases(25);
    const after = before.filter((one) => one.docketId !== 5);
    const { client } = clientOf((body, call) => still(call === 1 ? before : after, 10)(body));
    const reading = await readResult(taskOf(client));
    expect(reading.outcome).toBe('complete');
    expect([...reading.records.keys()]).toContain('11');
  });

  it('is partial with the missing number when two readings return fewer hits than the count', async () => {
    const { client, calls } = clientOf(still(cases(34), 50, 35));
    const reading = await readResult(taskOf(client));
    expect(reading).toMatchObject({ outcome: 'partial', hits: 34, total: 35 });
    expect(reading.reason).toBe('the service counts 35 hits, but showed 34 in two readings');
    expect(calls.map((body) => body.from)).toEqual([0, 34, 0, 34]);
  });

  it('is complete, with a note, when it has more hits than the count', async () => {
    const { client } = clientOf(still(cases(24), 10, 5));
    const reading = await readResult(taskOf(client));
    expect(reading).toMatchObject({
      outcome: 'complete',
      hits: 24,
      reason: 'the service counts 5 hits, but showed 24',
    });
  });

  it('is partial when it has a count but no hits', async () => {
    const { client, calls } = clientOf(still([], 50, 3));
    expect(await readResult(taskOf(client))).toMatchObject({ outcome: 'partial', hits: 0 });
    expect(calls).toHaveLength(2);
  });

  it('is not read again if the budget has no room', async () => {
    const { client, calls, credits } = clientOf(still(cases(34), 50, 35));
    const reading = await readResult(taskOf(client, { affordable: () => credits() < 24 }));
    expect(reading.reason).toBe('the budget ended before it could be read once more: 34 of 35 hits read');
    expect(calls).toHaveLength(2);
  });

  it('ends as partial after a few calls when its pages repeat below a huge count', async () => {
    const { client, calls } = clientOf(() => ({ hits: cases(50), total: 1_000_000 }));
    expect(await readResult(taskOf(client))).toMatchObject({ outcome: 'partial', hits: 50 });
    expect(calls.length).toBeLessThanOrEqual(6);
  });
});

describe('an error', () => {
  it('on the first page is thrown to the caller', async () => {
    const { client } = clientOf(() => failed('account'));
    await expect(readResult(taskOf(client))).rejects.toMatchObject({ errorClass: 'account' });
  });

  it('on a later page keeps the hits read so far, and the reason says what is missing', async () => {
    const { client } = clientOf(
      (body, call): Page => (call < 3 ? still(cases(120), 50)(body) : failed('credits', 'empty')),
    );
    const reading = await readResult(taskOf(client));
    expect(reading).toMatchObject({ outcome: 'partial', hits: 100 });
    expect(reading.error?.errorClass).toBe('credits');
    expect(reading.reason).toBe('page 3 failed: 100 of 120 hits read. failed: empty');
  });

  it('about the page size leads to the sizes that the service grants, which are remembered', async () => {
    const refusing = (body: { readonly [name: string]: unknown }): Page =>
      Number(body.size) > 10
        ? failed('request', 'parameter error: at most 10 a page')
        : still(cases(12), 10)(body as never);
    const { client, calls } = clientOf(refusing);
    const reading = await readResult(taskOf(client));
    expect(reading).toMatchObject({ outcome: 'complete', hits: 12, sizesRefused: true });
    expect(calls.map(({ size, entrySize }) => [size, entrySize])).toEqual([
      [50, 200],
      [10, 50],
      [10, 50],
    ]);
    const next = clientOf(refusing);
    await readResult(taskOf(next.client, { sizesRefused: reading.sizesRefused }));
    expect(next.calls).toHaveLength(2);
  });

  it('about the query itself is thrown without another call', async () => {
    const { client, calls } = clientOf(() => failed('request', 'companyName is required'));
    await expect(readResult(taskOf(client))).rejects.toMatchObject({ errorClass: 'request' });
    expect(calls).toHaveLength(1);
  });

  it('of the budget keeps the hits read so far', async () => {
    const { client, credits } = clientOf(still(cases(120), 50));
    const reading = await readResult(taskOf(client, { affordable: () => credits() < 24 }));
    expect(reading).toMatchObject({
      outcome: 'partial',
      reason: 'the budget ended before page 3: 100 of 120 hits read',
    });
  });
});

describe('unreadable hits', () => {
  it('make the result partial, with the first reason and their number', async () => {
    const hits: unknown[] = [...cases(3), { docketId: 4, dateFiled: 20, court: 7 }];
    const { client } = clientOf(still(hits, 50));
    const reading = await readResult(taskOf(client));
    expect(reading).toMatchObject({ outcome: 'partial', hits: 4, unreadableCount: 2 });
    expect(reading.reason).toBe('hits[3].court: expected text, found number; 2 parts unreadable');
    expect(reading.records.has('4')).toBe(true);
  });

  it('without an identity count as returned, so that no page is read again for them', async () => {
    const { client, calls } = clientOf(still([...cases(3), null, { caseName: 'No id' }], 50));
    expect(await readResult(taskOf(client))).toMatchObject({ outcome: 'partial', hits: 5, unreadableCount: 2 });
    expect(calls).toHaveLength(1);
  });
});

describe('the last result', () => {
  const lastPagesOf = async (count: number) =>
    (await readResult(taskOf(clientOf(still(cases(count), 50)).client))).lastPages;

  it('is recognized by its bytes, page by page, and not parsed', async () => {
    const lastPages = await lastPagesOf(70);
    const again = clientOf(still(cases(70), 50));
    const result = await readResult(taskOf(again.client, { lastPages }));
    expect(result).toMatchObject({ outcome: 'complete', unchanged: true, hits: 70, total: 70 });
    expect(result.records.size).toBe(0);
    expect(result.lastPages).toEqual(lastPages);
    expect(again.calls).toHaveLength(2);
  });

  it('that differs on a later page is parsed from its first page', async () => {
    const lastPages = await lastPagesOf(70);
    const again = clientOf(still([...cases(69), { docketId: 70, caseName: 'Renamed' }], 50));
    const result = await readResult(taskOf(again.client, { lastPages }));
    expect(result).toMatchObject({ outcome: 'complete', unchanged: false, hits: 70 });
    expect(result.records.size).toBe(70);
    expect(result.lastPages?.map((page) => page.fresh)).toEqual([50, 20]);
    expect(again.calls).toHaveLength(2);
  });

  it('that breaks off keeps the pages read so far', async () => {
    const lastPages = await lastPagesOf(70);
    const { client } = clientOf((body, call) => (call === 1 ? still(cases(70), 50)(body) : failed('server')));
    expect(await readResult(taskOf(client, { lastPages }))).toMatchObject({ outcome: 'partial', hits: 50 });
  });

  it('is not taken from a partial result', async () => {
    const result = await readResult(taskOf(clientOf(still(cases(34), 50, 35)).client));
    expect(result.lastPages).toBeUndefined();
  });
});

describe('a result without an end', () => {
  it('whose count grows with every page is abandoned after 21 pages', async () => {
    const { client, calls } = clientOf((body) => ({
      hits: cases(50, 1 + Number(body.from)),
      total: Number(body.from) + 200,
    }));
    const result = await readResult(taskOf(client));
    expect(result).toMatchObject({
      outcome: 'partial',
      reason: expect.stringContaining('is longer than a check pays for'),
    });
    expect(calls).toHaveLength(21);
  });

  it('of one hit per page is abandoned after two hundred pages', async () => {
    const { client, calls } = clientOf(still(cases(100_000), 1));
    expect(await readResult(taskOf(client))).toMatchObject({ outcome: 'partial', hits: 200 });
    expect(calls).toHaveLength(200);
  });
});

it('a result that repeats one page is read to its end, and needs no second reading', async () => {
  const [first, second] = [cases(2), cases(2, 3)];
  const pages = new Map([
    [0, first],
    [2, first],
    [4, second],
  ]);
  const { client, calls } = clientOf((body) => ({ hits: pages.get(Number(body.from)) ?? [], total: 4 }));
  const result = await readResult(taskOf(client));
  expect(result).toMatchObject({ outcome: 'complete', hits: 4 });
  expect(calls).toHaveLength(3);
});
