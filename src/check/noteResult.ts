import { hash } from 'node:crypto';
import type { Config } from '../config/config.ts';
import { advanceDue } from '../schedule/advanceDue.ts';
import { dayOf } from '../schedule/budget.ts';
import type { KnownHit } from '../search/knownHit.ts';
import { volatileFields } from '../search/movingText.ts';
import type { SearchResult } from '../search/paging/searchResult.ts';
import { docketFields } from '../search/parse/parseDocket.ts';
import { recordSpending } from '../store/ledger/spending.ts';
import { noteBaseline, noteCheck, type StoredQuery } from '../store/queue/queries.ts';
import { deleteRawResponsesBefore } from '../store/snapshot/rawResponses.ts';
import type { Trx } from '../store/store.ts';
import { resumeKey, suspendKey } from './admission/keySuspension.ts';
import { noteServerLimits } from './admission/serverLimits.ts';
import type { BaselineStep } from './compare/baseline.ts';

/** Raise the number when answers are read another way, so that known ones are compared once more. A field more does so by itself. */
export const readingVersion = hash(
  'sha256',
  JSON.stringify([2, ...docketFields, ...volatileFields]),
  'base64url',
).slice(0, 8);

interface ReadingNote {
  readonly checkId: number;
  readonly steps: readonly BaselineStep[];
  /** Another's check changed what this query holds, and this one did not look at all of it. */
  readonly overtaken: boolean;
  /** A record that the query holds was not shown, and is not gone yet. */
  readonly isAnyMissing: boolean;
  readonly now: Date;
}

/** Notes what a read check leaves for the next: the query's state, baselines, due times, the ledger. */
export async function noteResult(
  trx: Trx,
  config: Config,
  query: StoredQuery,
  reading: SearchResult,
  check: ReadingNote,
): Promise<void> {
  const { checkId, now } = check;
  const complete = reading.outcome === 'complete';
  await noteCheck(trx, query.id, {
    checkId,
    complete,
    failures: 0,
    knownAnswer: reading.knownPages === undefined ? null : { reading: readingVersion, pages: reading.knownPages },
    // The same answer once more says nothing of what the checks of others have stored meanwhile.
    settled: reading.sameAsKnown ? undefined : !check.overtaken && !check.isAnyMissing && showsAllOnce(reading),
  });
  for (const step of check.steps) if (step.was !== 'standing') await noteBaseline(trx, step.watchQuery);
  const { requests, credits } = reading;
  await recordSpending(trx, { day: dayOf(now), operation: query.operation, requests, credits });
  // The known answer teaches nothing that it did not teach the first time.
  if (!reading.sameAsKnown || reading.sizesRefused) await noteServerLimits(trx, query.operation, reading);
  // A page came, so the key worked; unless a later one was refused for its sake.
  const stop = reading.error && (await suspendKey(trx, config.service, reading.error, now));
  if (stop === undefined) await resumeKey(trx, config.service);
  const retryAt = stop && new Date(stop.nextProbeAt);
  await advanceDue(trx, query.id, { now, spreadSeconds: config.spreadSeconds, retryAt });
  if (reading.sameAsKnown) return;
  const keepSince = new Date(now.getTime() - config.retainRawDays * 86_400_000);
  await deleteRawResponsesBefore(trx, keepSince.toISOString());
}

/** Whether an answer can be known again, and shows no record in two ways, of which only the better one is stored. */
function showsAllOnce({ knownPages, pages, records }: SearchResult): boolean {
  const hits = pages.flatMap((page) => page.hits ?? []);
  const isAsStored = ({ key, shownHash }: KnownHit) => (records.get(key)?.shownHash ?? shownHash) === shownHash;
  return knownPages !== undefined && hits.every(isAsStored);
}
