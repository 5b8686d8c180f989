import { rmSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { main, runProcess } from '../../bench/parts/processes.ts';
import { newFolder, writeConfig } from '../../bench/parts/workshop.ts';
import { designHit } from '../check/hits.ts';
import { openService } from '../check/service.ts';

const designs = 10_000;

/** As large as real ones: two kilobytes each. */
function hits(status: string) {
  return Array.from({ length: designs }, (_, number) =>
    designHit(number, {
      STATUS: status,
      PROD: ['Bottles', 'Stoppers for bottles', 'Packaging containers for beverages'],
      DETAIL_DATA: {
        structured: { indication_of_products: `1.-6. Bottles; stoppers for bottles ${number}`.repeat(8) },
      },
      IMG_DATA: Array.from({ length: 6 }, (_image, view) => ({
        filename: `${number}-${view}.jpg`,
        url: `https://files.example/images/hague/${number}/${number}-${view}.jpg`,
      })),
    }),
  );
}

it('10,000 designs that all changed are checked and reported by a process of less than 600 MB', async () => {
  const service = await openService();
  service.cap = 100;
  const folder = newFolder();
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const watches = [{ id: 'large', designs: { source: 'HAGUE', holder: 'Rival' } }];
  const check = ['--config', writeConfig(folder, service.url, { watches }), 'check', '--json'];
  service.designs = hits('ACT');
  await runProcess(main, check);
  service.designs = hits('EXP');
  const { stdout, peakMb } = await runProcess(main, check);
  expect(JSON.parse(stdout)).toMatchObject({ outcome: 'complete', hits: designs, changes: designs });
  expect(peakMb).toBeLessThan(600);
}, 120_000);
