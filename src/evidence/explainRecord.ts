import type { Config } from '../config/config.ts';
import { labelOf, titleOf } from '../records/record.ts';
import { queriesOf } from '../schedule/planSync.ts';
import { checksOf } from '../store/ledger/checks.ts';
import { runningMutes } from '../store/outbox/mutes.ts';
import { listChanges } from '../store/snapshot/changes.ts';
import { watchesHolding } from '../store/snapshot/memberships.ts';
import { findRecordsCalled, loadRecords } from '../store/snapshot/records.ts';
import type { Db } from '../store/store.ts';
import { counted } from '../words/counted.ts';
import type { Step } from './explainChange.ts';

const changesShown = 20;

/** Why a record was told, or was not: whether it is known, who holds it since when, what its checks said. */
export async function explainRecord(db: Db, config: Config, key: string): Promise<Step[]> {
  const ids = await findRecordsCalled(db, key);
  if (ids.length === 0) return unknown(db, config, key);
  const records = await loadRecords(db, ids);
  const steps: Step[] = [];
  for (const { id, record, firstSeenAt, changedAt } of records.values()) {
    steps.push({ step: 'record', what: `${record.type} ${record.key}: ${labelOf(record)} ${titleOf(record)}` });
    steps.push({
      step: 'record',
      what: `first seen ${firstSeenAt}; the service last showed something else ${changedAt}`,
    });
    steps.push(...(await holdersSteps(db, config, id)));
    const changes = await listChanges(db, { recordId: id, limit: changesShown });
    steps.push(
      ...changes.map((change) => ({
        step: 'change',
        what: `${change.id} ${change.kind}, ${change.detectedAt}: ${change.rule}`,
      })),
    );
    if (changes.length === 0)
      steps.push({ step: 'change', what: 'none: nothing that counts has moved since it was first seen' });
  }
  return steps;
}

async function unknown(db: Db, config: Config, key: string): Promise<Step[]> {
  const steps: Step[] = [{ step: 'record', what: `${key} is not known: no check was ever shown it` }];
  for (const watch of config.watches) {
    for (const query of queriesOf(watch)) {
      const [last] = await checksOf(db, query.id, 1);
      const said =
        last === undefined
          ? 'never checked'
          : `${last.outcome} at ${last.endedAt}, ${counted(last.hits, 'hit')}${last.reason ? `, ${last.reason}` : ''}`;
      steps.push({ step: 'watch', what: `${watch.id}: last check ${said}` });
    }
  }
  return steps;
}

async function holdersSteps(db: Db, config: Config, recordId: number): Promise<Step[]> {
  const rows = await watchesHolding(db, recordId);
  if (rows.length === 0) return [{ step: 'watch', what: 'no watch of today’s config holds it' }];
  const steps: Step[] = [];
  const mutes = await runningMutes(db);
  for (const row of rows) {
    const mute = mutes.find((each) => each.recordId === recordId || each.watchId === row.watchId);
    const watch = config.watches.find((each) => each.id === row.watchId);
    const found = row.foundAt ?? undefined;
    const parts = [
      `found by check ${row.foundCheck}${found ? ` at ${found}` : ''}`,
      found !== undefined && row.baselineAt !== null && found <= row.baselineAt
        ? 'part of the baseline, so not told as new'
        : undefined,
      watch?.wholeWord && !row.wholeWord ? 'filtered out: it matches only inside a longer word' : undefined,
      row.goneCheck !== null ? `gone since check ${row.goneCheck}` : undefined,
      row.goneCheck === null && row.missed > 0
        ? `not shown by the last ${counted(row.missed, 'complete check')}`
        : undefined,
      watch?.tell !== undefined ? `tells only ${watch.tell.join(', ')}` : undefined,
      mute === undefined ? undefined : `muted until ${mute.until} by ${mute.author} (${mute.reason})`,
    ];
    const [last] = await checksOf(db, row.queryId, 1);
    if (last !== undefined)
      parts.push(`last check ${last.outcome} at ${last.endedAt}${last.reason ? `, ${last.reason}` : ''}`);
    steps.push({ step: 'watch', what: `${row.watchId}: ${parts.filter((part) => part !== undefined).join('; ')}` });
  }
  return steps;
}
