import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { startSandbox } from '../../src/sandbox/startSandbox.ts';
import { ask } from './asking.ts';

/** A hundred times what the small world has; a response that walked over all of it would take a hundred times as long. */
const SMALL = 1000;
const LARGE = 100_000;
/** Room for a busy machine: still far from a hundred. */
const AT_MOST_TIMES = 12;

const worlds = new Map<number, Sandbox>();

beforeAll(async () => {
  for (const size of [SMALL, LARGE]) worlds.set(size, await startSandbox({ world: { size, startsOn: '2026-03-02' } }));
}, 120_000);
afterAll(async () => {
  for (const sandbox of worlds.values()) await sandbox.close();
});

async function medianMilliseconds(size: number, operation: 'pacer' | 'wipo', request: object): Promise<number> {
  const sandbox = worlds.get(size);
  if (!sandbox) throw new Error(`no world of ${size}`);
  const times: number[] = [];
  for (let round = 0; round < 15; round += 1) {
    // A change to the records, so that no round is served from the remembered results.
    sandbox.put({ docketId: 1 });
    const started = performance.now();
    await ask(sandbox, operation, request);
    times.push(performance.now() - started);
  }
  return times.sort((a, b) => a - b)[7] ?? Number.POSITIVE_INFINITY;
}

describe('over 100,000 dockets and as many designs', () => {
  it('holds them all', () => {
    expect(worlds.get(LARGE)?.stats.dockets).toBeGreaterThan(LARGE);
    expect(worlds.get(LARGE)?.stats.designs).toBeGreaterThan(LARGE);
  });

  it.each([
    ['a patent number', 'pacer', { patentNumber: '6834603', size: 5 }],
    ['a case number', 'pacer', { caseNumber: '1:20-cv-00168' }],
    ['the beginning of a company name', 'pacer', { companyName: 'Widget', size: 5 }],
    ['a part of a holder', 'wipo', { source: 'HAGUE', hol: 'Rival' }],
    ['an id', 'wipo', { source: 'HAGUE', id: 'HAGUE.D950001' }],
    ['the beginning of an id', 'wipo', { source: 'HAGUE', id_search: 'HAGUE.D95000' }],
    ['a holder with litigation', 'wipo', { source: 'HAGUE', hol: 'Rival', enable_litigation: true }],
  ] as const)('finds by %s about as fast as over 1,000', async (_what, operation, request) => {
    const [small, large] = [
      await medianMilliseconds(SMALL, operation, request),
      await medianMilliseconds(LARGE, operation, request),
    ];
    expect(large / small).toBeLessThan(AT_MOST_TIMES);
  });

  it('moves on a day without being built anew', async () => {
    const sandbox = worlds.get(LARGE);
    const before = sandbox?.stats.dockets ?? 0;
    sandbox?.advanceDays(1);
    expect((sandbox?.stats.dockets ?? 0) - before).toBeLessThan(LARGE / 1000);
    expect((sandbox?.stats.dockets ?? 0) - before).toBeGreaterThan(0);
  });
});
