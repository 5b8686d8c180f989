import { rmSync } from 'node:fs';
import { designAnswer, docketAnswer } from './parts/answers.ts';
import type { Benchmark, Figure } from './parts/figures.ts';
import { runProcess } from './parts/runProcess.ts';
import { startServer } from './parts/startServer.ts';
import { newFolder, writeConfig } from './parts/workshop.ts';

const main = new URL('../src/main.ts', import.meta.url);
const designs = 10_000;
const perPage = 100;

export const benchmark: Benchmark = {
  title: 'Large results: the most memory that `tipstaff check` takes for one (peak RSS)',
  async measure() {
    const server = await startServer();
    const pages = (version: number, status: string) =>
      Array.from({ length: designs / perPage }, (_, page) =>
        designAnswer({ designs: perPage, total: designs, firstId: 1 + page * perPage, version, status }),
      );
    const docket = (newEntries: number) => [docketAnswer({ dockets: 1, entries: 10_000, newEntries })];
    const figures: Figure[] = [];
    const folder = newFolder();
    const cases = [
      { what: '10,000 designs', watch: { designs: { source: 'HAGUE', holder: 'Large Result' } }, pages },
      { what: 'a docket of 10,000 entries', watch: { dockets: { companyName: 'Large Result' } }, docket },
    ];
    for (const [index, { what, watch, ...made }] of cases.entries()) {
      const config = writeConfig(folder, server.url, {
        database: `${folder}/${index}.db`,
        watches: [{ id: 'large', ...watch }],
      });
      const steps = made.pages
        ? {
            'for the first time': pages(1, 'ACT'),
            'volatile fields moved': pages(2, 'ACT'),
            'all changed': pages(3, 'EXP'),
          }
        : { 'for the first time': docket(0), 'ten entries more': docket(10) };
      for (const [step, answers] of Object.entries(steps)) {
        await server.stock({ name: 'Large Result', answers, pageSize: perPage });
        const life = await runProcess(main, ['--config', config, 'check', '--json']);
        if (!life.said.includes('"complete"')) throw new Error(life.said);
        const note = `${life.wall.toFixed(1)} s`;
        figures.push({ what: `${what}, ${step}`, measured: life.peakMb, atMost: 250, unit: 'MB', note });
      }
    }
    rmSync(folder, { recursive: true });
    server.stop();
    return figures;
  },
};
