import { Command } from 'commander';
import type { Channel, DeliveryResult } from '../alerts/channels/channel.ts';
import { renderText } from '../alerts/channels/text.ts';
import { renderJson } from '../alerts/channels/webhook.ts';
import type { AlertContent, TestContent } from '../alerts/message/content.ts';
import { gatherAlert } from '../alerts/message/gather.ts';
import { countLate, type ListedAlert, listAlerts, retryAlerts } from '../alerts/outbox/alertsTable.ts';
import { deliverWithNotices } from '../alerts/outbox/deliver.ts';
import { probeNow, retryChannelAt } from '../alerts/outbox/deliveriesTable.ts';
import { TipstaffError } from '../base/errors.ts';
import { counted } from '../base/words/sentence.ts';
import { pageTimezone, usesSandbox } from '../config/config.ts';
import { openDelivery, type Program } from '../daemon/program.ts';
import { minute, print, printError, printJsonLines, printTable, printText } from './output.ts';
import { interruptible } from './signals.ts';
import { wholeNumber, withExitCode, withProgram } from './withProgram.ts';

type Options = { readonly undelivered?: boolean; readonly json?: boolean; readonly limit: number };

const defaultLimit = 100;

export function alertsCommand(): Command {
  return new Command()
    .option('--undelivered', 'only those that are waiting or failed')
    .option('--json', 'one JSON object per alert on stdout')
    .option('--limit <n>', 'how many alerts at most', wholeNumber(), defaultLimit)
    .action((options: Options) => withProgram((program) => list(program, options)))
    .addCommand(retryCommand())
    .addCommand(showCommand());
}

async function list({ store, config, clock }: Program, options: Options): Promise<void> {
  const undelivered = options.undelivered === true;
  // One extra alert shows whether there are more than the limit.
  const found = await listAlerts(store.db, { undelivered, limit: options.limit + 1 });
  const alerts = found.slice(0, options.limit);
  if (options.json) printJsonLines(alerts);
  else if (alerts.length > 0) showTable(alerts, { timezone: pageTimezone(config), now: clock().toISOString() });
  else print(undelivered ? 'No undelivered alerts.' : 'No alerts yet.');
  if (found.length > options.limit) {
    printError(`Not all are shown: there are more than ${options.limit}. To see more, set a higher --limit.`);
  }
}

type Reader = { readonly timezone: string; readonly now: string };

function showTable(alerts: readonly ListedAlert[], reader: Reader): void {
  printTable(alerts, {
    ID: ({ id }) => id,
    CHANNEL: ({ channel }) => channel,
    KIND: ({ kind }) => kind,
    STATE: ({ state }) => state,
    CHANGES: ({ kind, changes }) => (kind === 'changes' ? changes : '-'),
    ATTEMPTS: ({ attempts }) => attempts,
    WHEN: (alert) => whenOf(alert, reader),
    'LAST SERVER RESPONSE': ({ lastResponse }) => lastResponse,
  });
}

function whenOf(alert: ListedAlert, { timezone, now }: Reader): string {
  const { heldUntil } = alert;
  if (heldUntil !== null && heldUntil > now) return `next attempt ${minute(heldUntil, timezone)}`;
  const at = minute(alert.endedAt ?? alert.dueAt, timezone);
  return alert.state === 'waiting' ? `due ${at}` : at;
}

function retryCommand(): Command {
  return new Command('retry')
    .description(
      'try to deliver alerts again now: the named ones, or all that failed or are overdue, also of paused channels',
    )
    .argument('[id...]', 'alerts, by number', (text: string, before: number[] = []) => [...before, wholeNumber()(text)])
    .option('--json', 'one JSON object per alert on stdout')
    .addHelpText(
      'after',
      '\nAn alert that waits for a digest or for the end of quiet hours is sent only if you name it. A channel whose ' +
        'receiver\nanswered HTTP 410 waits for send-test. Exit code: 0 all were delivered, 1 one stayed undelivered.',
    )
    .action((ids: number[], options: { json?: boolean }) => withExitCode((program) => retry(program, ids, options)));
}

async function retry(program: Program, ids: readonly number[], options: { json?: boolean }): Promise<number> {
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
  const { parts, close } = await openDelivery(program);
  await interruptible((signal) => deliverWithNotices(parts, signal)).finally(close);
  const after = await listAlerts(store.db, { ids: due.map((alert) => alert.id), limit: due.length });
  if (options.json) printJsonLines(after);
  else {
    printTable(after, {
      ID: ({ id }) => id,
      CHANNEL: ({ channel }) => channel,
      STATE: ({ state }) => state,
      'LAST SERVER RESPONSE': ({ lastResponse }) => lastResponse,
    });
  }
  return after.every((alert) => alert.state === 'sent') ? 0 : 1;
}

function showCommand(): Command {
  return new Command('show')
    .description('print the text of an alert, drawn from what is stored now')
    .argument('<id>', 'the alert, by number', wholeNumber())
    .option('--json', 'one JSON object on stdout, as webhooks get it')
    .action((id: number, { json }: { json?: boolean }) =>
      withProgram(async (program) => {
        const content = await contentOf(program, id);
        if (json) printJsonLines([renderJson(content)]);
        else printText(renderText(content));
      }),
    );
}

async function contentOf({ config, store, clock }: Program, id: number): Promise<AlertContent> {
  const content = await gatherAlert(store.db, id, { config, pageUrl: config.http.publicUrl, clock });
  if (content !== undefined) return content;
  throw new TipstaffError('usage.alert', `There is no alert ${id}. See: tipstaff alerts`);
}

const meanings: Readonly<Record<Exclude<DeliveryResult['outcome'], 'sent'>, string>> = {
  retry: 'not accepted now; an alert would be tried again',
  failed: 'rejected this message',
  dead: 'rejected the channel as a whole (login, certificate or webhook); alerts would wait until it is fixed',
  ended: 'wants no more alerts; they would wait until it accepts a test message',
};

export function sendTestCommand(): Command {
  return new Command()
    .argument('<channel>', 'a channel of the config')
    .option('--json', 'one JSON object on stdout')
    .addHelpText('after', '\nExit code: 0 the server accepted it for every recipient, 1 it did not.')
    .action((name: string, options: { json?: boolean }) => withExitCode((program) => sendTest(program, name, options)));
}

async function sendTest(program: Program, name: string, options: { json?: boolean }): Promise<number> {
  const delivery = await openDelivery(program);
  try {
    const channel = delivery.parts.channels.get(name);
    if (channel === undefined) {
      const known = [...delivery.parts.channels.keys()].join(', ');
      throw new TipstaffError('usage.channel', `There is no channel "${name}". The config has: ${known}.`);
    }
    const result = await sendOne(program, channel);
    const response = program.redact(result.response);
    const refused = result.outcome === 'sent' ? (result.refused ?? []).map(program.redact) : [];
    if (options.json) printJsonLines([{ channel: name, outcome: result.outcome, answer: response, refused }]);
    else report(name, result.outcome, response, refused.length);
    if (result.outcome !== 'sent') return 1;
    // The channel works again, so its alerts need not wait for the next probe.
    await retryChannelAt(program.store.db, name, program.clock());
    const waiting = await countLate(program.store.db, program.clock(), { channel: name });
    if (waiting > 0)
      printError(
        `${counted(waiting, 'alert')} for ${name} still wait${waiting === 1 ? 's' : ''}. A running daemon sends ` +
          `${waiting === 1 ? 'it' : 'them'} by itself; without one: tipstaff alerts retry`,
      );
    return refused.length === 0 ? 0 : 1;
  } finally {
    await delivery.close();
  }
}

function sendOne(program: Program, channel: Channel): Promise<DeliveryResult> {
  const content: TestContent = {
    id: 0,
    kind: 'test',
    channel: channel.name,
    createdAt: program.clock().toISOString(),
    timezone: program.config.channels[channel.name]?.timezone ?? 'UTC',
    sandbox: usesSandbox(program.config),
  };
  return interruptible((signal) => channel.send(content, signal));
}

function report(name: string, outcome: DeliveryResult['outcome'], response: string, refused: number): void {
  if (outcome !== 'sent') printError(`${name}: ${meanings[outcome]}\n${response}`);
  else if (refused > 0) printError(`${name}: rejected for ${counted(refused, 'recipient')}\n${response}`);
  else print(`${name}: accepted (${response})`);
}
