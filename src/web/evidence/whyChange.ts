import { alertsOfChange } from '../../alerts/outbox/alertsOfWatchesQueries.ts';
import { findHit } from '../../check/commitResult.ts';
import { type Config, tells } from '../../config/config.ts';
import { describeWatch } from '../../config/searchWords.ts';
import { explainReading } from '../../reading/readEntry.ts';
import type { Entry } from '../../records/docket.ts';
import { labelOf, type SearchRecord, titleOf } from '../../records/record.ts';
import { holdsOfChange } from '../../schedule/holds/holdsTable.ts';
import { queriesOf } from '../../schedule/syncWatches.ts';
import { loadQuery } from '../../store/claims/queries.ts';
import { listChanges, type StoredChange } from '../../store/snapshot/changesTable.ts';
import { loadCheck } from '../../store/snapshot/checksTable.ts';
import type { Db } from '../../store/store.ts';

/** Why something was reported, or was not. Times in the words are ISO. The caller formats them for its reader. */
export interface Reason {
  readonly step: string;
  readonly name?: string | undefined;
  readonly what: string;
  readonly of?: { readonly record: SearchRecord } | { readonly watch: string } | undefined;
}

export async function whyChange(db: Db, config: Config, changeId: number): Promise<Reason[] | undefined> {
  const [change] = await listChanges(db, { ids: [changeId], limit: 1 });
  if (change === undefined) return undefined;
  const check = await loadCheck(db, change.checkId);
  const query = check && (await loadQuery(db, check.queryId));
  const hit = await findHit(db, change.checkId, change.record);
  return [
    { step: 'change', what: `${change.id} ${change.kind}, detected at ${change.detectedAt}` },
    {
      step: 'record',
      what: `${change.type} ${change.record.key}: ${labelOf(change.record)} ${titleOf(change.record)}`,
    },
    { step: 'check', what: `${change.checkId}, ${check?.outcome}${check?.reason ? ` (${check.reason})` : ''}` },
    { step: 'request', what: `${query?.operation} ${JSON.stringify(query?.body)}` },
    { step: 'hit', what: hit ?? 'the responses of this check are no longer kept' },
    ...change.fields.map(({ field, before, after }) => ({
      step: 'field',
      what: `${field}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`,
    })),
    ...(change.entry === undefined ? [] : entrySteps(change.entry)),
    { step: 'rule', what: `${change.rule}${change.note ? `; ${change.note}` : ''}` },
    ...change.watches.map((watchId) => ({ step: 'watch', what: whyWatch(config, watchId, query?.id, change) })),
    ...(await reportedSteps(db, changeId)),
  ];
}

function entrySteps({ documentNumber, description, dateFiled }: Entry): Reason[] {
  const { reading, type, topics, outcome } = explainReading(description, dateFiled);
  return [
    { step: 'entry', what: `${documentNumber || 'no number'}, ${dateFiled}` },
    { step: 'reading', what: `type ${type.type}, by the rule "${type.rule}"` },
    ...topics.map(({ topic, rule }) => ({ step: 'reading', what: `about ${topic}, by the rule "${rule}"` })),
    ...(outcome === undefined
      ? []
      : [{ step: 'reading', what: `outcome ${outcome.outcome}, by the rule "${outcome.rule}"` }]),
    ...reading.dates.map((date) => ({
      step: 'reading',
      what: `${date.what} ${'date' in date ? date.date : `in ${date.days} days`}: “${date.words}”`,
    })),
  ];
}

function whyWatch(config: Config, watchId: string, queryId: string | undefined, { kind, filteredOut }: StoredChange) {
  const watch = config.watches.find((each) => each.id === watchId);
  if (watch === undefined) return `${watchId}, which is no longer in the config`;
  const asks = describeWatch(watch);
  const found = queriesOf(watch).some((query) => query.id === queryId)
    ? 'its query found it'
    : 'it holds the record; another watch’s query found the change';
  const filtered = filteredOut?.[watchId];
  if (filtered !== undefined) return `${watchId} (${asks}): ${found}; filtered out: ${filtered}`;
  const reporting = tells(watch, kind)
    ? `notifies ${watch.notify.join(', ')}`
    : `its "tell" leaves ${kind} out: no alert`;
  return `${watchId} (${asks}): ${found}; ${reporting}`;
}

/** Says which mutes kept the change back, and how its alerts were delivered. */
async function reportedSteps(db: Db, changeId: number): Promise<Reason[]> {
  const mutes = (await holdsOfChange(db, changeId)).map(
    ({ channel, watchId, label, author, reason, until, endedAt }): Reason => ({
      step: 'mute',
      what: `kept from ${channel} for ${watchId} until ${endedAt ?? until}: ${author} muted ${label} (${reason})`,
    }),
  );
  const alerts = (await alertsOfChange(db, changeId)).flatMap(({ id, channel, state, dueAt, deliveries }): Reason[] => [
    { step: 'alert', what: `${id} on ${channel}: ${state}, due ${dueAt}` },
    ...deliveries.map(({ attemptedAt, outcome, response }) => ({
      step: 'delivery',
      what: `${attemptedAt} ${outcome}: ${response}`,
    })),
  ]);
  const steps = [...mutes, ...alerts];
  return steps.length > 0 ? steps : [{ step: 'alert', what: 'none: no channel is notified of it' }];
}
