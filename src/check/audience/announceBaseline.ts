import { discreetName } from '../../alerts/outline/watchWords.ts';
import { watchFacts } from '../../alerts/watchFacts.ts';
import { afterQuietHours, groupUntil } from '../../alerts/whenDue.ts';
import type { BaselineContent, CheckFacts } from '../../channels/message/content.ts';
import type { Config } from '../../config/config.ts';
import { whyNothing } from '../../config/whyNothing.ts';
import { addToAlert } from '../../store/outbox/addToAlert.ts';
import { loadQueriesOfWatch } from '../../store/queue/queries.ts';
import type { WatchSettings } from '../../store/queue/watchSync.ts';
import type { Trx } from '../../store/store.ts';
import type { BaselineStep } from '../compare/baseline.ts';
import { type BaselineFinds, baselineFinds, leftOutFinds, listedFinds } from './baselineFinds.ts';
import type { KnownWatches } from './recipients.ts';

type BaselineAnnouncement = BaselineContent['announcements'][number];

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
        groupUntil: groupUntil(config.delivery, now),
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
  const facts = watchFacts(watch);
  return {
    ...(records === 0 && { advice }),
    watch: facts,
    check,
    records,
    entries: finds.entries,
    filteredOut: watch.wholeWord ? finds.count - finds.wholeWordCount : 0,
    ...(watch.wholeWord && { leftOut: leftOutFinds(finds, facts) }),
    examples: listedFinds(finds, facts, watch.wholeWord),
  };
}
