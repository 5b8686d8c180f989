import { execFileSync } from 'node:child_process';
import { setImmediate as soon } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { collectGarbage } from '../src/heap.ts';

it('collects what nothing refers to any more', async () => {
  const left = new WeakRef({ large: new Array(1000).fill(0) });
  await soon();
  collectGarbage();
  expect(left.deref()).toBeUndefined();
});

it('keeps the young generation within a few megabytes, whatever survives it', () => {
  const program = `
    import { keepYoungGenerationSmall } from ${JSON.stringify(new URL('../src/heap.ts', import.meta.url).href)};
    import { getHeapSpaceStatistics } from 'node:v8';
    if (process.argv[1] === 'small') keepYoungGenerationSmall();
    const kept = Array.from({ length: 1_000_000 }, (_, index) => ({ index }));
    const space = getHeapSpaceStatistics().find((one) => one.space_name === 'new_space');
    console.log(kept.length > 0 && space.space_size);
  `;
  const sizeOf = (mode: string) =>
    Number(execFileSync(process.execPath, ['--input-type=module', '--eval', program, mode], { encoding: 'utf8' }));
  const megabyte = 1024 * 1024;
  expect(sizeOf('as it is')).toBeGreaterThan(15 * megabyte);
  expect(sizeOf('small')).toBeLessThan(5 * megabyte);
});
