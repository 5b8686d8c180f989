import { median } from './figures.ts';

/** Two ways that took turns: the median ratio within a turn, and the median milliseconds of one call. */
export interface Comparison {
  readonly ratio: number;
  readonly oursMs: number;
  readonly plainMs: number;
}

/**
 * Lets two ways take turns, so that whatever else the machine does affects both alike; which one goes first alternates.
 * In a turn each way makes `calls` calls, and the ratio is computed within the turn.
 */
export async function sideBySide(
  ways: { ours: () => Promise<unknown>; plain: () => Promise<unknown> },
  { turns, calls, warmUp }: { turns: number; calls: number; warmUp: number },
): Promise<Comparison> {
  const msOf = async (way: 'ours' | 'plain', count: number) => {
    const startedMs = performance.now();
    for (let call = 0; call < count; call += 1) await ways[way]();
    return (performance.now() - startedMs) / count;
  };
  await msOf('plain', warmUp);
  await msOf('ours', warmUp);
  const rounds: { ours: number; plain: number }[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const [first, second] = turn % 2 === 0 ? (['plain', 'ours'] as const) : (['ours', 'plain'] as const);
    const ms = { ours: 0, plain: 0 };
    ms[first] = await msOf(first, calls);
    ms[second] = await msOf(second, calls);
    rounds.push(ms);
  }
  return {
    ratio: median(rounds.map(({ ours, plain }) => ours / plain)),
    oursMs: median(rounds.map(({ ours }) => ours)),
    plainMs: median(rounds.map(({ plain }) => plain)),
  };
}
