import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Sandbox } from '../../../sandbox/sandbox.ts';
import { startSandbox } from '../../../sandbox/startSandbox.ts';
import { ask, design, docket } from '../asking.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ world: 'none' });
  for (let id = 1; id <= 6; id += 1) sandbox.put(docket(id));
  sandbox.put(design('DM/1'));
});
afterEach(() => sandbox.close());

async function statuses(...requests: readonly ['pacer' | 'wipo', object][]): Promise<number[]> {
  const responses: number[] = [];
  for (const [operation, request] of requests) responses.push((await ask(sandbox, operation, request)).status);
  return responses;
}

const CASES = ['pacer', { patentNumber: '7000001' }] as const;
const OTHER = ['pacer', { companyName: 'Alder' }] as const;
const DESIGN = ['wipo', { source: 'HAGUE', irn: 'DM/1' }] as const;

it('a fault without conditions strikes every call', async () => {
  sandbox.setFaults('http');
  expect(await statuses([...CASES], [...OTHER], [...DESIGN])).toEqual([503, 503, 503]);
});

it('a fault can be limited to one operation', async () => {
  sandbox.setFaults({ name: 'http', operation: 'wipo' });
  expect(await statuses([...CASES], [...DESIGN])).toEqual([200, 503]);
});

it('a fault can be limited to queries that match', async () => {
  sandbox.setFaults({ name: 'http', match: { patentNumber: '7000001' } });
  expect(await statuses([...CASES], [...OTHER])).toEqual([503, 200]);
});

it('a fault can be limited to one page', async () => {
  sandbox.setFaults({ name: 'http', page: 2 });
  const page = (from: number): ['pacer', object] => ['pacer', { patentNumber: '7000001', size: 2, from }];
  expect(await statuses(page(0), page(2), page(4))).toEqual([200, 503, 200]);
});

it('a fault can skip some calls first, and end after some', async () => {
  sandbox.setFaults({ name: 'http', skip: 1, times: 2 });
  expect(await statuses([...CASES], [...CASES], [...CASES], [...CASES])).toEqual([200, 503, 503, 200]);
});

it('a fault takes a value as on a command line', async () => {
  sandbox.setFaults('http=418');
  expect(await statuses([...CASES])).toEqual([418]);
});

it('several faults strike at once, in the given order', async () => {
  sandbox.setFaults('duplicates', 'total-unknown', 'volatile-moves');
  const { body } = await ask(sandbox, ...DESIGN);
  expect([body.total, body.hits.length, body.hits[0].workerId]).toEqual([-1, 2, 'w-1']);
  expect(sandbox.requests.at(-1)?.faults).toEqual(['duplicates', 'total-unknown', 'volatile-moves']);
});

it('faults end when none is set', async () => {
  sandbox.setFaults('http');
  sandbox.setFaults();
  expect(await statuses([...CASES])).toEqual([200]);
});

it('faults strike in the same way when they are set again', async () => {
  const play = async () => {
    sandbox.setFaults('shuffled', { name: 'holders-respelt', skip: 1 });
    const texts: string[] = [];
    for (let call = 0; call < 4; call += 1)
      texts.push((await ask(sandbox, ...CASES)).text, (await ask(sandbox, ...DESIGN)).text);
    return texts;
  };
  expect(await play()).toEqual(await play());
});

it.each([
  ['nonsense', /There is no fault "nonsense".*data-null/],
  ['http=', /The value of a fault is a number/],
  ['http=soon', /Say http=5/],
])('setFaults refuses %s', (order, words) => {
  expect(() => sandbox.setFaults(order)).toThrow(words);
});
