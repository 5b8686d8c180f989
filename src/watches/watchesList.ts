import { describeWatch } from '../config/describeSearch.ts';
import { joined, type List, rowsOf } from '../pages/lists/list.ts';
import { kindOf, loadWatches } from './loadWatches.ts';

/** `/watches`, as files. Of a confidential watch only what the page shows of it. */
export const watchesList: List = {
  path: '/watches',
  async load(parts, visit) {
    return rowsOf('watches', await loadWatches(parts, visit), ({ watch, title, discreet, ...line }) => ({
      watch: title,
      matter: watch.matter,
      tags: discreet ? undefined : joined(watch.tags ?? []),
      searches: discreet ? undefined : describeWatch(watch),
      schedule: `${watch.schedule} (${watch.timezone})`,
      notifies: discreet ? undefined : joined(watch.notify),
      lastCheck: line.outcome,
      reason: line.reason,
      lastComplete: line.lastCompleteAt,
      next: line.nextDueAt,
      pausedSince: line.pause?.beganAt,
      pausedUntil: line.pause?.until ?? undefined,
      pausedBecause: discreet ? undefined : line.pause?.reason,
      incidents: joined(line.incidents.map((one) => one.kind)),
      holds: line.records,
      what: kindOf(watch),
      changesIn91Days: line.activity.reduce((sum, one) => sum + one, 0),
      creditsThisMonth: line.creditsThisMonth,
    }));
  },
};
