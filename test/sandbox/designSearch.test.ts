import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { startSandbox } from '../../sandbox/startSandbox.ts';
import { ask, design } from './asking.ts';

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ world: 'none' });
  sandbox.put(design('DM/1', { HOL: ['DOK Design'] }));
  sandbox.put(design('DM/2', { HOL: ['Hatsudoki K.K.'], LCS: ['23-01'], STATUS: 'EXP', RD: '2025-07-04T23:59:59Z' }));
  sandbox.put(design('DM/12', { HOL: ['Alder', 'Birch, Elm & Co.'], PROD: ['2. Chair'], DS: ['CH'] }));
  sandbox.put(design('D1', { SOURCE: 'USID', ID: 'USID.D1', HOL: ['DOK Design'] }));
  sandbox.put(design('J1', { SOURCE: 'JPID', ID: 'JPID.J1' }));
  sandbox.put(design('J2', { SOURCE: 'JPID', ID: 'JPID.J2' }));
  sandbox.put(design('CN1', { SOURCE: 'CNID', ID: 'CNID.2024.CN1', HOL: ['DOK Design'] }));
});
afterAll(() => sandbox.close());

async function found(request: object): Promise<string[]> {
  const { body } = await ask(sandbox, 'wipo', request);
  return body.hits.map(({ IRN }: { IRN: string }) => IRN).sort();
}

describe('design filters', () => {
  it.each([
    ['a holder by a part of the name, whatever its case', { source: 'HAGUE', hol: 'dok' }, ['DM/1', 'DM/2']],
    ['a holder by one or two letters', { source: 'HAGUE', hol: 'ki' }, ['DM/2']],
    ['a holder by the last letters', { source: 'HAGUE', hol: '.' }, ['DM/12', 'DM/2']],
    ['any of several holders', { source: 'HAGUE', hol: 'elm & co' }, ['DM/12']],
    ['one phrase, not words on their own', { source: 'HAGUE', hol: 'Design DOK' }, []],
    ['a product by a part of it', { source: 'HAGUE', prod: 'CHAI' }, ['DM/12']],
    ['a registration number exactly', { source: 'HAGUE', irn: 'DM/1' }, ['DM/1']],
    ['an id exactly', { source: 'HAGUE', id: 'HAGUE.DM/1' }, ['DM/1']],
    ['an id by its beginning', { source: 'HAGUE', id_search: 'HAGUE.DM/1' }, ['DM/1', 'DM/12']],
    ['a class', { source: 'HAGUE', lcs: '23-01' }, ['DM/2']],
    ['a designated state', { source: 'HAGUE', ds: 'ch' }, ['DM/12']],
    ['a year of registration', { source: 'HAGUE', rd: '2025' }, ['DM/2']],
    ['a day of registration', { source: 'HAGUE', rd: '2026-03-06' }, ['DM/1', 'DM/12']],
    ['a status', { source: 'HAGUE', status: 'EXP' }, ['DM/2']],
    ['all filters together', { source: 'HAGUE', hol: 'dok', lcs: '09-01', status: 'ACT' }, ['DM/1']],
    ['in the source asked for alone', { source: 'USID', hol: 'dok' }, ['D1']],
    ['nothing in a source that it does not know', { source: 'XXID', hol: 'dok' }, []],
    ['as if blank filters were not there', { source: 'HAGUE', hol: 'dok', irn: '', prod: ' ' }, ['DM/1', 'DM/2']],
    [
      'more than asked for: ed is ignored everywhere',
      { source: 'HAGUE', hol: 'dok', ed: '1999-01-01' },
      ['DM/1', 'DM/2'],
    ],
    ['more than asked for: status is ignored on USID', { source: 'USID', hol: 'dok', status: 'DEL' }, ['D1']],
    [
      'more than asked for: holder and product are ignored on JPID',
      { source: 'JPID', hol: 'nobody', prod: 'x' },
      ['J1', 'J2'],
    ],
    ['CNID by holder beside a narrowing filter', { source: 'CNID', hol: 'dok', lcs: '09-01' }, ['CN1']],
  ])('find %s', async (_what, request, numbers) => {
    expect(await found(request)).toEqual(numbers);
  });

  it.each([
    ['no source', { hol: 'dok' }, 1001],
    ['a source alone', { source: 'HAGUE' }, 1001],
    ['a source with blank filters', { source: 'HAGUE', hol: '', lcs: '' }, 1001],
    ['two sources', { source: 'HAGUE,EMID', hol: 'dok' }, 1002],
    ['CNID with a holder alone', { source: 'CNID', hol: 'dok' }, 1002],
    ['CNID with a product and a filter that does not narrow', { source: 'CNID', prod: 'x', ds: 'CN' }, 1002],
    ['a range of days', { source: 'HAGUE', rd: '2025-01-01..2025-02-01' }, 1002],
    ['a filter that is no text', { source: 'HAGUE', hol: ['dok'] }, 1002],
    ['litigation that is neither true nor false', { source: 'HAGUE', hol: 'dok', enable_litigation: 'yes' }, 1002],
  ])('refuse %s with a code inside HTTP 200', async (_what, request, code) => {
    const { status, body } = await ask(sandbox, 'wipo', request);
    expect([status, body.code, body.data]).toEqual([200, code, null]);
  });
});

describe('design responses', () => {
  it('have no envelope', async () => {
    const { body } = await ask(sandbox, 'wipo', { source: 'HAGUE', irn: 'DM/1' });
    expect(Object.keys(body).sort()).toEqual(['hits', 'litigationNote', 'total']);
    expect(body).toMatchObject({ total: 1, litigationNote: '' });
  });

  it.each([
    ['10 hits when no num is given', {}, 10],
    ['100 when more is asked', { num: 1000 }, 100],
    ['what is left on the last page', { from: 120, num: 100 }, 10],
  ])('hold %s', async (_what, paging, count) => {
    const large = await startSandbox({ world: 'none' });
    for (let number = 0; number < 130; number += 1) large.put(design(`DM/${number}`));
    const { body } = await ask(large, 'wipo', { source: 'HAGUE', lcs: '09-01', ...paging });
    await large.close();
    expect([body.hits.length, body.total]).toEqual([count, 130]);
  });

  it.each([
    ['USID', ['STATUS'], { rd: '2025' }],
    ['JPID', ['HOL', 'PROD'], { rd: '2025' }],
    ['CNID', ['DETAIL_DATA'], { rd: '2025' }],
    ['EMID', [], { rd: '2025' }],
  ])('of %s in the made-up world lack %j and have all other fields', async (source, lacks, filter) => {
    const world = await startSandbox({ world: { startsOn: '2026-03-02' } });
    const { body } = await ask(world, 'wipo', { source, ...filter });
    await world.close();
    const all =
      'workerId WORKER_ID IMG IRN HOL DETAIL_DATA version DS RD STATUS PROD crawledAt PROCESSED_AT SOURCE DOC DETAIL_URL ID LCS IMG_DATA DC ED';
    expect(body.hits.length).toBeGreaterThan(0);
    for (const hit of body.hits)
      expect(Object.keys(hit).sort()).toEqual(
        all
          .split(' ')
          .filter((field) => !lacks.includes(field))
          .sort(),
      );
  });
});
