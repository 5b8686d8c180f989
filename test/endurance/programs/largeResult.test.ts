import { expect, it } from 'vitest';
import { designHit } from '../../check/hits.ts';
import { openMachine } from '../../e2e/machine.ts';
import { runProgram } from '../../program.ts';
import { byNight } from '../../runs.ts';

const designs = byNight ? 10_000 : 4_000;
/** The heap limit of the process, which fails if that is not enough. */
const heapMb = byNight ? 300 : 150;

/** Two kilobytes each, like real designs. */
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

it(`a process with little memory checks and reports ${designs} designs that all changed`, async () => {
  const machine = await openMachine({
    operators: [],
    watches: [{ id: 'large', announce: false, designs: { source: 'HAGUE', holder: 'Rival' } }],
  });
  machine.service.cap = 100;
  machine.service.designs = hits('ACT');
  expect(await machine.run(['check'])).toMatchObject({ code: 0 });
  machine.service.designs = hits('EXP');
  const nodeArgs = [`--max-old-space-size=${heapMb}`];
  const ran = await runProgram(['check', '--json'], { folder: machine.folder, env: machine.env, nodeArgs });
  expect(ran, ran.stderr).toMatchObject({ code: 0 });
  expect(JSON.parse(ran.stdout)).toMatchObject({ outcome: 'complete', hits: designs, changes: designs });
});
