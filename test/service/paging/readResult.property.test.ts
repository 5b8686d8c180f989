import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PageRequest } from '../../../src/service/http/call.ts';
import { readResult } from '../../../src/service/paging/readResult.ts';
import { runs } from '../../runs.ts';
import { cases, clientOf, type Page, still, taskOf } from '../pagedService.ts';

const tries = runs({ few: 30, many: 100 });

/** What happens to the result between two pages. */
const move = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ kind: 'nothing' } as const) },
  fc.record({ kind: fc.constant('shuffle' as const), seed: fc.nat() }),
  fc.record({ kind: fc.constant('insert' as const), at: fc.nat(), count: fc.integer({ min: 1, max: 3 }) }),
);
const removal = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ kind: 'nothing' } as const) },
  fc.record({ kind: fc.constant('shuffle' as const), seed: fc.nat() }),
  fc.record({ kind: fc.constant('remove' as const), at: fc.nat() }),
);

const world = fc.record({
  size: fc.nat({ max: 60 }),
  caps: fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 5 }),
  moves: fc.array(move, { maxLength: 12 }),
  repeats: fc.array(fc.nat(), { maxLength: 4 }),
  lie: fc.constantFrom(0, 0, 0, 0, 1, 2),
  grantedSize: fc.constantFrom(0, 0, 20, 50),
});
type Move = { kind: 'remove'; at: number } | (typeof move extends fc.Arbitrary<infer T> ? T : never);
type World = Omit<typeof world extends fc.Arbitrary<infer T> ? T : never, 'moves'> & { moves: readonly Move[] };

/** Serves such a world. Its hits are ids, and repeats are further rows of the result. */
function serve({ size, caps, moves, repeats, lie }: World, counted: boolean, removed = new Set<number>()) {
  const ids = cases(size).map((one) => one.docketId);
  const rows = ids.concat(size === 0 ? [] : repeats.map((repeat) => ids[repeat % size] ?? 1));
  let distinct = size;
  return (body: PageRequest['body'], call: number): Page => {
    const step = call > 1 ? moves[call - 2] : undefined;
    if (step?.kind === 'shuffle') shuffle(rows, step.seed);
    if (step?.kind === 'insert') {
      const newcomers = Array.from({ length: step.count }, (_, index) => 1000 * call + index);
      rows.splice(step.at % (rows.length + 1), 0, ...newcomers);
      distinct += step.count;
    }
    if (step?.kind === 'remove' && rows.length > 0) {
      const gone = rows[step.at % rows.length] ?? 0;
      for (let at = rows.indexOf(gone); at >= 0; at = rows.indexOf(gone)) rows.splice(at, 1);
      removed.add(gone);
      distinct -= 1;
    }
    const from = Number(body.from);
    const cap = caps[counted ? call % caps.length : 0] ?? 1;
    const hits = rows.slice(from, from + cap).map((docketId) => ({ docketId }));
    return counted ? { hits, total: distinct + lie } : { hits };
  };
}

function shuffle(rows: number[], seed: number): void {
  for (let index = rows.length - 1, state = seed; index > 0; index -= 1) {
    state = (state * 1103515245 + 12345) % 2147483648;
    const other = state % (index + 1);
    [rows[index], rows[other]] = [rows[other] ?? 0, rows[index] ?? 0];
  }
}

const everyOne = (size: number) => cases(size).map((one) => `${one.docketId}`);

describe('whatever the pages return', () => {
  it('a counted result that is complete contains every hit that was there throughout', async () => {
    let complete = 0;
    await fc.assert(
      fc.asyncProperty(world, async (one) => {
        const { client, calls } = clientOf(serve(one, true));
        const reading = await readResult(taskOf(client, { grantedSize: one.grantedSize }));
        expect(calls.length).toBeLessThan(2 * (one.size + 60));
        if (reading.outcome === 'partial') return;
        complete += 1;
        expect([...reading.records.keys()]).toEqual(expect.arrayContaining(everyOne(one.size)));
      }),
      { numRuns: tries },
    );
    expect(complete).toBeGreaterThan(tries / 6);
  });

  it('a counted result that only loses hits, and is complete, contains every hit that stayed', async () => {
    let complete = 0;
    await fc.assert(
      fc.asyncProperty(world, fc.array(removal, { maxLength: 12 }), async (one, moves) => {
        const removed = new Set<number>();
        const { client } = clientOf(serve({ ...one, moves, repeats: [] }, true, removed));
        const reading = await readResult(taskOf(client, { grantedSize: one.grantedSize }));
        if (reading.outcome === 'partial') return;
        complete += 1;
        const stayed = everyOne(one.size).filter((key) => !removed.has(Number(key)));
        expect([...reading.records.keys()]).toEqual(expect.arrayContaining(stayed));
      }),
      { numRuns: tries },
    );
    expect(complete).toBeGreaterThan(tries / 6);
  });

  it('a result without a count that does not change is read to its end', async () => {
    await fc.assert(
      fc.asyncProperty(world, async (one) => {
        const { client } = clientOf(serve({ ...one, moves: [], repeats: [] }, false));
        const reading = await readResult(taskOf(client));
        expect(reading).toMatchObject({ outcome: 'complete', hits: one.size });
      }),
      { numRuns: tries },
    );
  });

  it('a correct count, unchanged pages and no repeats give a complete result in the fewest pages', async () => {
    await fc.assert(
      fc.asyncProperty(world, async (one) => {
        const cap = one.caps[0] ?? 1;
        const { client, calls } = clientOf(serve({ ...one, caps: [cap], moves: [], repeats: [], lie: 0 }, true));
        expect((await readResult(taskOf(client))).outcome).toBe('complete');
        expect(calls).toHaveLength(Math.max(1, Math.ceil(one.size / cap)));
      }),
      { numRuns: tries },
    );
  });

  it('a result that changed anywhere is never recognized as unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(world, fc.nat(), async (one, which) => {
        fc.pre(one.size > 0);
        const quiet: World = { ...one, moves: [], repeats: [], lie: 0 };
        const before = await readResult(taskOf(clientOf(serve(quiet, true)).client));
        const serveQuiet = serve(quiet, true);
        const { client } = clientOf((body, call) => {
          const page = serveQuiet(body, call) as Exclude<Page, Error> & object;
          if (!('hits' in page)) return page;
          const hits = (page.hits as { docketId: number }[]).map((hit) =>
            hit.docketId === 1 + (which % one.size) ? { ...hit, caseName: 'Renamed' } : hit,
          );
          return { ...page, hits };
        });
        const reading = await readResult(taskOf(client, { lastPages: before.lastPages }));
        expect(reading).toMatchObject({ unchanged: false, outcome: 'complete', hits: one.size });
        expect([...reading.records.keys()].sort()).toEqual(everyOne(one.size).sort());
      }),
      { numRuns: tries },
    );
  });

  it('a changed result is read the same, with or without the last pages', async () => {
    await fc.assert(
      fc.asyncProperty(world, world, async (before, after) => {
        const { lastPages } = await readResult(taskOf(clientOf(serve(before, true)).client));
        const anew = await readResult(taskOf(clientOf(serve(after, true)).client));
        const again = await readResult(taskOf(clientOf(serve(after, true)).client, { lastPages }));
        const { outcome, reason, hits, total } = anew;
        expect(again).toMatchObject({ outcome, hits, total });
        expect(again.pages).toHaveLength(anew.pages.length);
        if (again.unchanged) return;
        expect(again.reason).toBe(reason);
        expect([...again.records.keys()].sort()).toEqual([...anew.records.keys()].sort());
      }),
      { numRuns: tries },
    );
  });

  it('a docket has ended if a copy shows its end and no copy has more entries', async () => {
    const copy = fc.record({
      status: fc.constantFrom('open', 'terminated', 'stayed', ''),
      entries: fc.nat({ max: 2 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(copy, { minLength: 1, maxLength: 5 }), async (copies) => {
        const hits = copies.map(({ status, entries }) => ({
          docketId: 1,
          status,
          dateTerminated: status === 'terminated' ? '2026-11-20' : '',
          entries: ['a', 'b'].slice(0, entries).map((description) => ({ description })),
        }));
        const { records } = await readResult(taskOf(clientOf(still(hits, 50, 1)).client));
        const most = Math.max(...copies.map(({ entries }) => entries));
        const ended = copies.some(({ status, entries }) => status === 'terminated' && entries === most);
        const { dateTerminated = '' } = records.get('1')?.record as { dateTerminated?: string };
        expect(dateTerminated !== '').toBe(ended);
      }),
      { numRuns: tries },
    );
  });
});
