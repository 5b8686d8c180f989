import { expect, it } from 'vitest';
import { announcedWords } from '../../../src/alerts/message/changeItem.ts';

const reader = { timezone: 'America/New_York' };

function words(filedAt: string, seenAt: string, detectedAt: string): string {
  return announcedWords({ announced: { filedAt, seenAt, source: 'feed' }, detectedAt }, reader);
}

it("the words about an entry's way give the day and time of each step, and each day only once", () => {
  const [filed, seen] = ['2026-11-25T20:37:00Z', '2026-11-25T21:00:00Z'];
  expect(words(filed, seen, '2026-11-25T21:01:00Z')).toBe(
    'Filed Nov 25, 2026, 3:37 PM EST, in the court’s feed 4:00 PM, in the service 4:01 PM.',
  );
  expect(words(filed, seen, '2026-11-26T12:00:00Z')).toBe(
    'Filed Nov 25, 2026, 3:37 PM EST, in the court’s feed 4:00 PM, in the service Nov 26, 2026, 7:00 AM EST.',
  );
});
