import { existsSync } from 'node:fs';

/**
 * What runs on Postgres too: suites that ask the database something that no other asks, namely own SQL, claims and races, search, who
 * may see what, and copies. What a suite says of words, forms, rules or channels Postgres cannot break: it does not belong here.
 */
const suites = [
  'check/claimInTime',
  'check/commits',
  'check/finishCheck',
  'check/reportedOnce',
  'check/sharedRecords',
  'database/anyOf',
  'database/copy/copyStore',
  'database/races/bulk',
  'database/races/checks',
  'database/races/lateCommits',
  'database/races/oneOfEach',
  'database/races/people',
  'database/rollback',
  'database/tableSizes',
  'evidence/retention',
  'find/searchStored',
  'holds/unchecked',
  'nudges/follow',
  'outbox/alerts',
  'outbox/deliver',
  'outbox/gather',
  'outbox/releaseBatches',
  'people/oneName',
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
  'schedule/editWatches',
  'schedule/nudge',
  'schedule/scheduler',
  'schedule/sharedPace',
  'schedule/syncWatches',
  'snapshot/knownRecords',
  'snapshot/readings',
  'snapshot/spending',
  'web/lists',
  'web/search',
  'web/whoDoesWhat',
  'web/whoReadsWhat',
  'web/whoSeesWhat',
];

export function suitesOnPostgres(): string[] {
  const files = suites.map((suite) => `test/${suite}.test.ts`);
  const gone = files.filter((file) => !existsSync(file));
  if (gone.length > 0) throw new Error(`test/postgres/suites.ts names what is not there: ${gone.join(', ')}`);
  return files;
}
