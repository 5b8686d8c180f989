import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { startSandbox } from '../../sandbox/startSandbox.ts';
import { byNight } from '../runs.ts';
import { ask } from '../sandbox/asking.ts';

const [small, large] = [1000, byNight ? 100_000 : 10_000];
const rounds = byNight ? 15 : 2;
const worlds = new Map<number, Sandbox>();

beforeAll(async () => {
  for (const size of [small, large]) worlds.set(size, await startSandbox({ world: { size, startsOn: '2026-03-02' } }));
});
afterAll(async () => {
  for (const sandbox of worlds.values()) await sandbox.close();
});

function worldOf(size: number): Sandbox {
  const sandbox = worlds.get(size);
  if (!sandbox) throw new Error(`no world of ${size}`);
  return sandbox;
}

async function responseOf(size: number, operation: 'pacer' | 'wipo', request: object): Promise<string> {
  return (await ask(worldOf(size), operation, request)).text;
}

describe(`over ${large} dockets and as many designs`, () => {
  it('holds them all', () => {
    expect(worldOf(large).stats.dockets).toBeGreaterThan(large);
    expect(worldOf(large).stats.designs).toBeGreaterThan(large);
  });

  it.each([
    ['a patent number', 'pacer', { patentNumber: '6834603', size: 5 }],
    ['a case number', 'pacer', { caseNumber: '1:20-cv-00168' }],
    ['a part of a holder', 'wipo', { source: 'HAGUE', hol: 'Rival' }],
    ['an id', 'wipo', { source: 'HAGUE', id: 'HAGUE.D950001' }],
    ['the beginning of an id', 'wipo', { source: 'HAGUE', id_search: 'HAGUE.D95000' }],
    ['a holder with litigation', 'wipo', { source: 'HAGUE', hol: 'Rival', enable_litigation: true }],
  ] as const)('finds by %s what it finds over 1,000, after each change of the records', async (_what, operation, request) => {
    const wanted = await responseOf(small, operation, request);
    for (let round = 0; round < rounds; round += 1) {
      // So that no round is served from the remembered results.
      worldOf(large).put({ docketId: 1 });
      expect((await responseOf(large, operation, request)).replaceAll(worldOf(large).url, worldOf(small).url)).toBe(
        wanted,
      );
    }
  });

  it('moves on a day without being built anew', () => {
    const sandbox = worldOf(large);
    const before = sandbox.stats.dockets;
    sandbox.advanceDays(1);
    expect(sandbox.stats.dockets - before).toBeLessThan(large / 1000);
    expect(sandbox.stats.dockets - before).toBeGreaterThan(0);
  });
});
