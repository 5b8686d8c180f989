import { expect, it } from 'vitest';
import { inTurn } from '../../src/web/lists/list.ts';

it('one file is made at a time, whoever has gone is passed over, and beyond ten that wait others are asked to come later', async () => {
  const gates = Array.from({ length: 10 }, () => Promise.withResolvers<void>());
  const begun: number[] = [];
  const gone = AbortSignal.abort();
  const files = gates.map((gate, index) =>
    inTurn(
      async () => {
        begun.push(index);
        await gate.promise;
        return index;
      },
      index === 1 ? gone : undefined,
    ),
  );
  await expect(inTurn(async () => 'more')).rejects.toMatchObject({ code: 'web.busy' });
  expect(begun).toEqual([0]);
  for (const [index, gate] of gates.entries()) {
    gate.resolve();
    expect(await files[index]).toBe(index === 1 ? undefined : index);
    expect(begun.length).toBeLessThanOrEqual(Math.max(1, index + 1));
  }
  expect(await inTurn(async () => 'more')).toBe('more');
});
