import { rmSync } from 'node:fs';
import { designAnswer } from './parts/answers.ts';
import { type Benchmark, type Figure, median } from './parts/figures.ts';
import { type Life, runProcess } from './parts/runProcess.ts';
import { type AnswerServer, startServer } from './parts/startServer.ts';
import { newFolder, writeConfig } from './parts/workshop.ts';

const watchCount = 200;
const runs = 7;
const main = new URL('../src/main.ts', import.meta.url);
const loop = new URL('./parts/plainLoop.ts', import.meta.url);

export const benchmark: Benchmark = {
  title: `Whole processes: ${watchCount} watches of 230 kB without news, against a loop that fetches and parses the same`,
  async measure() {
    const server = await startServer();
    const folders = [newFolder(), newFolder()];
    const idle = ['--config', writeConfig(folders[0] ?? '', server.url, { watches: [] })];
    const busy = ['--config', writeConfig(folders[1] ?? '', server.url, { watches: await stock(server) })];
    await runProcess(main, [...busy, 'check']);
    const lives: Lives[] = [];
    for (let run = 0; run < runs; run += 1) {
      lives.push({
        help: await runProcess(main, ['--help']),
        validate: await runProcess(main, [...idle, 'validate']),
        check: await runProcess(main, [...idle, 'check']),
        loopStart: await runProcess(loop, [server.url, '0']),
        loop: await runProcess(loop, [server.url, String(watchCount)]),
        busyCheck: await checkAll(busy),
      });
    }
    server.stop();
    for (const folder of folders) rmSync(folder, { recursive: true });
    return [...startFigures(lives), workFigure(lives, 'wall'), workFigure(lives, 'cpu')];
  },
};

type Lives = Readonly<Record<'help' | 'validate' | 'check' | 'loopStart' | 'loop' | 'busyCheck', Life>>;

async function stock(server: AnswerServer): Promise<object[]> {
  const names = Array.from({ length: watchCount }, (_, index) => `Holder Number ${index}`);
  for (const [index, name] of names.entries()) {
    await server.stock({ name, answers: [designAnswer({ designs: 120, firstId: 1 + index * 1000 })] });
  }
  return names.map((holder, index) => ({ id: `watch-${index}`, designs: { source: 'HAGUE', holder } }));
}

async function checkAll(config: readonly string[]): Promise<Life> {
  const life = await runProcess(main, [...config, 'check', '--json']);
  const complete = life.said.split('"outcome":"complete"').length - 1;
  if (complete !== watchCount) throw new Error(`${complete} of ${watchCount} checks were complete.`);
  return life;
}

function startFigures(lives: readonly Lives[]): Figure[] {
  const commands = { '--help': 'help', validate: 'validate', 'check with no watches': 'check' } as const;
  return Object.entries(commands).map(([command, name]) => ({
    what: `start-up: ${command}`,
    measured: median(lives.map((life) => life[name].wall)),
    atMost: 0.35,
    unit: 's',
  }));
}

/** After start-up: each less the same program with nothing to do. */
function workFigure(lives: readonly Lives[], which: 'wall' | 'cpu'): Figure {
  const ours = (life: Lives) => life.busyCheck[which] - life.check[which];
  const plain = (life: Lives) => life.loop[which] - life.loopStart[which];
  return {
    what: `after start-up, ${which === 'wall' ? 'time by the clock' : 'CPU'}`,
    measured: median(lives.map((life) => ours(life) / plain(life))),
    atMost: 1.3,
    unit: 'ratio',
    note: `${median(lives.map(ours)).toFixed(2)} s, plainly ${median(lives.map(plain)).toFixed(2)} s`,
  };
}
