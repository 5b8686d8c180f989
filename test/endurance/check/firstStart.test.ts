import { expect, it } from 'vitest';
import { startFirst } from '../../check/firstStart.ts';

it('the first start of 150 watches announces all baselines in one message, and counts what does not fit', async () => {
  const { states, outline, text } = await startFirst(150);
  expect(states).toEqual(['counsel sent', 'ops sent']);
  expect(outline.subject).toMatch(/^Found NOTHING for Watch 0 and 49 more watches; now watching 100 watches$/);
  expect(outline.lead.join(' ')).toContain(
    '50 more watches began too, and found 34 records: tipstaff status lists them.',
  );
  expect(outline.warnings?.at(-1)?.text).toMatch(/^Found NOTHING for Watch 102, .*Watch 147\. If you expected hits/);
  expect(text.length).toBeLessThan(100_000);
});
