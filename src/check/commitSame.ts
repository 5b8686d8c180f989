import type { ResultReading } from '../search/reading.ts';
import { insertCheck } from '../store/checks.ts';
import { missesAny } from '../store/memberships.ts';
import { loadTies, type StoredQuery } from '../store/queries.ts';
import type { Trx } from '../store/store.ts';
import { baselineStep } from './baseline.ts';
import { checkOf } from './checkOf.ts';
import { noteReading } from './noteReading.ts';
import type { CheckParts, CheckSummary } from './parts.ts';
import { readingTroubles } from './readingTroubles.ts';
import { summarise } from './summarise.ts';

/**
 * Stores a check whose answer was byte for byte the last complete one, without reading the snapshot; this is most checks.
 * undefined where something may follow even so, and the check has to be committed as any other: a baseline that does not
 * stand yet, or a record that was missed and may be gone now.
 */
export async function commitSame(
  trx: Trx,
  parts: Pick<CheckParts, 'config' | 'watches'>,
  query: StoredQuery,
  reading: ResultReading,
  times: { startedAt: Date; now: Date },
): Promise<CheckSummary | undefined> {
  if (!reading.sameAsKnown) return undefined;
  const now = times.now.toISOString();
  const steps = (await loadTies(trx, [query.id])).map((tie) => baselineStep(tie, reading.outcome, now));
  if (steps.some((step) => step.was !== 'standing') || (await missesAny(trx, query.id))) return undefined;
  const suspicious = undefined;
  const check = checkOf(query, reading, {}, times);
  const checkId = await insertCheck(trx, check);
  await noteReading(trx, parts.config, query, reading, { checkId, steps, suspicious, now: times.now });
  await readingTroubles(trx, parts, query, { reading, compared: [], steps, suspicious, now: times.now });
  return summarise(query.id, { id: checkId, ...check }, []);
}
