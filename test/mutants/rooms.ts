/** A part of the program whose tests are put to the proof: globs of its files, and of the tests that must notice. */
export interface Room {
  readonly name: string;
  readonly files: readonly string[];
  readonly tests: readonly string[];
}

/** Where a rule without a test would mislead readers, lose work or let somebody in. */
export const rooms: readonly Room[] = [
  {
    name: 'ledger',
    files: [
      'src/store/snapshot/ledgerTable.ts',
      'src/check/admission/budgetReservation.ts',
      'src/schedule/budget.ts',
      'src/schedule/costs.ts',
    ],
    tests: [
      'test/store/snapshot/ledger.test.ts',
      'test/schedule/budget.test.ts',
      'test/schedule/costs.test.ts',
      'test/schedule/adaptive.test.ts',
      'test/check/overBudget.test.ts',
      'test/check/matterBudget.test.ts',
      'test/check/newWatchBudget.test.ts',
      'test/check/priority.test.ts',
      'test/check/lastCost.test.ts',
      'test/check/quiet.test.ts',
      'test/check/budgets.property.test.ts',
      'test/web/credits/*.test.ts',
    ],
  },
  {
    name: 'calendar',
    files: ['src/reading/events/**/*.ts'],
    tests: ['test/reading/events/*.test.ts', 'test/reading/dates.test.ts'],
  },
  {
    name: 'diff',
    files: ['src/records/diff/**/*.ts'],
    tests: [
      'test/records/diff/*.test.ts',
      'test/check/compare/*.test.ts',
      'test/check/courtFilter.test.ts',
      'test/alerts/outbox/priority.test.ts',
    ],
  },
  {
    name: 'finishCheck',
    files: ['src/check/finishCheck.ts'],
    tests: [
      'test/check/finishCheck.test.ts',
      'test/check/againAt.test.ts',
      'test/check/crashLog.test.ts',
      'test/check/endsTipstaff.test.ts',
      'test/check/retry.test.ts',
      'test/check/incidents.test.ts',
      'test/check/refusedKey.test.ts',
      'test/check/overBudget.test.ts',
      'test/check/firstStart.test.ts',
      'test/check/lastCost.test.ts',
      'test/check/commits.test.ts',
      'test/schedule/adaptive.test.ts',
      'test/schedule/chooseNext.test.ts',
      'test/check/priority.test.ts',
      'test/web/evidence/*.test.ts',
      'test/schedule/nudge.test.ts',
      'test/schedule/nudges/follow.test.ts',
    ],
  },
  {
    name: 'whenDue',
    files: ['src/alerts/outbox/whenDue.ts'],
    tests: ['whenDue', 'backoff', 'batches'].map((suite) => `test/alerts/outbox/${suite}.test.ts`),
  },
  {
    name: 'queue',
    files: ['src/store/claims/**/*.ts', 'src/schedule/*{Table,Queries}.ts'],
    tests: [
      'test/store/**/*.test.ts',
      'test/schedule/*.test.ts',
      'test/alerts/outbox/deliver.test.ts',
      'test/check/pause.test.ts',
      'test/check/unwatched.test.ts',
      'test/check/lists.test.ts',
      'test/check/lastCost.test.ts',
      'test/check/retry.test.ts',
    ],
  },
  {
    name: 'dates',
    files: ['src/reading/dates/**/*.ts'],
    tests: [
      'test/reading/dates.test.ts',
      'test/reading/dates/*.test.ts',
      'test/reading/rules.test.ts',
      'test/reading/events/dateTitle.test.ts',
    ],
  },
  {
    name: 'outcomes',
    files: ['src/reading/outcomes/**/*.ts', 'src/reading/rule.ts'],
    tests: ['test/reading/outcomes/*.test.ts', 'test/reading/*.test.ts'],
  },
  {
    name: 'signIn',
    files: ['src/people/signIn/**/*.ts', 'src/web/pages/account/signIn.ts'],
    tests: [
      'test/web/attempts.test.ts',
      'test/web/signInAttempts.test.ts',
      'test/web/whoGetsIn.test.ts',
      'test/web/signIn.test.ts',
      'test/web/provider*.test.ts',
      'test/people/*.test.ts',
      'test/web/account.test.ts',
      'test/web/rightsInForce.test.ts',
      'test/web/users.test.ts',
      'test/config/signIn.test.ts',
      'test/store/races/people.test.ts',
    ],
  },
  {
    name: 'visit',
    files: ['src/web/visit/**/*.ts', 'src/people/sight.ts'],
    tests: [
      'test/people/sight.test.ts',
      'test/web/accessKeys.test.ts',
      'test/web/visit.test.ts',
      'test/web/whoSeesWhat.test.ts',
      'test/web/whoGetsIn.test.ts',
      'test/web/goneRecords.test.ts',
      'test/web/users.test.ts',
      'test/stories/confidential.test.ts',
      'test/web/changesPage.test.ts',
      'test/web/filters.test.ts',
      'test/web/sinceLastVisit.test.ts',
      'test/web/whoReadsWhat.test.ts',
    ],
  },
];
