import { Command } from 'commander';
import { dayMs, utcDay } from '../base/time.ts';
import type { Program } from '../daemon/program.ts';
import { utcMonth } from '../schedule/budget.ts';
import { print, printJsonLines, printTable } from './output.ts';
import { wholeNumber, withProgram } from './withProgram.ts';

interface Options {
  readonly json?: boolean;
  readonly days: number;
  readonly matters?: boolean;
  readonly advice?: boolean;
}

const days = wholeNumber('It must be a whole number from 1 to 9999.', 1, 9999);

/** `tipstaff credits`: what was spent, by day and operation, and how much of the budget is left. */
export function creditsCommand(): Command {
  return new Command('credits')
    .description('what was spent, by day (UTC) and operation, and what is left of the budget')
    .option('--days <n>', 'how many days back, today included', days, 30)
    .option('--matters', 'by matter: what this month has cost, and what the coming 30 days will')
    .option('--advice', 'what would cost less, and how many credits a month it would save')
    .option('--json', 'one JSON object per line on stdout, and a last one with today, this month and the budget')
    .action((options: Options) => withProgram((program) => showCredits(program, options)));
}

/**
 * What each matter has cost this month (UTC) and will in the coming 30 days; a shared check is split between its
 * watches.
 */
async function showMatters({ store, config, clock }: Program, options: Options): Promise<void> {
  const { creditsPerWatch } = await import('../store/snapshot/gaugesQueries.ts');
  const { loadCosts } = await import('../schedule/loadCosts.ts');
  const { spendingWords } = await import('../schedule/costs.ts');
  const { roundedCredits } = await import('../store/snapshot/spendingTable.ts');
  const now = clock();
  const month = utcMonth(now);
  const ids = config.watches.map(({ id }) => id);
  const spent = await creditsPerWatch(store.db, ids, `${month}-01T00:00:00.000Z`);
  const { watches } = await loadCosts(store.db, config, now);
  const planned = new Map(watches.map((one) => [one.watch, one.creditsPerMonth]));
  const most = new Map(watches.map((one) => [one.watch, one.mostPerMonth]));
  const lines = [...Map.groupBy(config.watches, ({ matter }) => matter ?? null)].map(([matter, some]) => {
    const sum = (of: ReadonlyMap<string, number>) =>
      roundedCredits(some.reduce((total, { id }) => total + (of.get(id) ?? 0), 0));
    const budget = matter === null ? undefined : config.matters[matter]?.budget;
    return {
      matter,
      month,
      credits: sum(spent),
      coming30Days: sum(planned),
      atMost: sum(most),
      watches: some.length,
      budget,
    };
  });
  if (options.json) return printJsonLines(lines);
  printTable(
    ['MATTER', 'WATCHES', 'THIS MONTH', 'COMING 30 DAYS'],
    lines.map((line) => [
      line.matter ?? 'without a matter',
      String(line.watches),
      `${line.credits}${line.budget?.perMonth === undefined ? '' : ` of ${line.budget.perMonth}`}`,
      spendingWords({ creditsPerMonth: line.coming30Days, mostPerMonth: line.atMost }),
    ]),
  );
}

/** The ten changes that would save most. */
async function showAdvice({ store, config, clock }: Program, options: Options): Promise<void> {
  const { loadAdvice } = await import('../web/pages/credits/advice.ts');
  const advice = await loadAdvice(store.db, config, config.watches, clock());
  if (options.json) return printJsonLines(advice);
  if (advice.length === 0) return print('Nothing that would cost less is known.');
  printTable(
    ['WATCH', 'WHY', 'SAVES A MONTH'],
    advice.map(({ watch, words, saves }) => [watch, words, String(saves)]),
  );
}

async function showCredits(program: Program, options: Options): Promise<void> {
  if (options.advice) return showAdvice(program, options);
  if (options.matters) return showMatters(program, options);
  const { store, config, clock } = program;
  const { listSpending, spentInMonth, spentOn } = await import('../store/snapshot/spendingTable.ts');
  const now = clock();
  const since = utcDay(new Date(now.getTime() - (options.days - 1) * dayMs));
  const lines = await listSpending(store.db, since);
  const today = await spentOn(store.db, utcDay(now));
  const thisMonth = await spentInMonth(store.db, utcMonth(now));
  const whole = { total: true, today, thisMonth, budget: config.budget };
  if (options.json) return printJsonLines([...lines, whole]);
  if (lines.length === 0) print(`Nothing was spent since ${since}.`);
  else {
    printTable(
      ['DAY', 'OPERATION', 'REQUESTS', 'CREDITS'],
      lines.map((line) => [line.day, line.operation, String(line.requests), String(line.credits)]),
    );
  }
  print('');
  print(`Today (UTC): ${today}${outOf(config.budget.perDay)}`);
  print(`This month:  ${thisMonth}${outOf(config.budget.perMonth)}`);
}

function outOf(limit: number | undefined): string {
  return limit === undefined ? ' credits (no budget set)' : ` of ${limit} credits`;
}
