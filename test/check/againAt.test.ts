import { describe, expect, it } from 'vitest';
import type { CheckEnd } from '../../src/check/checkParts.ts';
import { advanced, againAt } from '../../src/check/finishCheck.ts';
import { syncWatches } from '../../src/schedule/syncWatches.ts';
import { SearchError } from '../../src/service/http/searchError.ts';
import { openOffice } from './office.ts';

type ErrorClass = 'busy' | 'server' | 'request';

describe('the next check', () => {
  const now = new Date('2026-11-20T12:00:00.000Z');
  const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
  const whole = { result: { outcome: 'complete' } } as const;
  const read = { kind: 'read', ...whole } as Extract<CheckEnd, { kind: 'read' }>;
  const error = (errorClass: ErrorClass) => new SearchError(errorClass, 'no result');
  const failed = (errorClass: ErrorClass): CheckEnd => ({ kind: 'failed', error: error(errorClass) });
  const skipped: CheckEnd = { kind: 'skipped', reason: 'no budget', retryAt: inMinutes(30) };
  /** Minutes until the next check, or undefined if only its slot decides. */
  const again = (end: CheckEnd, nudgedInMinutes?: number, failures = 1) => {
    const nudgedAt = nudgedInMinutes === undefined ? undefined : inMinutes(nudgedInMinutes);
    const at = againAt(end, 60, { now, suspension: undefined, failures, nudgedAt });
    return at && (at.getTime() - now.getTime()) / 60_000;
  };

  it('comes with its slot after a complete check, and after an error that another attempt would repeat', () => {
    expect([again(read), again(failed('request'))]).toEqual([undefined, undefined]);
  });

  it('comes a minute after a temporary failure; each further failure doubles the delay, up to an hour', () => {
    expect([1, 2, 3, 6, 7, 99].map((failures) => again(failed('busy'), undefined, failures))).toEqual([
      1, 2, 4, 32, 60, 60,
    ]);
    expect([1, 2].map((failures) => again(failed('server'), undefined, failures))).toEqual([1, 2]);
  });

  it('comes ever later, up to a day, while a later page fails, as each attempt pays for the pages before it', () => {
    const partial = { kind: 'read', result: { outcome: 'partial', error: error('busy') } } as typeof read;
    expect([1, 2, 6, 7, 8, 99].map((failures) => again(partial, undefined, failures))).toEqual([
      1, 2, 32, 64, 128, 1440,
    ]);
  });

  it('comes no later than a nudge that was not due yet when the check ran', () => {
    expect([again(read, 2), again(read, 0), again(skipped, 2), again(skipped, 45)]).toEqual([2, 0, 2, 30]);
    expect([again(failed('busy'), 0.5), again(failed('busy'), 5)]).toEqual([0.5, 1]);
  });

  it('comes with the next attempt if a due nudge was not served, even after an error that would repeat', () => {
    expect([again(failed('request'), -1), again(failed('busy'), 0), again(skipped, -1)]).toEqual([1, 1, 30]);
  });
});

describe('a query that is checked again', () => {
  const repeatAt = '2026-11-20T12:05:00.000Z';
  const at = (nextDueAt: string | null) => ({ nextDueAt });
  const [earlier, later, paused] = [at('2026-11-20T12:03:00.000Z'), at('2026-11-23T12:00:00.000Z'), at(null)];
  const watchQueries = [earlier, later, paused];

  it('is due then for each watch that would be due later, unless this check served that watch', () => {
    expect(advanced(repeatAt, watchQueries, [])).toEqual([at(repeatAt)]);
    expect(advanced(repeatAt, watchQueries, [later])).toEqual([]);
  });

  it('keeps its due times if nothing is to be repeated', () => {
    expect(advanced(undefined, watchQueries, [])).toEqual([]);
  });
});

it('a first check moves a watch that was not due yet to its next slot, and a later check does not', async () => {
  const patent = { patentNumber: '6,834,603' };
  const watches = [{ id: 'widget', dockets: patent }];
  const office = await openOffice({ watches });
  await office.daemonCheck('widget');
  const weekly = { id: 'weekly', dockets: patent, schedule: '0 7 * * 1' };
  await office.configure({ watches: [...watches, weekly] });
  await syncWatches(office.store, office.parts().config, office.now);
  const ofWeekly = () => office.store.db.updateTable('watchQueries').where('watchId', '=', 'weekly');
  await ofWeekly().set({ nextDueAt: '2026-11-20T12:05:00.000Z' }).execute();
  await office.daemonCheck('widget');
  const due = await office.store.db.selectFrom('watchQueries').select(['watchId', 'nextDueAt']).execute();
  expect(due.find((row) => row.watchId === 'weekly')?.nextDueAt).toBe('2026-11-23T12:00:00.000Z');
  await ofWeekly().set({ nextDueAt: '2026-11-20T12:05:00.000Z' }).execute();
  await office.daemonCheck('widget');
  const later = await office.store.db.selectFrom('watchQueries').select(['watchId', 'nextDueAt']).execute();
  expect(later.find((row) => row.watchId === 'weekly')?.nextDueAt).toBe('2026-11-20T12:05:00.000Z');
});
