import { existsSync } from 'node:fs';
import { byNight } from '../runs.ts';

/**
 * The suites that also run on Postgres: those with claims and races, SQL of their own, search, or copies. A suite about
 * words, forms, rules or channels does not depend on Postgres, and does not belong here.
 */
const suites = [
  'check/claimInTime',
  'check/commits',
  'check/reportedOnce',
  'store/lists',
  'store/copy/copyStore',
  'store/races/bulk',
  'store/races/checks',
  'store/races/lateCommits',
  'store/races/oneOfEach',
  'store/races/people',
  'store/rollback',
  'web/evidence/retention',
  'store/find/searchStored',
  'alerts/message/gather',
  'postgres/clock',
  'postgres/commands',
  'postgres/configRace',
  'postgres/jobs',
  'postgres/machines',
  'postgres/refused',
  'postgres/schema',
  'postgres/sideBySide',
  'postgres/together',
  'postgres/upgrade',
  'schedule/claims',
  'schedule/due',
  'schedule/nudge',
  'schedule/scheduler',
  'check/sharedPace',
  'store/snapshot/ledger',
];

/** Other suites cover most of these. They run only at night, for the statements that no other suite runs. */
const byNightToo = [
  'check/finishCheck',
  'check/serviceAway',
  'check/sharedRecords',
  'endurance/deliverProcesses',
  'endurance/pace',
  'schedule/holds/unchecked',
  'schedule/nudges/follow',
  'alerts/outbox/alerts',
  'alerts/outbox/deliver',
  'alerts/outbox/batches',
  'people/oneName',
  'schedule/editWatches',
  'schedule/syncWatches',
  'store/snapshot/knownRecords',
  'store/snapshot/readings',
  'web/lists',
  'web/search',
  'web/whoDoesWhat',
  'web/whoReadsWhat',
  'web/whoSeesWhat',
];

export function suitesOnPostgres(): string[] {
  const files = [...suites, ...byNightToo].map((suite) => `test/${suite}.test.ts`);
  const gone = files.filter((file) => !existsSync(file));
  if (gone.length > 0) throw new Error(`test/postgres/suites.ts names what is not there: ${gone.join(', ')}`);
  return byNight ? files : files.slice(0, suites.length);
}
