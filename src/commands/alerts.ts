import { Command, InvalidArgumentError, Option } from 'commander';
import { pageTimezone } from '../config/config.ts';
import type { ListedAlert } from '../outbox/alertsTable.ts';
import type { Program } from '../program/program.ts';
import { retryCommand } from './alertsRetry.ts';
import { showCommand } from './alertsShow.ts';
import { minute } from './momentAsked.ts';
import { print, printError, printJsonLines, printTable } from './output.ts';
import { withProgram } from './withProgram.ts';

interface Options {
  readonly undelivered?: boolean;
  readonly json?: boolean;
  readonly limit: number;
}

const defaultLimit = 100;

/** `tipstaff alerts`: what was reported, or is to be reported, with the server's last response. */
export function alertsCommand(): Command {
  return new Command('alerts')
    .description('list the alerts, newest first, with state, attempts and the server’s last response')
    .option('--undelivered', 'only those that wait or failed')
    .option('--json', 'one JSON object per alert on stdout')
    .addOption(new Option('--limit <n>', 'the largest number of alerts').argParser(parseCount).default(defaultLimit))
    .action((options: Options) => withProgram((program) => list(program, options)))
    .addCommand(retryCommand())
    .addCommand(showCommand());
}

async function list({ store, config, clock }: Program, options: Options): Promise<void> {
  const { listAlerts } = await import('../outbox/alertsTable.ts');
  const undelivered = options.undelivered === true;
  // One more than asked for shows whether there are more.
  const found = await listAlerts(store.db, { undelivered, limit: options.limit + 1 });
  show(found.slice(0, options.limit), options, { timezone: pageTimezone(config), now: clock().toISOString() });
  if (found.length > options.limit) {
    printError(`There are more than ${options.limit}: see them with --limit.`);
  }
}

interface Reader {
  readonly timezone: string;
  /** ISO. */
  readonly now: string;
}

function show(alerts: readonly ListedAlert[], options: Options, reader: Reader): void {
  if (options.json) printJsonLines(alerts);
  else if (alerts.length > 0) showTable(alerts, reader);
  else print(options.undelivered ? 'No undelivered alerts.' : 'No alerts yet.');
}

function showTable(alerts: readonly ListedAlert[], reader: Reader): void {
  printTable(
    ['ID', 'CHANNEL', 'KIND', 'STATE', 'CHANGES', 'ATTEMPTS', 'WHEN', 'LAST SERVER RESPONSE'],
    alerts.map((alert) => [
      String(alert.id),
      alert.channel,
      alert.kind,
      isHeld(alert, reader) ? 'held' : alert.state,
      alert.kind === 'changes' ? String(alert.changes) : '-',
      String(alert.attempts),
      whenOf(alert, reader),
      alert.lastResponse ?? '',
    ]),
  );
}

/** Its server asked to be sent nothing before a moment, or fails. */
function isHeld({ heldUntil }: ListedAlert, { now }: Reader): boolean {
  return heldUntil !== null && heldUntil > now;
}

function whenOf(alert: ListedAlert, reader: Reader): string {
  const { timezone } = reader;
  if (isHeld(alert, reader) && alert.heldUntil !== null) return `until ${minute(alert.heldUntil, timezone)}`;
  const at = minute(alert.endedAt ?? alert.dueAt, timezone);
  return alert.state === 'waiting' ? `due ${at}` : at;
}

function parseCount(text: string): number {
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 1) throw new InvalidArgumentError('It takes a whole number, at least 1.');
  return count;
}
