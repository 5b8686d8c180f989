import { Command, InvalidArgumentError } from 'commander';
import { nameOfDefault } from '../config/config.ts';
import type { Program } from '../program/program.ts';
import { dayOf, monthOf } from '../schedule/budget.ts';
import type { ServiceSpendingTable, SpendingTable } from '../store/ledger/ledgerTables.ts';
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
  const { listServiceSpending, listSpending, spentInMonth, spentOn } = await import('../store/ledger/spending.ts');
  const { servicesNow } = await import('../check/admission/servicesNow.ts');
  const now = clock();
  const since = dayOf(new Date(now.getTime() - (options.days - 1) * dayMs));
  const lines = await listSpending(store.db, since);
  const today = await spentOn(store.db, dayOf(now));
  const thisMonth = await spentInMonth(store.db, monthOf(now));
  const services = (await servicesNow(store.db, config, now)).map(({ suspended: _, ...service }) => service);
  const ofNamed = await listServiceSpending(store.db, since);
  const ofServices = services.length === 0 ? ofNamed : [...spentByDefault(lines, ofNamed), ...ofNamed];
  const whole = { total: true, today, thisMonth, budget: config.budget };
  if (options.json) return printJsonLines([...lines, ...ofServices, ...services, whole]);
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

/** The spending of the default service: that of all services without that of the named ones. */
function spentByDefault(all: readonly SpendingTable[], named: readonly ServiceSpendingTable[]): ServiceSpendingTable[] {
  return all.flatMap(({ day, operation, ...spent }) => {
    const others = named.filter((one) => one.day === day && one.operation === operation);
    const requests = others.reduce((left, one) => left - one.requests, spent.requests);
    const credits = others.reduce((left, one) => left - one.credits, spent.credits);
    // Sums of tenths are inexact in the last binary digit.
    const line = { service: nameOfDefault, day, operation, requests, credits: Math.round(credits * 1e6) / 1e6 };
    return requests > 0 || line.credits > 0 ? [line] : [];
  });
}

/** @param unlimited the words where there is no budget: a single service need not have one. */
function outOf(limit: number | undefined, unlimited = ' (no budget set)'): string {
  return limit === undefined ? ` credits${unlimited}` : ` of ${limit} credits`;
}

function readDays(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1 to 9999.');
  return Number(text);
}
