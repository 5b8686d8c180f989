import type { Config } from '../config/config.ts';
import { advanceDue } from '../schedule/advanceDue.ts';
import { dayOf } from '../schedule/budget.ts';
import type { ResultReading } from '../search/reading.ts';
import { missesAny } from '../store/memberships.ts';
import { type KnownAnswer, noteBaseline, noteCheck, type StoredQuery } from '../store/queries.ts';
import { deleteRawAnswersBefore } from '../store/rawAnswers.ts';
import { recordSpending } from '../store/spending.ts';
import type { Trx } from '../store/store.ts';
import type { BaselineStep } from './baseline.ts';
import { freeKey, stopKey } from './keyStop.ts';
import { noteLearned } from './learned.ts';

/** Raise it when answers are read another way, so that known ones are compared once more. */
export const readingVersion = 2;

/** Notes what a read check leaves for the next: the query's state, baselines, due times, the ledger. */
export async function noteReading(
  trx: Trx,
  config: Config,
  query: StoredQuery,
  reading: ResultReading,
  check: { checkId: number; steps: readonly BaselineStep[]; suspicious: string | undefined; now: Date },
): Promise<void> {
  const { checkId, now } = check;
  const complete = reading.outcome === 'complete';
  await noteCheck(trx, query.id, {
    checkId,
    complete,
    failures: 0,
    knownAnswer: await knownAnswerOf(trx, query, reading),
  });
  for (const step of check.steps) if (step.was !== 'standing') await noteBaseline(trx, step.tie);
  const { requests, credits } = reading;
  await recordSpending(trx, { day: dayOf(now), operation: query.operation, requests, credits });
  // The known answer teaches nothing that it did not teach the first time.
  if (!reading.sameAsKnown || reading.sizesRefused) await noteLearned(trx, query.operation, reading);
  // A page came, so the key worked; unless a later one was refused for its sake.
  const stop = reading.error && (await stopKey(trx, config.service, reading.error, now));
  if (stop === undefined) await freeKey(trx, config.service);
  const retryAt = stop && new Date(stop.nextProbeAt);
  await advanceDue(trx, query.id, { now, spreadSeconds: config.spreadSeconds, retryAt });
  if (reading.sameAsKnown) return;
  const keepSince = new Date(now.getTime() - config.retainRawDays * 86_400_000);
  await deleteRawAnswersBefore(trx, keepSince.toISOString());
}

async function knownAnswerOf(trx: Trx, query: StoredQuery, { knownPages }: ResultReading): Promise<KnownAnswer | null> {
  if (knownPages === undefined) return null;
  return { reading: readingVersion, pages: knownPages, settled: !(await missesAny(trx, query.id)) };
}
