import { discreetName } from '../../alerts/outline/watchWords.ts';
import { watchFacts } from '../../alerts/watchFacts.ts';
import { afterQuietHours } from '../../alerts/whenDue.ts';
import type { BaselineContent, CheckFacts } from '../../channels/message/content.ts';
import type { Config } from '../../config/config.ts';
import { whyNothing } from '../../config/whyNothing.ts';
import { filedOn, labelOf, type SearchRecord, titleOf } from '../../records/record.ts';
import { addToAlert } from '../../store/outbox/addToAlert.ts';
import { loadQueriesOfWatch } from '../../store/queue/queries.ts';
import type { WatchSettings } from '../../store/queue/watchSync.ts';
import { countEntries } from '../../store/snapshot/entries.ts';
import { loadMembers, type Member } from '../../store/snapshot/memberships.ts';
import { loadRecords } from '../../store/snapshot/records.ts';
import type { Trx } from '../../store/store.ts';
import type { BaselineStep } from '../compare/baseline.ts';
import type { KnownWatches } from './recipients.ts';

type BaselineAnnouncement = BaselineContent['announcements'][number];

const examplesAtMost = 3;

/**
 * One line per watch whose baseline this check completes, to each of its channels: what it found. A watch of several sources is
 * announced with the last of them.
 */
export async function announceBaselines(
  trx: Trx,
  config: Config,
  watches: KnownWatches,
  steps: readonly BaselineStep[],
  check: CheckFacts,
  now: Date,
): Promise<void> {
  for (const { watchQuery, completes } of steps) {
    const watch = watches.get(watchQuery.watchId);
    if (!completes || watch === undefined || !watch.announce) continue;
    const watchQueries = await loadQueriesOfWatch(trx, watch.id);
    if (watchQueries.some((each) => each.queryId !== watchQuery.queryId && each.baselineAt === null)) continue;
    const finds = await baselineFinds(
      trx,
      watchQueries.map((each) => each.queryId),
    );
    const announcement = announcementOf(watch, check, finds);
    // A watch that can never hit stays silent for good, unless whoever wrote it is notified.
    const operators = announcement.records > 0 ? [] : config.operators.filter((name) => !watch.notify.includes(name));
    for (const channel of [...watch.notify, ...operators]) {
      const channelConfig = config.channels[channel];
      await addToAlert(trx, {
        channel,
        kind: 'baseline',
        createdAt: now,
        // No news that a digest would gather, but quiet hours are quiet.
        dueAt: channelConfig === undefined ? now : afterQuietHours(channelConfig, now),
        changes: [],
        payload: [operators.includes(channel) ? forOperators(announcement) : announcement],
      });
    }
  }
}

/** Of a confidential watch operators learn its matter. */
function forOperators(announcement: BaselineAnnouncement): BaselineAnnouncement {
  const { watch } = announcement;
  if (!watch.confidential) return announcement;
  return { ...announcement, advice: [], watch: { ...watch, name: discreetName([watch]), asks: '' } };
}

function announcementOf(watch: WatchSettings, check: CheckFacts, finds: BaselineFinds): BaselineAnnouncement {
  const records = watch.wholeWord ? finds.wholeWordCount : finds.count;
  const advice = [...new Set(watch.searches.flatMap(whyNothing))];
  return {
    ...(records === 0 && { advice }),
    watch: watchFacts(watch),
    check,
    records,
    entries: finds.entries,
    filteredOut: watch.wholeWord ? finds.count - finds.wholeWordCount : 0,
    examples: examplesOf(finds, watch.wholeWord),
  };
}

function examplesOf(finds: BaselineFinds, wholeWord: boolean): BaselineAnnouncement['examples'] {
  return finds.records
    .filter((found) => !wholeWord || found.wholeWord)
    .slice(0, examplesAtMost)
    .map(({ record }) => ({ label: labelOf(record), title: titleOf(record), filed: filedOn(record) }));
}

interface BaselineFinds {
  /** The newest first, some of them. */
  readonly records: readonly { readonly record: SearchRecord; readonly wholeWord: boolean }[];
  readonly count: number;
  /** How many of them pass the whole-word rule. */
  readonly wholeWordCount: number;
  readonly entries: number;
}

/** A baseline says how many records there are and shows the newest of them; so many are read for that. */
const readAtMost = 500;

/** What the queries of a watch hold, for the announcement of its baseline. */
async function baselineFinds(trx: Trx, queryIds: readonly string[]): Promise<BaselineFinds> {
  const held: Member[] = [];
  for (const queryId of queryIds)
    held.push(...(await loadMembers(trx, queryId)).filter((member) => member.missed === 0));
  const ids = held.map((member) => member.recordId);
  const stored = await loadRecords(trx, ids.slice(0, readAtMost));
  const records = held.flatMap((member) => {
    const record = stored.get(member.recordId)?.record;
    return record === undefined ? [] : [{ record, wholeWord: member.wholeWord }];
  });
  return {
    records: records.sort((a, b) => (filedOn(a.record) < filedOn(b.record) ? 1 : -1)),
    count: held.length,
    wholeWordCount: held.filter((member) => member.wholeWord).length,
    entries: await countEntries(trx, ids),
  };
}
