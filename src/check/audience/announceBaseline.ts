import { watchFacts } from '../../alerts/watchFacts.ts';
import { afterQuietHours } from '../../alerts/whenDue.ts';
import type { BaselineContent, CheckFacts } from '../../channels/message/content.ts';
import type { Config, WatchConfig } from '../../config/config.ts';
import { filedOn, labelOf, titleOf } from '../../records/record.ts';
import { addToAlert } from '../../store/outbox/alerts.ts';
import { loadQueriesOfWatch } from '../../store/queue/queries.ts';
import type { Trx } from '../../store/store.ts';
import type { BaselineStep } from '../compare/baseline.ts';
import { type BaselineFinds, baselineFinds } from './baselineFinds.ts';
import type { Watches } from './listening.ts';

type BaselineAnnouncement = BaselineContent['announcements'][number];

const examplesAtMost = 3;

/**
 * One line a watch whose baseline stands with this check, to each of its channels: what it found. A watch of several sources is
 * announced when the last of them stands.
 */
export async function announceBaselines(
  trx: Trx,
  config: Config,
  watches: Watches,
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
    for (const channel of watch.notify) {
      const channelConfig = config.channels[channel];
      if (channelConfig === undefined) continue;
      await addToAlert(trx, {
        channel,
        kind: 'baseline',
        createdAt: now,
        // No news that a digest would gather, but quiet hours are quiet.
        dueAt: afterQuietHours(channelConfig, now),
        changes: [],
        payload: [announcementOf(watch, check, finds)],
      });
    }
  }
}

function announcementOf(watch: WatchConfig, check: CheckFacts, finds: BaselineFinds): BaselineAnnouncement {
  return {
    watch: watchFacts(watch),
    check,
    records: watch.wholeWord ? finds.wholeWordCount : finds.count,
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
