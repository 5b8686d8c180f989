import { expect, it } from 'vitest';
import type { CheckFacts, WatchFacts } from '../../../src/alerts/message/facts.ts';
import { footerOf } from '../../../src/alerts/message/footer.ts';

const newYork = { timezone: 'America/New_York' };

function check(id: number, more: Partial<CheckFacts> = {}): CheckFacts {
  return { id, endedAt: `2026-11-16T1${id}:58:54.176Z`, outcome: 'complete', ...more };
}

/** Returns what the footer says of checks. */
function checkedWords(checks: readonly CheckFacts[], watches: readonly WatchFacts[] = [], discreet = true): string[] {
  return footerOf({ channel: 'counsel', watches, checks }, newYork, discreet, false).slice(1);
}

const refused = {
  outcome: 'failed',
  cause: 'account',
  reason: 'search.account: POST /api/v3/pacer: TIPSTAFF_TOKEN at 2026-11-16T11:58:54Z',
} as const;

it('the footer says how many checks failed and why, without an address, a variable or a time of the service', () => {
  expect(checkedWords([check(1), check(2, refused), check(3, refused)])).toEqual([
    'Checked from Nov 16, 2026, 6:58 AM EST to Nov 16, 2026, 8:58 AM EST: 2 of 3 checks failed: ' +
      'service key refused. Something may be missing.',
  ]);
});

it('the footer names the watches whose checks left gaps, and a confidential one by its matter only', () => {
  const watches = [
    { id: 'widget', name: 'Widget patent' },
    { id: 'falcon', name: 'Falcon', matter: 'M-8', confidential: true },
  ] as WatchFacts[];
  const partial = check(1, { outcome: 'partial', cause: null, watches: ['falcon'] });
  const checks = [partial, check(2, { watches: ['widget'] })];
  const said = (discreet: boolean) => checkedWords(checks, watches, discreet)[0];
  expect(said(false)).toContain(': 1 of 2 checks incomplete. Something may be missing from Falcon.');
  expect(said(true)).toContain(': 1 of 2 checks incomplete. Something may be missing from Matter M-8.');
});

it('the footer tells an incomplete check from one that was not made', () => {
  const partial = check(1, { outcome: 'partial', cause: null, reason: '2 hits could not be read' });
  const skipped = check(2, { outcome: 'skipped', cause: 'budget', reason: 'over budget: this day' });
  expect(checkedWords([partial])[0]).toContain(': 1 of 1 check incomplete. Something may be missing.');
  expect(checkedWords([partial, skipped])[0]).toContain(': 2 of 2 checks not complete: over budget.');
  expect(checkedWords([skipped])).toEqual(['No check was made: over budget. Something may be missing.']);
});
