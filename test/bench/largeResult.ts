import { rmSync } from 'node:fs';
import type { Benchmark, Figure } from './parts/figures.ts';
import { main, runProcess } from './parts/processes.ts';
import { designPage } from './parts/responses.ts';
import { startServer } from './parts/server.ts';
import { newFolder, writeConfig } from './parts/workshop.ts';

const designs = 10_000;
const perPage = 100;

/** The most memory that `tipstaff check` takes for one large result. */
export const benchmark: Benchmark = async () => {
  const server = await startServer();
  const folder = newFolder();
  const watches = [{ id: 'large', designs: { source: 'HAGUE', holder: 'Large' } }];
  const config = writeConfig(folder, server.url, { watches });
  const figures: Figure[] = [];
  for (const [what, status] of [
    ['for the first time', 'ACT'],
    ['all changed', 'EXP'],
  ] as const) {
    const responses = Array.from({ length: designs / perPage }, (_, page) =>
      designPage(perPage, { total: designs, firstId: 1 + page * perPage, status }),
    );
    await server.stock({ name: 'Large', responses, pageSize: perPage });
    const { stdout, peakMb, wall } = await runProcess(main, ['--config', config, 'check', '--json']);
    if (!stdout.includes('"complete"')) throw new Error(stdout);
    const note = `${wall.toFixed(1)} s`;
    figures.push({
      what: `memory for 10,000 hits, ${what} (peak RSS)`,
      measured: peakMb,
      atMost: 600,
      unit: 'MB',
      note,
    });
  }
  rmSync(folder, { recursive: true });
  server.stop();
  return figures;
};
