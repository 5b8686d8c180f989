import type { Config } from '../../config/config.ts';
import { filtersHits, whyFiltered } from '../../config/filtersHits.ts';
import { whyWatchFindsNothing } from '../../config/whyNothing.ts';
import { loadQueriesOfWatch, type WatchQuery } from '../../database/claims/queries.ts';
import type { Trx } from '../../database/store.ts';
import type { BaselineContent, CheckFacts } from '../../message/content.ts';
import { discreetName } from '../../message/watchWords.ts';
import { addToAlert } from '../../outbox/addToAlertQueries.ts';
import { watchFacts } from '../../outbox/watchFacts.ts';
import { afterQuietHours, baselinesUntil } from '../../outbox/whenDue.ts';
import type { WatchSettings } from '../../schedule/watchesTable.ts';
import type { BaselineStep } from '../compare/prior.ts';
import { type BaselineFinds, baselineFinds, leftOutFinds, listedFinds } from './baselineFinds.ts';
import { growAnnouncement } from './growAnnouncement.ts';
import type { KnownWatches } from './recipients.ts';
import { type Finds, silencesOf } from './silences.ts';

type BaselineAnnouncement = BaselineContent['announcements'][number];

/**
 * Announces the baselines that this check completes: one line per watch to each of its channels, with what it found. A
 * watch with several queries is announced when the last of them has its baseline.
 */
export async function announceBaselines(
  trx: Trx,
  config: Config,
  watches: KnownWatches,
  steps: readonly BaselineStep[],
  check: CheckFacts,
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
    const announcement = { ...announcementOf(watch, check, finds), ...nothingFor(watch, check, watchQueries, finds) };
    // A watch that can never find anything would stay silent forever, so the operators are notified too.
    const operators = announcement.records > 0 ? [] : config.operators.filter((name) => !watch.notify.includes(name));
    for (const channel of watch.notify) await addAnnouncement(trx, config, channel, announcement);
    for (const channel of operators) await addAnnouncement(trx, config, channel, forOperators(announcement));
  }
}

async function addAnnouncement(
  trx: Trx,
  { channels, delivery }: Config,
  channel: string,
  announcement: BaselineAnnouncement,
): Promise<void> {
  const now = new Date(announcement.check.endedAt);
  const channelConfig = channels[channel];
  await addToAlert(trx, {
    channel,
    kind: 'baseline',
    createdAt: now,
    // A digest collects news, and a baseline is none. Quiet hours apply all the same.
    dueAt: channelConfig === undefined ? now : afterQuietHours(channelConfig, now),
    groupUntil: baselinesUntil(delivery, now),
    changes: [],
    payload: [announcement],
    grow: (before) => growAnnouncement(before, [announcement]),
  });
}

/** Of a confidential watch, operators learn only the matter. */
function forOperators(announcement: BaselineAnnouncement): BaselineAnnouncement {
  const { watch } = announcement;
  if (!watch.confidential) return announcement;
  return { ...announcement, advice: [], nothingFor: [], watch: { ...watch, name: discreetName([watch]), asks: '' } };
}

/**
 * The values of a watch's lists that found nothing although others found something. Nobody would notice them otherwise.
 */
function nothingFor(
  watch: WatchSettings,
  { endedAt, outcome }: CheckFacts,
  queries: readonly WatchQuery[],
  finds: BaselineFinds,
): Pick<BaselineAnnouncement, 'nothingFor'> {
  // Only a complete check proves that there is nothing.
  if (finds.count === 0 || outcome !== 'complete') return {};
  const status = queries.map(({ queryId }): Finds => {
    const found = { everFound: finds.finding.has(queryId), everPassed: finds.passing.has(queryId), filteredOut: 0 };
    return { watchId: watch.id, queryId, baselineAt: endedAt, lastCompleteAt: endedAt, ...found };
  });
  const silent = silencesOf([watch], status).filter((silence) => silence.isPart);
  return silent.length === 0 ? {} : { nothingFor: silent.map(({ asks, advice }) => ({ asks, advice })) };
}

function announcementOf(watch: WatchSettings, check: CheckFacts, finds: BaselineFinds): BaselineAnnouncement {
  const filters = filtersHits(watch);
  const records = filters ? finds.wholeWordCount : finds.count;
  const advice = whyWatchFindsNothing(watch);
  const facts = watchFacts(watch);
  return {
    ...(records === 0 && { advice }),
    watch: facts,
    check,
    records,
    entries: finds.entries,
    filteredOut: filters ? finds.count - finds.wholeWordCount : 0,
    ...(filters && { whyFiltered: whyFiltered(watch) }),
    // With a court filter the name may match and only the court differ, so names explain nothing.
    ...(watch.wholeWord && watch.courts === undefined && { leftOut: leftOutFinds(finds, facts) }),
    examples: listedFinds(finds, facts, filters),
  };
}
