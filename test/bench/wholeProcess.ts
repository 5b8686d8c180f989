import { rmSync } from 'node:fs';
import { type Benchmark, median } from './parts/figures.ts';
import { main, runProcess } from './parts/processes.ts';
import { designPage } from './parts/responses.ts';
import { startServer } from './parts/server.ts';
import { newFolder, writeConfig } from './parts/workshop.ts';

const watchCount = 200;
const runs = 5;
const loop = new URL('./parts/plainLoop.ts', import.meta.url);

/**
 * `tipstaff check` of 200 watches without news, from its start to its end, against a program
 * that fetches and parses the same.
 */
export const benchmark: Benchmark = async () => {
  const server = await startServer();
  const names = Array.from({ length: watchCount }, (_, index) => `Holder ${index}`);
  for (const [index, name] of names.entries()) {
    await server.stock({ name, responses: [designPage(120, { name, firstId: 1 + index * 1000 })] });
  }
  const watches = names.map((holder, index) => ({ id: `watch-${index}`, designs: { source: 'HAGUE', holder } }));
  const [empty, busy] = [newFolder(), newFolder()];
  const noWatch = ['--config', writeConfig(empty, server.url, { watches: [] })];
  const allWatches = ['--config', writeConfig(busy, server.url, { watches })];
  await runProcess(main, [...allWatches, 'check']);
  const seconds: { help: number; start: number; check: number; loop: number }[] = [];
  for (let run = 0; run < runs; run += 1) {
    const help = await runProcess(main, ['--help']);
    const start = await runProcess(main, [...noWatch, 'check']);
    const plain = await runProcess(loop, [server.url, String(watchCount)]);
    const check = await runProcess(main, [...allWatches, 'check', '--json']);
    const complete = check.stdout.split('"outcome":"complete"').length - 1;
    if (complete !== watchCount) throw new Error(`${complete} of ${watchCount} checks were complete.`);
    seconds.push({ help: help.wall, start: start.wall, check: check.wall, loop: plain.wall });
  }
  server.stop();
  for (const folder of [empty, busy]) rmSync(folder, { recursive: true });
  const ofMany = (key: keyof (typeof seconds)[number]) => median(seconds.map((run) => run[key]));
  return [
    {
      what: `${watchCount} watches without news, the whole process against a plain loop`,
      measured: median(seconds.map((run) => run.check / run.loop)),
      atMost: 2.5,
      unit: 'ratio',
      note: `${ofMany('check').toFixed(2)} s against ${ofMany('loop').toFixed(2)} s`,
    },
    { what: '--help', measured: ofMany('help'), atMost: 0.4, unit: 's' },
    { what: 'check started: without a watch, from start to end', measured: ofMany('start'), atMost: 0.6, unit: 's' },
  ];
};
