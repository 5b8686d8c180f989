import { Command } from 'commander';
import { TipstaffError } from '../errors.ts';
import type { Program } from '../program/program.ts';
import { parseAlertId } from './alertsShow.ts';
import { print, printJsonLines, printTable } from './output.ts';
import { untilInterrupted } from './signals.ts';
import { withProgram } from './withProgram.ts';

/** `tipstaff alerts retry [ID…]`: tries undelivered alerts again, now, on paused channels too. */
export function retryCommand(): Command {
  return new Command('retry')
    .description('try undelivered alerts again now: those named, or all of them, of paused channels too')
    .argument('[id...]', 'alerts, by number', (text: string, before: number[] = []) => [...before, parseAlertId(text)])
    .option('--json', 'one JSON object per alert on stdout')
    .addHelpText(
      'after',
      '\nWhat a digest or quiet hours still hold goes out too. A channel that its receiver ended (HTTP 410) waits ' +
        'for send-test.\nExit code: 0 all of them were delivered, 1 one stayed undelivered.',
    )
    .action(async (ids: number[], _own: object, command: Command) => {
      // The parent command has the same flag, and may have parsed it.
      process.exitCode = await withProgram((program) => retry(program, ids, command.optsWithGlobals()));
    });
}

async function retry(program: Program, ids: readonly number[], options: { json?: boolean }): Promise<number> {
  const { listAlerts, retryAlerts } = await import('../outbox/alertsTable.ts');
  const { probeNow } = await import('../outbox/channelsTable.ts');
  const { store, clock } = program;
  const due = await store.transaction((trx) => retryAlerts(trx, clock(), ids));
  const passedOver = ids.filter((id) => !due.some((alert) => alert.id === id));
  if (passedOver.length > 0) {
    throw new TipstaffError(
      'alerts.notWaiting',
      `Nothing to retry for ${passedOver.join(', ')}: no such alert, or it was delivered, or it is being delivered ` +
        'now. See: tipstaff alerts',
    );
  }
  if (due.length === 0) {
    if (!options.json) print('No undelivered alerts.');
    return 0;
  }
  const channels = [...new Set(due.map((alert) => alert.channel))];
  await store.transaction((trx) => probeNow(trx, channels, clock()));
  await deliverNow(program);
  const after = await listAlerts(store.db, { ids: due.map((alert) => alert.id), limit: due.length });
  if (options.json) printJsonLines(after);
  else {
    printTable(
      ['ID', 'CHANNEL', 'STATE', 'LAST SERVER RESPONSE'],
      after.map((alert) => [String(alert.id), alert.channel, alert.state, alert.lastResponse ?? '']),
    );
  }
  return after.every((alert) => alert.state === 'sent') ? 0 : 1;
}

async function deliverNow(program: Program): Promise<void> {
  const { openDelivery } = await import('../program/delivery.ts');
  const { deliverDue } = await import('../outbox/deliver.ts');
  const delivery = await openDelivery(program);
  const interruption = untilInterrupted();
  try {
    await deliverDue(delivery.parts, interruption.signal);
  } finally {
    interruption.end();
    await delivery.close();
  }
}
