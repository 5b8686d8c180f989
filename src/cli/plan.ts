import { Command } from 'commander';
import { dayMs, utcDay } from '../base/time.ts';
import { withMoments } from '../base/words/readerDate.ts';
import { withCommas } from '../base/words/sentence.ts';
import { loadKeySuspension } from '../check/admission/serviceKey.ts';
import { type Config, usesSandbox, watchesById } from '../config/config.ts';
import { adaptiveBounds, scheduleKeys } from '../config/fields/schedule.ts';
import { describeSearch, queryOf } from '../config/searchWords.ts';
import type { Program } from '../daemon/program.ts';
import { loadDueFacts } from '../schedule/adaptive/adaptiveQueries.ts';
import { type Costs, isOverBudget, loadCosts, neverPaid, type WatchCosts } from '../schedule/costs.ts';
import { whyThen } from '../schedule/describeSchedule.ts';
import { untilWords } from '../schedule/holds/holds.ts';
import { listSpending, spentInAll } from '../store/snapshot/ledgerTable.ts';
import { dueWords, endsOf, fields, minute, table } from './output.ts';
import { type Answer, answering, chooseWatches, wholeNumber } from './withProgram.ts';

export function planCommand(): Command {
  return new Command()
    .argument('[id...]', 'only these watches')
    .option('--why', 'one sentence for each: why it is checked then and not earlier')
    .option('--json', 'one JSON object per watch on stdout, and a last one with the totals')
    .addHelpText(
      'after',
      '\nCosts are credits: what each query took last time, by the configured prices where the service named none, ' +
        'and one\npage if it was never checked. Day and month are those of the coming 30 days. Watches with an equal ' +
        'query share its checks: those\nthat are due together pay equal parts. Later ones listed name the first. An ' +
        'adaptive watch is planned at what its budget leaves it,\nwith the most that it may spend beside it.',
    )
    .action(answering(plan));
}

async function plan(program: Program, ids: readonly string[], { why }: { readonly why?: boolean }): Promise<Answer> {
  const { store, clock, config } = program;
  const chosen = chooseWatches(config, ids);
  if (why) return explainDue(program, chosen);
  const { watches: all, ...sums } = await loadCosts(store.db, config, clock());
  // What an adaptive watch may spend depends on all others, so all are planned and only the chosen ones shown.
  const shown = new Set(chosen.map(({ id }) => id));
  const planned = all.filter(({ watch }) => shown.has(watch));
  const unpaid = neverPaid(config, { watches: all });
  const watches = withAsks(planned, config).map((one) => ({ ...one, unpaid: unpaid.get(one.watch) }));
  const { budget } = config;
  const whole = { total: true, watches: all.length, ...sums, budget, sandbox: usesSandbox(config) };
  return {
    words: wordsOf(watches, sums, config),
    json: [...watches.map((one) => ({ ...one, ...scheduleKeys(one.schedule) })), whole],
  };
}

async function explainDue({ store, clock, config }: Program, watches: Config['watches']): Promise<Answer> {
  const [words, json]: [string[], object[]] = [[], []];
  const now = clock();
  const suspension = await loadKeySuspension(store.db, config.service);
  const costs = await loadCosts(store.db, config, now);
  const isShort = isOverBudget(costs, config.budget);
  const over = new Set(
    costs.watches.flatMap(({ watch, isOverOwnBudget }) => (isShort || isOverOwnBudget ? watch : [])),
  );
  const unpaid = neverPaid(config, costs);
  const keyWords =
    suspension && ` The token is suspended (${suspension.reason}); next try at ${suspension.nextProbeAt}.`;
  for (const { id, timezone } of watches) {
    const searches = await loadDueFacts(store.db, id);
    const [first] = searches.toSorted((a, b) => ((a.nextDueAt ?? '~') < (b.nextDueAt ?? '~') ? -1 : 1));
    const minuteOf = (iso: string) => minute(iso, timezone);
    const dear = unpaid.get(id);
    const due = first === undefined ? 'because it was not checked yet' : whyThen(first, now, minuteOf);
    const why = dear === undefined ? due : `because ${dear}: raise the budget`;
    const nextDueAt = first?.nextDueAt ?? null;
    const unset = first === undefined ? 'as soon as the daemon runs' : 'after the pause';
    const skipped =
      over.has(id) && dear === undefined ? ' The budget cannot pay for every check, so it may be skipped.' : '';
    const whole = `${why}.${skipped}${keyWords ?? ''}`;
    json.push({ watch: id, nextDueAt, why: whole, ...first?.reason });
    const next = `next check ${nextDueAt === null ? unset : dueWords(nextDueAt, now, timezone)}`;
    words.push(`${id}: ${dear === undefined ? next : 'never checked'}, ${withMoments(whole, minuteOf)}`);
  }
  return { words, json };
}

type WorkedOut = ReturnType<typeof withAsks>[number] & { readonly unpaid?: string | undefined };

function withAsks(watches: readonly WatchCosts[], config: Config) {
  const byId = watchesById(config.watches);
  return watches.map((one) => {
    const watch = byId.get(one.watch);
    const asks = new Map(watch?.searches.map((search) => [queryOf(search).id, describeSearch(search)]));
    return { ...one, queries: one.queries.map((query) => ({ ...query, asks: asks.get(query.query) ?? '' })) };
  });
}

function wordsOf(watches: readonly WorkedOut[], sums: Omit<Costs, 'watches'>, config: Config) {
  const { perDay, perMonth } = config.budget;
  const { creditsPerMonth, leastPerMonth, creditsOnBusiestDay, leastOnBusiestDay } = sums;
  const planned = table(watches, {
    ...fields('watch'),
    SCHEDULE: ({ words, timezone }) => `${words}, ${timezone}`,
    NEXT: nextWords,
    QUERIES: ({ queries }) => queries.length,
    PAGES: ({ queries }) => queries.reduce((sum, { pages = 1 }) => sum + pages, 0),
    'CREDITS PER RUN': ({ creditsPerRun }) => withCommas(creditsPerRun),
    'PER DAY': ({ creditsPerDay }) => withCommas(Number(creditsPerDay.toFixed(1))),
    'PER MONTH': (watch) => withCommas(Math.round(watch.creditsPerMonth)) + mostWords(watch),
    NOTE: note,
  });
  const ofSandbox = 'Note: this uses the built-in sandbox: made-up records, and no real credits.';
  return [
    planned,
    '',
    ...(watches.length < config.watches.length ? [`All ${config.watches.length} watches:`] : []),
    `Per month (30 days): ${withCommas(creditsPerMonth)} credits${against(leastPerMonth, perMonth)}${mostWords(sums)}`,
    `The busiest day: ${withCommas(creditsOnBusiestDay)} credits${against(leastOnBusiestDay, perDay)}`,
    ...(usesSandbox(config) ? [ofSandbox] : []),
  ];
}

/** An adaptive watch is checked more often while its records have news. */
function mostWords({ mostPerMonth, creditsPerMonth }: Pick<Costs, 'mostPerMonth' | 'creditsPerMonth'>): string {
  return mostPerMonth > creditsPerMonth ? `, at most ${withCommas(Math.round(mostPerMonth))}` : '';
}

/** A new watch is checked before its first slot. */
function isNew({ queries, unpaid, paused }: WorkedOut): boolean {
  return queries.some(({ pages }) => pages === undefined) && unpaid === undefined && paused === undefined;
}

function nextWords(watch: WorkedOut): string {
  const { next, schedule, timezone } = watch;
  const [first = 'never', ...others] = next.map((slot) => minute(slot.toISOString(), timezone));
  const isLatest = next.length > 0 && adaptiveBounds(schedule) !== undefined;
  const slots = isLatest ? `at the latest ${first}` : [first, ...others].join(', ');
  return isNew(watch) ? `at once, then ${slots}` : slots;
}

function note(watch: WorkedOut): string {
  const shared = new Set(watch.queries.flatMap((query) => query.sharedWith ?? []));
  const { paused, unpaid } = watch;
  return [
    ...(paused === undefined ? [] : [`PAUSED ${untilWords(paused, endsOf(watch.timezone))}: no cost`]),
    ...(unpaid === undefined ? [] : [`NEVER CHECKED: ${unpaid}`]),
    ...(watch.isOverOwnBudget && unpaid === undefined ? ['OVER ITS OWN BUDGET, checks will be skipped'] : []),
    ...(shared.size > 0 ? [`shares checks with ${[...shared].join(', ')}`] : []),
    ...(isNew(watch) ? ['new: one page assumed'] : []),
  ].join('; ');
}

/** @param least the credits of all but the adaptive watches, which spend only the rest */
function against(least: number, limit: number | undefined): string {
  if (limit === undefined) return ' (no limit)';
  const of = ` of ${withCommas(limit)}`;
  return least > limit ? `${of}: OVER BUDGET, checks will be skipped` : `${of} in the budget`;
}

export function creditsCommand(): Command {
  return new Command()
    .option('--days <n>', 'how many days back, today included', wholeNumber(1, 9999), 30)
    .option('--json', 'one JSON object per line on stdout, and a last one with today, this month and the budget')
    .action(answering(credits));
}

async function credits({ store, config, clock }: Program, { days }: { readonly days: number }): Promise<Answer> {
  const now = clock();
  const since = utcDay(new Date(now.getTime() - (days - 1) * dayMs));
  const lines = await listSpending(store.db, since);
  const { today, thisMonth } = await spentInAll(store.db, utcDay(now));
  const columns = fields('day', 'operation', 'requests', 'credits');
  return {
    words: [
      table(lines, columns, `Nothing was spent since ${since}.`),
      '',
      `Today (UTC): ${spentWords(today, config.budget.perDay)}`,
      `This month:  ${spentWords(thisMonth, config.budget.perMonth)}`,
    ],
    json: [...lines, { total: true, today, thisMonth, budget: config.budget }],
  };
}

function spentWords(spent: number, limit: number | undefined): string {
  if (limit === undefined) return `${withCommas(spent)} credits spent (no limit)`;
  return `${withCommas(spent)} of ${withCommas(limit)} credits spent, ${withCommas(Math.max(0, limit - spent))} left`;
}
