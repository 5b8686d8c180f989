import { Command, InvalidArgumentError } from 'commander';
import { nameOfDefault } from '../config/config.ts';
import type { Program } from '../program/program.ts';
import { utcDay, utcMonth } from '../schedule/budget.ts';
import { print, printJsonLines, printTable } from './output.ts';
import { withProgram } from './withProgram.ts';

const dayMs = 24 * 3600 * 1000;

interface Options {
  readonly json?: boolean;
  readonly days: number;
}

/** `tipstaff credits`: what was spent, by day and operation, and how much of the budget is left. */
export function creditsCommand(): Command {
  return new Command('credits')
    .description('what was spent, by day (UTC) and operation, and what is left of the budget')
    .option('--days <n>', 'how many days back, today included', readDays, 30)
    .option('--json', 'one JSON object per line on stdout, and a last one with today, this month and the budget')
    .action((options: Options) => withProgram((program) => showCredits(program, options)));
}

async function showCredits({ store, config, clock }: Program, options: Options): Promise<void> {
  const { listSpending, listSpendingOfEach, spentInMonth, spentOn } = await import('../snapshot/spendingTable.ts');
  const { servicesNow } = await import('../check/admission/servicesNow.ts');
  const now = clock();
  const since = utcDay(new Date(now.getTime() - (options.days - 1) * dayMs));
  const lines = await listSpending(store.db, since);
  const today = await spentOn(store.db, utcDay(now));
  const thisMonth = await spentInMonth(store.db, utcMonth(now));
  const services = (await servicesNow(store.db, config, now)).map(({ suspended: _, ...service }) => service);
  const each = await listSpendingOfEach(store.db, since);
  const ofEach = each
    .filter(({ service }) => services.length > 0 || service !== undefined)
    .map(({ service = nameOfDefault, ...line }) => ({ service, ...line }));
  const whole = { total: true, today, thisMonth, budget: config.budget };
  if (options.json) return printJsonLines([...lines, ...ofEach, ...services, whole]);
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
  for (const { service, budget, ...spent } of services) {
    const month = `${spent.thisMonth}${outOf(budget.perMonth, '')}`;
    print(`Of that by service ${service}: today ${spent.today}${outOf(budget.perDay, '')}; this month ${month}`);
  }
}

/** @param unlimited the words where there is no budget: a single service need not have one. */
function outOf(limit: number | undefined, unlimited = ' (no budget set)'): string {
  return limit === undefined ? ` credits${unlimited}` : ` of ${limit} credits`;
}

function readDays(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1 to 9999.');
  return Number(text);
}
