import type { Benchmark } from './parts/figures.ts';

// node test/bench/runOne.ts NAME [--full]: one benchmark in its own process. Figures go to the parent, or to stdout.

const [name = '', flag] = process.argv.slice(2);
const { benchmark } = (await import(`./${name}.ts`)) as { benchmark: Benchmark };
const figures = await benchmark({ full: flag === '--full' });
if (process.send) process.send(figures);
else process.stdout.write(`${JSON.stringify(figures, undefined, 1)}\n`);
