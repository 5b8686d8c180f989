import { existsSync } from 'node:fs';
import { byNight } from '../runs.ts';

/**
 * What runs on Postgres too: suites that ask the database something that no other asks, namely claims and races, own SQL, search, and
 * copies. What a suite says of words, forms, rules or channels Postgres cannot break: it does not belong here.
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
  'store/tableSizes',
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

/** Most of what these ask, others ask too: for the statements that are theirs alone they run by night. */
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
