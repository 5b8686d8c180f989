import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Figure } from './parts/figures.ts';
import { tableOf } from './parts/table.ts';

// npm run bench [-- NAME…] [--full] [--write]: every benchmark, each in a process of its own, one after the other.

const all = [
  'withoutNews',
  'wholeProcess',
  'flat',
  'storeSize',
  'indexes',
  'manyWatches',
  'largeResult',
  'manyDue',
  'soon',
];
const page = new URL('../docs/performance.md', import.meta.url);
const marks = { begin: '<!-- the last table begins -->', end: '<!-- the last table ends -->' };

const { values, positionals } = parseArgs({
  options: { full: { type: 'boolean', default: false }, write: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !all.includes(name));
if (unknown.length > 0) throw new Error(`There is no benchmark ${unknown.join(', ')}; there are ${all.join(', ')}.`);

const tables: string[] = [];
for (const name of positionals.length > 0 ? positionals : all) {
  const table = tableOf(await run(name));
  process.stdout.write(`${table}\n`);
  tables.push(table);
}
if (values.write) writeTables(tables);

async function run(name: string): Promise<{ title: string; figures: Figure[] }> {
  const child = fork(new URL('./runOne.ts', import.meta.url), [name, ...(values.full ? ['--full'] : [])], {
    execArgv: [],
    serialization: 'advanced',
  });
  const ended = once(child, 'exit');
  const result = await Promise.race([once(child, 'message').then(([told]) => told), ended.then(() => undefined)]);
  if (result === undefined) throw new Error(`The benchmark ${name} failed.`);
  await ended;
  return result as { title: string; figures: Figure[] };
}

/** Puts tables in the place of those with the same title; the others stay as they were. */
function writeTables(written: readonly string[]): void {
  const text = readFileSync(page, 'utf8');
  const [begin, end] = [text.indexOf(marks.begin) + marks.begin.length, text.indexOf(marks.end)];
  const titleOf = (table: string) => table.split('\n', 1)[0];
  const tables = text
    .slice(begin, end)
    .trim()
    .split(/\n+(?=### )/)
    .filter(Boolean);
  for (const table of written) {
    const before = tables.findIndex((one) => titleOf(one) === titleOf(table));
    if (before < 0) tables.push(table.trim());
    else tables[before] = table.trim();
  }
  writeFileSync(page, `${text.slice(0, begin)}\n\n${tables.join('\n\n')}\n\n${text.slice(end)}`);
}
