import { expect, it } from 'vitest';
import type { MessageChange } from '../../../src/alerts/message/content.ts';
import type { CheckFacts, WatchFacts } from '../../../src/alerts/message/facts.ts';
import { footerOf, gapWarnings } from '../../../src/alerts/message/footer.ts';
import { change } from '../outbox/samples.ts';

const meanwhile = ' Check the court or register for what cannot wait.';
const newYork = { timezone: 'America/New_York' };

function check(id: number, more: Partial<CheckFacts> = {}): CheckFacts {
  return { id, endedAt: `2026-11-16T1${id}:58:54.176Z`, outcome: 'complete', ...more };
}

/** Returns the warning about checks that left gaps, then what the footer says of all checks. */
function checkedWords(checks: readonly CheckFacts[], watches: readonly WatchFacts[] = [], discreet = true): string[] {
  const warnings = gapWarnings({ watches, checks }, discreet).map(({ text }) => text);
  return [...warnings, ...footerOf({ channel: 'counsel', watches, checks }, newYork, discreet, false).slice(1)];
}

const refused = {
  outcome: 'failed',
  cause: 'account',
  reason: 'search.account: POST /api/v3/pacer: TIPSTAFF_TOKEN at 2026-11-16T11:58:54Z',
} as const;

it('a warning says how many checks failed and why, without an address, a variable or a time of the service', () => {
  expect(checkedWords([check(1), check(2, refused), check(3, refused)])).toEqual([
    `Something may be missing: 2 of 3 checks failed (token refused).${meanwhile}`,
    'Checked from Nov 16, 2026, 6:58 AM EST to Nov 16, 2026, 8:58 AM EST.',
  ]);
});

it('a warning names the watches whose checks left gaps, and a confidential one by its matter only', () => {
  const watches = [
    { id: 'widget', name: 'Widget patent' },
    { id: 'falcon', name: 'Falcon', matter: 'M-8', confidential: true },
  ] as WatchFacts[];
  const partial = check(1, { outcome: 'partial', cause: null, watches: ['falcon'] });
  const checks = [partial, check(2, { watches: ['widget'] })];
  const said = (discreet: boolean) => checkedWords(checks, watches, discreet)[0];
  expect(said(false)).toBe(`Something may be missing from Falcon: 1 of 2 checks incomplete.${meanwhile}`);
  expect(said(true)).toBe(`Something may be missing from Matter M-8: 1 of 2 checks incomplete.${meanwhile}`);
});

it('a warning tells an incomplete check from one that was not made', () => {
  const partial = check(1, { outcome: 'partial', cause: null, reason: '2 hits could not be read' });
  const skipped = check(2, { outcome: 'skipped', cause: 'budget', reason: 'over budget: this day' });
  const budget = "Tipstaff's credit budget cannot pay for a check";
  expect(checkedWords([partial])[0]).toBe(`Something may be missing: 1 of 1 check incomplete.${meanwhile}`);
  expect(checkedWords([partial, skipped])[0]).toBe(
    `Something may be missing: 2 of 2 checks not complete (${budget}).${meanwhile}`,
  );
  expect(checkedWords([skipped])).toEqual([`Something may be missing: 1 of 1 check not made (${budget}).${meanwhile}`]);
});

it('a gap is not told again for a watch of which the digest says that it could not be checked', () => {
  const watch = { id: 'widget', name: 'Widget patent', asks: '' };
  const checks = [check(1, { outcome: 'failed', cause: 'server', watches: ['widget'] })];
  const unwatched = [{ watch, since: '2026-11-16T11:58:54Z', cause: 'server' as const }];
  const coverage = { watches: 2, cases: 0, designs: 0, unwatched };
  expect(gapWarnings({ watches: [watch], checks, coverage }, false)).toEqual([]);
  expect(gapWarnings({ watches: [watch], checks }, false)).toHaveLength(1);
});

it('the footer does not call a check complete if the service did not show all entries', () => {
  const footer = (...changes: readonly MessageChange[]) =>
    footerOf({ channel: 'counsel', watches: [], checks: [check(1)], changes }, newYork, true, false)[1];
  expect(footer()).toBe('Checked Nov 16, 2026, 6:58 AM EST: complete.');
  expect(footer(change('entry.unseen'))).toBe('Checked Nov 16, 2026, 6:58 AM EST.');
});
