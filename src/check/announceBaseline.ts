import type { BaselineContent, CheckFacts } from '../alerts/content.ts';
import { watchFacts } from '../alerts/watchFacts.ts';
import type { Config } from '../config/config.ts';
import { filedOn, labelOf, titleOf } from '../records/record.ts';
import { addToAlert } from '../store/alerts.ts';
import type { Trx } from '../store/store.ts';
import type { BaselineStep } from './baseline.ts';
import { type BaselineFinds, baselineFinds } from './baselineFinds.ts';
import type { Watches } from './listening.ts';

type BaselineAnnouncement = BaselineContent['announcements'][number];

const examplesAtMost = 3;

/** One line a watch whose baseline stands with this check, to each of its channels. */
export async function announceBaselines(
  trx: Trx,
  config: Config,
  watches: Watches,
  steps: readonly BaselineStep[],
  queryId: string,
  check: CheckFacts,
  now: Date,
): Promise<void> {
  const completed = steps.filter((step) => step.completes && watches.get(step.tie.watchId)?.announce);
  if (completed.length === 0) return;
  const finds = await baselineFinds(trx, queryId);
  for (const step of completed) {
    const watch = watches.get(step.tie.watchId);
    if (watch === undefined) continue;
    const announcement: BaselineAnnouncement = {
      watch: watchFacts(watch),
      check,
      records: watch.wholeWord ? finds.wholeWordCount : finds.count,
      entries: finds.entries,
      heldBack: watch.wholeWord ? finds.count - finds.wholeWordCount : 0,
      examples: examplesOf(finds, watch.wholeWord),
    };
    for (const channel of watch.notify) {
      if (config.channels[channel] === undefined) continue;
      await addToAlert(trx, {
        channel,
        kind: 'baseline',
        createdAt: now,
        dueAt: now,
        changes: [],
        payload: [announcement],
      });
    }
  }
}

function examplesOf(finds: BaselineFinds, wholeWord: boolean): BaselineAnnouncement['examples'] {
  return finds.records
    .filter((found) => !wholeWord || found.wholeWord)
    .slice(0, examplesAtMost)
    .map(({ record }) => ({ label: labelOf(record), title: titleOf(record), filed: filedOn(record) }));
}
