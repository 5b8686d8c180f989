import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { type Figure, tableOf } from './parts/figures.ts';

// npm run bench [-- NAME…] [--full] [--write]: every benchmark, each in its own process, one after another.

const all = ['oneCheck', 'wholeProcess', 'flat', 'storeSize', 'manyWatches', 'largeResult', 'pages', 'hostileTexts'];
const page = new URL('../docs/performance.md', import.meta.url);
const mark = '<!-- written by npm run bench -- --write -->';

const { values, positionals } = parseArgs({
  options: { full: { type: 'boolean', default: false }, write: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !all.includes(name));
if (unknown.length > 0) throw new Error(`There is no benchmark ${unknown.join(', ')}; there are ${all.join(', ')}.`);
if (values.write && positionals.length > 0) throw new Error('The page is written with all benchmarks, not with some.');

const figures: Figure[] = [];
for (const name of positionals.length > 0 ? positionals : all) {
  const measured = await run(name);
  process.stdout.write(`${tableOf(measured)}\n`);
  figures.push(...measured);
}
if (values.write) write();
if (figures.some(({ measured, atMost }) => measured > atMost)) process.exitCode = 1;

async function run(name: string): Promise<Figure[]> {
  const child = fork(new URL('./runOne.ts', import.meta.url), [name, ...(values.full ? ['--full'] : [])]);
  const ended = once(child, 'exit');
  const [measured] = await Promise.race([once(child, 'message'), ended.then(() => [])]);
  await ended;
  if (measured === undefined) throw new Error(`The benchmark ${name} failed.`);
  return measured as Figure[];
}

/** Replaces the previous table, at the end of the page. */
function write(): void {
  const text = readFileSync(page, 'utf8');
  const head = text.slice(0, text.indexOf(mark));
  const day = new Date().toISOString().slice(0, 10);
  const where = `Measured on ${day} with Node ${process.version} on ${availableParallelism()} cores.`;
  writeFileSync(page, `${head}${mark}\n\n${where}\n\n${tableOf(withSlowestPage())}`);
}

/** Of all pages of the server only the slowest, so that the table stays readable. */
function withSlowestPage(): Figure[] {
  const isPage = ({ what }: Figure) => what.startsWith('page ');
  const pages = figures.filter(isPage).sort((a, b) => b.measured - a.measured);
  const rest = figures.filter((figure) => !isPage(figure));
  const what = pages[0]?.what.replace('page', `the slowest of ${pages.length} pages,`) ?? '';
  return [...rest, ...pages.slice(0, 1).map((slowest) => ({ ...slowest, what }))];
}
