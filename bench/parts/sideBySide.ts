import { median } from './figures.ts';

/** Milliseconds of one call: by the clock, and of this process's CPU. */
export interface Timing {
  readonly wallMs: number;
  readonly cpuMs: number;
}

export async function timed(work: () => Promise<unknown>): Promise<Timing> {
  const cpu = process.cpuUsage();
  const startedMs = performance.now();
  await work();
  const wallMs = performance.now() - startedMs;
  const { user, system } = process.cpuUsage(cpu);
  return { wallMs, cpuMs: (user + system) / 1000 };
}

/** Medians of two ways that took turns, and of the ratio within each turn. */
export interface Comparison {
  readonly wall: number;
  readonly cpu: number;
  readonly oursMs: number;
  readonly plainMs: number;
}

/**
 * Lets two ways take turns, so that what else the machine does befalls both alike, and who goes first changes from turn to
 * turn. A turn is `calls` calls of each. Its ratio is taken within it; the medians of all turns are told.
 */
export async function sideBySide(
  ways: { ours: () => Promise<unknown>; plain: () => Promise<unknown> },
  { turns, calls, warmUp }: { turns: number; calls: number; warmUp: number },
): Promise<Comparison> {
  const times = async (way: () => Promise<unknown>, count: number) => {
    for (let call = 0; call < count; call += 1) await way();
  };
  await times(ways.plain, warmUp);
  await times(ways.ours, warmUp);
  const rounds: { ours: Timing; plain: Timing }[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const first = turn % 2 === 0 ? 'plain' : 'ours';
    const one = await timed(() => times(ways[first], calls));
    const other = await timed(() => times(ways[first === 'plain' ? 'ours' : 'plain'], calls));
    rounds.push(first === 'plain' ? { plain: one, ours: other } : { plain: other, ours: one });
  }
  return {
    wall: median(rounds.map(({ ours, plain }) => ours.wallMs / plain.wallMs)),
    cpu: median(rounds.map(({ ours, plain }) => ours.cpuMs / plain.cpuMs)),
    oursMs: median(rounds.map(({ ours }) => ours.wallMs / calls)),
    plainMs: median(rounds.map(({ plain }) => plain.wallMs / calls)),
  };
}
