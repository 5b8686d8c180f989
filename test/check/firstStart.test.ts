import { expect, it } from 'vitest';
import { startFirst } from './firstStart.ts';

it('the first start announces all baselines of up to an hour in one message per channel', async () => {
  const { states, outline } = await startFirst(9);
  expect(states).toEqual(['counsel sent', 'ops sent']);
  expect(outline.subject).toMatch(/^Found NOTHING for Watch 0 and 2 more watches; now watching 6 watches$/);
});
