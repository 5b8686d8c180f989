import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { startSandbox } from '../../sandbox/startSandbox.ts';
import { ask, docket, entry } from './asking.ts';

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ world: 'none' });
  sandbox.put(
    docket(1, {
      patentNumbers: ['6424636', 'D1234567'],
      parties: ['Rival, Inc.', 'Oak Ltd.'],
      dateFiled: '2024-01-02',
    }),
  );
  sandbox.put(
    docket(2, { patentNumbers: ['6424636'], parties: ['Rivalry Sports LLC', 'Oak Ltd.'], dateFiled: '2025-01-02' }),
  );
  sandbox.put(
    docket(3, {
      patentNumbers: ['64246361'],
      parties: ['The Rival Group'],
      docketNumber: '1:24-cv-00001',
      courtId: 'txed',
    }),
  );
});
afterAll(() => sandbox.close());

async function found(request: object): Promise<number[]> {
  const { body } = await ask(sandbox, 'pacer', request);
  return body.data.hits.map(({ docketId }: { docketId: number }) => docketId).sort();
}

describe('docket filters', () => {
  it.each([
    ['a patent number exactly', { patentNumber: '6424636' }, [1, 2]],
    ['with its commas and blanks stripped', { patentNumber: '6,424, 636' }, [1, 2]],
    ['in capitals', { patentNumber: 'd1,234,567' }, [1]],
    ['and no part of one', { patentNumber: '642463' }, []],
    ['the beginning of a party name', { companyName: 'Rival' }, [1, 2]],
    ['whatever its case and blanks', { companyName: '  rival,  INC' }, [1]],
    ['but not the middle of it', { companyName: 'Group' }, []],
    ['a case number, in every court that uses it', { caseNumber: '1:24-cv-00001' }, [1, 3]],
    ['and no part of one', { caseNumber: '1:24-cv-0000' }, []],
    ['all filters together', { patentNumber: '6424636', companyName: 'Oak', caseNumber: '1:24-cv-00002' }, [2]],
    ['nothing where one filter does not match', { patentNumber: '6424636', companyName: 'The' }, []],
    ['as if blank filters were not there', { patentNumber: '', companyName: ' ', caseNumber: '1:24-cv-00002' }, [2]],
  ])('find %s', async (_what, request, ids) => {
    expect(await found(request)).toEqual(ids);
  });

  it('give a response in the envelope of the contract, latest filed first', async () => {
    const { status, headers, body } = await ask(sandbox, 'pacer', { patentNumber: '6424636' });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('application/json');
    expect(body).toMatchObject({
      code: 0,
      message: 'success',
      data: { total: 2, hits: [{ docketId: 2 }, { docketId: 1 }] },
    });
  });

  it.each([
    ['no filter at all', {}, 1001],
    ['only blank filters', { patentNumber: ' ' }, 1001],
    ['a filter that is no text', { patentNumber: 6424636 }, 1002],
    ['a negative from', { patentNumber: '1', from: -1 }, 1002],
    ['a size that is no number', { patentNumber: '1', size: '10' }, 1002],
    ['a body that is no object', '[1]', 1002],
    ['a body that is no JSON', '{', 1002],
  ])('refuse %s with a code inside HTTP 200, at no cost', async (_what, request, code) => {
    const spent = sandbox.stats.creditsSpent;
    const { status, body } = await ask(sandbox, 'pacer', request);
    expect([status, body.code, body.data]).toEqual([200, code, null]);
    expect(body.message).toMatch(/parameter/);
    expect(sandbox.stats.creditsSpent).toBe(spent);
  });
});

describe('docket pages', () => {
  let large: Sandbox;

  beforeAll(async () => {
    large = await startSandbox({ world: 'none' });
    const entries = Array.from({ length: 230 }, (_, place) =>
      entry(String(place + 1), `Jan ${1 + (place % 28)}, ${2000 + Math.floor(place / 28)}`),
    );
    for (let id = 1; id <= 70; id += 1)
      large.put(docket(id, { entries: id === 70 ? entries : [], entryTotal: id === 70 ? 230 : 0 }));
  });
  afterAll(() => large.close());

  it.each([
    ['10 hits when no size is given', {}, 10],
    ['as many as asked', { size: 7 }, 7],
    ['50 when more is asked', { size: 500 }, 50],
    ['what is left on the last page', { from: 65, size: 50 }, 5],
    ['nothing beyond the end', { from: 70 }, 0],
  ])('hold %s', async (_what, paging, count) => {
    const { body } = await ask(large, 'pacer', { patentNumber: '7000001', ...paging });
    expect(body.data.hits).toHaveLength(count);
    expect(body.data.total).toBe(70);
  });

  it('together hold every case once', async () => {
    const pages = await Promise.all(
      [0, 25, 50].map((from) => ask(large, 'pacer', { patentNumber: '7000001', from, size: 25 })),
    );
    const ids = pages.flatMap(({ body }) => body.data.hits.map(({ docketId }: { docketId: number }) => docketId));
    expect(new Set(ids).size).toBe(70);
  });

  it.each([
    ['50 when no entrySize is given', {}, 50],
    ['as many as asked', { entrySize: 3 }, 3],
    ['200 when more is asked', { entrySize: 1000 }, 200],
    ['none when none is asked', { entrySize: 0 }, 0],
  ])('show the newest entries, %s, and the true entryTotal', async (_what, paging, count) => {
    const { body } = await ask(large, 'pacer', { caseNumber: '1:24-cv-00070', ...paging });
    const [hit] = body.data.hits;
    expect(hit.entries).toHaveLength(count);
    expect(hit.entryTotal).toBe(230);
    if (count > 0) expect(hit.entries.at(-1).documentNumber).toBe('230');
  });

  it('have caps that can be set', async () => {
    const narrow = await startSandbox({ caps: { size: 3, entrySize: 2 } });
    const { body } = await ask(narrow, 'pacer', { patentNumber: '6834603', size: 50, entrySize: 50 });
    await narrow.close();
    expect(body.data.hits).toHaveLength(3);
    expect(Math.max(...body.data.hits.map(({ entries }: { entries: unknown[] }) => entries.length))).toBe(2);
  });
});

it('dockets of the made-up world have every field of the contract in hits, entries and extra documents', async () => {
  const world = await startSandbox({ world: { startsOn: '2026-03-02' } });
  const { body } = await ask(world, 'pacer', { patentNumber: '6834603', size: 50, entrySize: 200 });
  await world.close();
  const fields = (names: string) => names.split(' ').sort();
  const seen = { hits: 0, entries: 0, extra: 0 };
  for (const hit of body.data.hits) {
    seen.hits += 1;
    expect(Object.keys(hit).sort()).toEqual(
      fields(
        'docketId docketNumber pacerCaseId caseName court courtId assignedTo suitNature jurisdiction status dateFiled dateTerminated parties patentNumbers entryTotal entries',
      ),
    );
    for (const filed of hit.entries) {
      seen.entries += 1;
      expect(Object.keys(filed).sort()).toEqual(
        fields('documentNumber dateFiled description documentHref pdfUrl patentNumbers extraDocument'),
      );
      expect(filed.dateFiled).toMatch(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/);
      for (const extra of filed.extraDocument) {
        seen.extra += 1;
        expect(Object.keys(extra).sort()).toEqual(fields('document_number document_href pdf_url patent_sumbers'));
      }
    }
  }
  expect(Math.min(seen.hits, seen.entries, seen.extra)).toBeGreaterThan(3);
});
