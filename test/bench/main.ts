import { fork } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { type Figure, tableOf } from './parts/figures.ts';

// npm run bench [-- NAME…] [--full]: every benchmark, each in its own process, one after another.

const all = ['oneCheck', 'wholeProcess', 'flat', 'storeSize', 'manyWatches', 'largeResult', 'pages', 'hostileTexts'];

const { values, positionals } = parseArgs({
  options: { full: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !all.includes(name));
if (unknown.length > 0) throw new Error(`There is no benchmark ${unknown.join(', ')}; there are ${all.join(', ')}.`);

const figures: Figure[] = [];
for (const name of positionals.length > 0 ? positionals : all) {
  const measured = await run(name);
  process.stdout.write(`${tableOf(measured)}\n`);
  figures.push(...measured);
}
if (figures.some(({ measured, atMost }) => measured > atMost)) process.exitCode = 1;

async function run(name: string): Promise<Figure[]> {
  const child = fork(new URL('./runOne.ts', import.meta.url), [name, ...(values.full ? ['--full'] : [])]);
  const ended = once(child, 'exit');
  const [measured] = await Promise.race([once(child, 'message'), ended.then(() => [])]);
  await ended;
  if (measured === undefined) throw new Error(`The benchmark ${name} failed.`);
  return measured as Figure[];
}
