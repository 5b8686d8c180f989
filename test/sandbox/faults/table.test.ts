import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FaultOrder } from '../../../sandbox/faults/fault.ts';
import { FAULT_NAMES, FAULTS, type FaultName } from '../../../sandbox/faults/ledger.ts';
import type { Sandbox } from '../../../sandbox/sandbox.ts';
import { startSandbox } from '../../../sandbox/startSandbox.ts';
import { type Asked, ask, design, docket, entry, type Json } from '../asking.ts';

const CASES = { patentNumber: '7000001', size: 4 };
const DESIGNS = { source: 'HAGUE', lcs: '09-01', num: 4, enable_litigation: true };

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ world: 'none', tokens: { sandbox: 1_000_000 } });
});
afterAll(() => sandbox.close());

beforeEach(() => {
  sandbox.setFaults();
  for (const type of ['docket', 'design'] as const)
    for (let id = 0; id < 99; id += 1) sandbox.remove(type, type === 'docket' ? String(id) : `HAGUE.DM/${id}`);
  for (let id = 1; id <= 6; id += 1) {
    const entries = Array.from({ length: 8 }, (_, place) =>
      entry(
        String(place + 1),
        `Mar ${place + 1}, 2024`,
        `MOTION by Alder's, Birch (Elm, E) (Entered: 03/0${place + 1}/2024)`,
      ),
    );
    sandbox.put(docket(id, { entries, entryTotal: 8, dateFiled: `2024-03-0${id}`, suitNature: '830 Patent' }));
    const image = { filename: '1.png', url: 'https://designs.example/images/HAGUE/1/1/1.png' };
    sandbox.put(
      design(`DM/${id}`, {
        HOL: ['Alder Design, AG'],
        IMG_DATA: [image],
        crawledAt: '2026-01-01T00:00:00.000Z',
        version: '1',
        RD: `2026-03-0${id}T23:59:59Z`,
      }),
    );
  }
});

const cases = (request: object = {}) => ask(sandbox, 'pacer', { ...CASES, ...request });
const designs = (request: object = {}) => ask(sandbox, 'wipo', { ...DESIGNS, ...request });
/** Under a fault, hits may be anything. */
const hitsOf = ({ body }: Asked): Json[] => body.data?.hits ?? body.hits;
const first = (asked: Asked): Json => hitsOf(asked)[0];
const ids = (asked: Asked) => hitsOf(asked).map(({ docketId }: { docketId: number }) => docketId);

async function struck(name: FaultName, more: Omit<FaultOrder, 'name'> = {}): Promise<void> {
  sandbox.setFaults({ name, ...more });
}

const refusedBy =
  (code: number, status = 200) =>
  async () => {
    const asked = await cases();
    expect([asked.status, asked.body.code, asked.body.data]).toEqual([status, code, null]);
    expect((await designs()).body.code).toBe(code);
  };

/** What a client sees under each fault. A fault without a line here does not compile. */
const PROMISES: Readonly<Record<FaultName, () => Promise<void>>> = {
  code: refusedBy(5000),
  account: refusedBy(3001),
  credits: refusedBy(2001),
  request: refusedBy(1002),
  busy: refusedBy(1003),
  server: refusedBy(5000),
  http: refusedBy(503, 503),
  'http-account': refusedBy(401, 401),
  'http-credits': refusedBy(402, 402),
  'http-request': refusedBy(400, 400),
  'http-busy': async () => {
    const { status, headers } = await cases();
    expect([status, headers.get('retry-after')]).toEqual([429, '1']);
  },
  'http-busy-date': async () => {
    const asked = Date.now();
    const { status, headers } = await cases();
    expect([status, Date.parse(headers.get('retry-after') ?? '') > asked - 1000]).toEqual([429, true]);
  },
  'http-server': async () => {
    const { status, headers } = await cases();
    expect([status, headers.get('retry-after')]).toEqual([503, '1']);
  },
  html: async () => {
    const { status, headers, text } = await cases();
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toMatch(/^<!doctype html>/);
  },
  'html-as-json': async () => {
    const { headers, body, text } = await designs();
    expect([headers.get('content-type'), body]).toEqual(['application/json', undefined]);
    expect(text).toMatch(/^<!doctype html>/);
  },
  'empty-body': async () => expect(await cases()).toMatchObject({ status: 200, text: '' }),
  'not-json': async () => expect(await cases()).toMatchObject({ status: 200, body: undefined }),
  'truncated-json': async () => {
    const { status, body, text } = await cases();
    expect([status, body, text.startsWith('{"code":0')]).toEqual([200, undefined, true]);
  },
  'cut-off': async () => {
    await expect(cases()).rejects.toThrow(/terminated/);
  },
  reset: async () => {
    await expect(cases()).rejects.toThrow(/fetch failed/);
  },
  drip: async () => {
    await struck('drip', { value: 5 });
    const started = performance.now();
    expect(ids(await cases())).toEqual([6, 5, 4, 3]);
    expect(performance.now() - started).toBeGreaterThan(90);
  },
  slow: async () => {
    await struck('slow', { value: 60 });
    const started = performance.now();
    expect(ids(await cases())).toEqual([6, 5, 4, 3]);
    expect(performance.now() - started).toBeGreaterThan(55);
  },
  huge: async () => {
    await struck('huge', { value: 3 });
    const asked = await cases();
    expect(asked.text.length).toBeGreaterThan(3_000_000);
    expect(ids(asked)).toEqual([6, 5, 4, 3]);
  },
  'data-null': async () => expect((await cases()).body).toEqual({ code: 0, message: 'success', data: null }),
  'no-hits': async () => {
    expect((await cases()).body).toEqual({ code: 0, message: 'success', data: { total: 6 } });
    expect((await designs()).body).not.toHaveProperty('hits');
  },
  'hits-null': async () => {
    expect((await cases()).body.data.hits).toBeNull();
    expect((await designs()).body.hits).toBeNull();
  },
  'body-array': async () => expect((await designs()).body).toMatchObject([{ total: 6 }]),
  'in-envelope': async () =>
    expect((await designs()).body).toMatchObject({ code: 0, data: { total: 6, hits: [{}, {}, {}, {}] } }),
  'data-data': async () =>
    expect((await designs()).body).toMatchObject({ code: 0, data: { data: { total: 6, hits: [{}, {}, {}, {}] } } }),
  bare: async () => expect(Object.keys((await cases()).body).sort()).toEqual(['hits', 'total']),
  'point-cost-null': async () => expect((await cases()).body.pointCost).toBeNull(),
  'point-cost': async () => expect((await cases()).body.pointCost).toBe(15),
  'unknown-envelope-fields': async () =>
    expect((await cases()).body).toMatchObject({ code: 0, took: 1, meta: { shard: 3 }, data: { total: 6 } }),
  'suddenly-empty': async () => expect((await cases()).body).toMatchObject({ code: 0, data: { total: 0, hits: [] } }),
  shrunk: async () => {
    const asked = await cases();
    expect([ids(asked), asked.body.data.total]).toEqual([[6, 5], 2]);
    expect(ids(await cases({ from: 4 }))).toEqual([]);
  },
  duplicates: async () => expect(ids(await cases())).toEqual([6, 5, 4, 3, 3]),
  shuffled: async () => {
    const [one, two] = [ids(await cases()), ids(await cases())];
    expect(one).not.toEqual(two);
    expect([...one].sort()).toEqual([...two].sort());
  },
  'total-unknown': async () => expect((await cases()).body.data.total).toBe(-1),
  'total-lies': async () => expect((await designs()).body.total).toBe(9),
  'litigation-failed': async () =>
    expect(first(await designs())).toMatchObject({ litigationStatus: 'failed', caseTotal: 0, cases: [] }),
  'litigation-skipped': async () =>
    expect(first(await designs())).toMatchObject({ litigationStatus: 'skipped', caseTotal: 0, cases: [] }),
  'arrival-between-pages': async () => {
    await struck('arrival-between-pages', { times: 1, page: 2 });
    const [one, two, again] = [ids(await cases()), ids(await cases({ from: 4 })), ids(await cases())];
    expect(one).toEqual([6, 5, 4, 3]);
    expect(two).toEqual([3, 2, 1]);
    expect(again.slice(1)).toEqual([6, 5, 4]);
    sandbox.remove('docket', String(again[0]));
  },
  'departure-between-pages': async () => {
    await struck('departure-between-pages', { times: 1, page: 2 });
    expect(ids(await cases())).toEqual([6, 5, 4, 3]);
    expect(ids(await cases({ from: 4 }))).toEqual([1]);
  },
  'page-clamped': async () => {
    await struck('page-clamped', { value: 2 });
    const asked = await cases();
    expect([ids(asked), asked.body.data.total]).toEqual([[6, 5], 6]);
  },
  'page-refused': async () => {
    await struck('page-refused', { value: 3 });
    expect((await cases()).body).toMatchObject({ code: 1002, data: null });
    expect(ids(await cases({ size: 3 }))).toEqual([6, 5, 4]);
  },
  'entries-clamped': async () =>
    expect(first(await cases())).toMatchObject({ entryTotal: 8, entries: [{}, {}, {}, {}, {}] }),
  'entries-keep-oldest': async () => expect(numbers(await cases({ entrySize: 2 }))).toEqual(['1', '2']),
  'entries-keep-newest': async () => expect(numbers(await cases({ entrySize: 2 }))).toEqual(['7', '8']),
  'entries-newest-first': async () => expect(numbers(await cases({ entrySize: 2 }))).toEqual(['8', '7']),
  'entries-oldest-first': async () => expect(numbers(await cases({ entrySize: 2 }))).toEqual(['7', '8']),
  'hit-fields-absent': async () => {
    const asked = await cases();
    expect(first(asked)).toEqual({ docketId: 6 });
    expect(hitsOf(asked)[1]).toHaveProperty('caseName');
  },
  'hit-fields-null': async () => {
    await struck('hit-fields-null', { value: 1, fields: ['caseName', 'entries'] });
    const asked = await cases();
    expect(hitsOf(asked)[1]).toMatchObject({ docketId: 5, caseName: null, entries: null, courtId: 'ded' });
    expect(first(asked)).toHaveProperty('caseName', 'Alder Co. v. Birch LLC');
  },
  'hit-fields-wrong': async () => {
    expect(first(await cases())).toMatchObject({
      docketId: 6,
      caseName: 17,
      entryTotal: '8 or so',
      parties: 'not a list',
    });
    expect(first(await designs())).toMatchObject({ IRN: 'DM/6', SOURCE: 'HAGUE', HOL: 'not a list' });
    sandbox.setFaults({ name: 'hit-fields-null' }, { name: 'hit-fields-wrong' });
    expect(first(await cases())).toMatchObject({ docketId: 6, caseName: { not: 'it' }, parties: { not: 'it' } });
  },
  'hit-fields-unknown': async () =>
    expect(first(await cases())).toMatchObject({
      docketId: 6,
      caseName: 'Alder Co. v. Birch LLC',
      relevanceScore: 0.93,
    }),
  'hit-without-identity': async () => {
    expect(first(await cases())).not.toHaveProperty('docketId');
    for (const field of ['ID', 'IRN', 'SOURCE']) expect(first(await designs())).not.toHaveProperty(field);
  },
  'hit-null': async () => expect(first(await cases())).toBeNull(),
  'hit-text': async () => expect(first(await designs())).toBe('record unavailable'),
  'entry-fields-absent': async () =>
    expect(first(await cases()).entries.slice(0, 2)).toMatchObject([{}, { documentNumber: '2' }]),
  'entry-fields-null': async () => {
    await struck('entry-fields-null', { value: 7, fields: ['dateFiled'] });
    expect(first(await cases()).entries[7]).toMatchObject({ documentNumber: '8', dateFiled: null });
  },
  'entry-fields-wrong': async () =>
    expect(first(await cases()).entries[0]).toMatchObject({ documentNumber: 17, patentNumbers: 'not a list' }),
  'entry-fields-unknown': async () =>
    expect(first(await cases()).entries[0]).toMatchObject({ documentNumber: '1', relevanceScore: 0.93 }),
  'entry-null': async () => expect(first(await cases()).entries[0]).toBeNull(),
  'entries-null': async () => expect(first(await cases()).entries).toBeNull(),
  'volatile-moves': async () => {
    const [one, two] = [first(await designs()), first(await designs())];
    for (const field of ['crawledAt', 'PROCESSED_AT', 'workerId', 'WORKER_ID', 'version'])
      expect(one[field]).not.toBe(two[field]);
    expect(one.IRN).toBe(two.IRN);
  },
  'image-hosts-move': async () => {
    const [one, two] = [first(await designs()), first(await designs())].map((hit) => new URL(hit.IMG_DATA[0].url));
    expect([one?.pathname, one?.host]).toEqual([two?.pathname, 'cdn1.designs.example']);
    expect(two?.host).toBe('cdn2.designs.example');
  },
  'image-queries-move': async () => {
    const [one, two] = [first(await designs()), first(await designs())].map(
      (hit) => new URL(hit.IMG_DATA[0].url).search,
    );
    expect([one, two]).toEqual(['?sig=1', '?sig=2']);
  },
  'holders-respelt': async () => {
    const spellings: string[] = [];
    for (let call = 0; call < 4; call += 1) spellings.push(first(await designs()).HOL[0]);
    expect(spellings).toEqual(['Alder  Design,  AG', 'Alder Design AG', 'alder design, ag', 'ALDER DESIGN, AG']);
  },
  'fields-come-and-go': async () => {
    const [one, two] = [first(await designs()), first(await designs())];
    for (const field of ['STATUS', 'HOL', 'PROD']) expect([field in one, field in two]).toEqual([false, true]);
  },
  'names-come-and-go': async () => {
    expect(first(await cases())).toMatchObject({
      docketId: 6,
      caseName: 'Unknown Case Title',
      assignedTo: '',
      parties: [],
    });
    expect(first(await cases())).toMatchObject({ docketId: 6, caseName: 'Alder Co. v. Birch LLC' });
  },
  'entered-comes-and-goes': async () => {
    const [one, two] = [first(await cases()), first(await cases())].map((hit) => hit.entries[0].description);
    expect([one.includes('Entered'), two.includes('Entered')]).toEqual([false, true]);
  },
  'text-respaced': async () =>
    expect(first(await cases()).entries[0].description).toContain('Alder&#039;s , Birch ( Elm'),
  'links-move': async () => {
    const [one, two] = [first(await cases()), first(await cases())].map((hit) => hit.entries[0].documentHref);
    expect([one, two]).toEqual(['/doc1/043101', '/doc1/043001']);
  },
  'entries-withheld': async () => {
    const [one, two] = [first(await cases()), first(await cases())];
    expect([one.entries.length, one.entryTotal, two.entries.length]).toEqual([0, 8, 8]);
  },
};

function numbers(asked: Asked): string[] {
  return first(asked).entries.map(({ documentNumber }: { documentNumber: string }) => documentNumber);
}

describe('the fault', () => {
  it.each(FAULT_NAMES)('%s has its documented effect', async (name) => {
    await struck(name);
    await PROMISES[name]();
  });

  it.each(FAULT_NAMES.filter((name) => FAULTS[name].failsCall))('%s costs nothing', async (name) => {
    await struck(name);
    const left = sandbox.stats.creditsLeft.sandbox;
    await cases().catch(() => undefined);
    expect(sandbox.stats.creditsLeft.sandbox).toBe(left);
  });

  it.each(FAULT_NAMES)('%s has a description of one line', (name) => {
    expect(FAULTS[name].about).toMatch(/^[^\n]{10,140}$/);
  });
});
