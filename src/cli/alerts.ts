import { Command } from 'commander';
import type { Channel, DeliveryResult } from '../alerts/channels/channel.ts';
import { renderText } from '../alerts/channels/text.ts';
import { renderJson } from '../alerts/channels/webhook.ts';
import type { TestContent } from '../alerts/message/content.ts';
import { gatherAlert } from '../alerts/message/gather.ts';
import { countNotArrived, type ListedAlert, listAlerts, retryAlerts } from '../alerts/outbox/alertsTable.ts';
import { deliverWithNotices } from '../alerts/outbox/deliver.ts';
import { probeNow, retryChannelAt } from '../alerts/outbox/deliveriesTable.ts';
import { TipstaffError } from '../base/errors.ts';
import { counted } from '../base/words/sentence.ts';
import { pageTimezone, usesSandbox } from '../config/config.ts';
import { openDelivery, type Program } from '../daemon/program.ts';
import { type Columns, fields, minute, notAllShown, printError, table } from './output.ts';
import { interruptible } from './signals.ts';
import { type Answer, answering, nothingWords, wholeNumber } from './withProgram.ts';

type Options = { readonly undelivered?: boolean; readonly limit: number };

const defaultLimit = 100;

export function alertsCommand(): Command {
  return new Command()
    .option('--undelivered', 'only those that are waiting or failed')
    .option('--json', 'one JSON object per alert on stdout')
    .option('--limit <n>', 'how many alerts at most', wholeNumber(), defaultLimit)
    .action(answering(list))
    .addCommand(retryCommand())
    .addCommand(showCommand());
}

async function list({ store, config, clock }: Program, { undelivered = false, limit }: Options): Promise<Answer> {
  // One extra alert shows whether there are more than the limit.
  const found = await listAlerts(store.db, { undelivered, limit: limit + 1 });
  const alerts = found.slice(0, limit);
  if (found.length > limit) printError(notAllShown(limit));
  if (alerts.some(({ state }) => state === 'failed'))
    printError('What failed is not tried again by itself. To retry: tipstaff alerts retry [ID…]');
  const [timezone, now] = [pageTimezone(config), clock().toISOString()];
  const columns: Columns<ListedAlert> = {
    ...fields('id', 'channel', 'kind', 'state', 'changes', 'attempts'),
    'SENT OR DUE': (alert) => whenOf(alert, timezone, now),
    'LAST SERVER RESPONSE': ({ lastResponse }) => lastResponse,
  };
  const none = await nothingWords(store, undelivered ? 'No undelivered alerts' : 'No alerts yet');
  return { words: table(alerts, columns, none), json: alerts };
}

function whenOf(alert: ListedAlert, timezone: string, now: string): string {
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
        'receiver\nanswered HTTP 410 waits for send-test or another config.\nExit code: 0 all were delivered, 1 one ' +
        'stayed undelivered.',
    )
    .action(answering(retry));
}

async function retry(program: Program, ids: readonly number[]): Promise<Answer> {
  const { store, clock } = program;
  const due = await store.transaction((trx) => retryAlerts(trx, clock(), ids));
  const passedOver = ids.filter((id) => !due.some((alert) => alert.id === id));
  if (passedOver.length > 0) {
    const known = await listAlerts(store.db, { ids: passedOver, limit: passedOver.length });
    const states = passedOver.map(
      (id) => `alert ${id} ${stateWords[known.find((one) => one.id === id)?.state ?? 'none']}`,
    );
    const code = known.length < passedOver.length ? 'usage.alert' : 'alerts.notWaiting';
    throw new TipstaffError(code, `Nothing to retry: ${states.join(', ')}. See: tipstaff alerts`);
  }
  if (due.length === 0) return { words: 'No undelivered alerts.', json: [] };
  const channels = [...new Set(due.map((alert) => alert.channel))];
  await store.transaction((trx) => probeNow(trx, channels, clock()));
  const { parts, close } = await openDelivery(program);
  await interruptible((signal) => deliverWithNotices(parts, signal)).finally(close);
  const after = await listAlerts(store.db, { ids: due.map((alert) => alert.id), limit: due.length });
  const words = table(after, {
    ...fields('id', 'channel', 'state'),
    'LAST SERVER RESPONSE': ({ lastResponse }) => lastResponse,
  });
  return { words, json: after, exitCode: after.every((alert) => alert.state === 'sent') ? 0 : 1 };
}

const stateWords = {
  none: 'does not exist',
  sent: 'was delivered',
  waiting: 'is being delivered now',
  failed: 'is being delivered now',
} as const satisfies Record<ListedAlert['state'] | 'none', string>;

function showCommand(): Command {
  return new Command('show')
    .description('print the text of an alert, drawn from what is stored now')
    .argument('<id>', 'the alert, by number', wholeNumber())
    .option('--json', 'one JSON object on stdout, as webhooks get it')
    .action(answering(show));
}

async function show({ config, store, clock }: Program, id: number): Promise<Answer> {
  const content = await gatherAlert(store.db, id, { config, pageUrl: config.http.publicUrl, clock });
  if (content === undefined) throw new TipstaffError('usage.alert', `There is no alert ${id}. See: tipstaff alerts`);
  return { words: renderText(content).split('\n'), json: renderJson(content) };
}

const meanings: Readonly<Record<Exclude<DeliveryResult['outcome'], 'sent'>, string>> = {
  retry: 'the test message was not accepted now. If the server is down, start it, or correct the channel in the config',
  failed: 'the server rejected the test message. Correct the channel in the config: an address may be wrong',
  dead: 'the server rejects every message (login, certificate or webhook). Alerts wait until that is fixed',
  ended: 'the receiver wants no more alerts. They wait until it accepts a test message',
};

export function sendTestCommand(): Command {
  return new Command()
    .argument('<channel>', 'a channel of the config')
    .option('--json', 'one JSON object on stdout')
    .addHelpText('after', '\nExit code: 0 the server accepted it for every recipient, 1 it did not.')
    .action(answering(sendTest));
}

async function sendTest(program: Program, name: string): Promise<Answer> {
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
    const json = { channel: name, outcome: result.outcome, answer: response, refused };
    if (result.outcome !== 'sent') {
      const errors = [`${name}: ${meanings[result.outcome]}`, response, ...tlsWords(response)];
      return { words: [], errors, json, exitCode: 1 };
    }
    // The channel works again, so its alerts need not wait for the next probe.
    await retryChannelAt(program.store.db, name, program.clock());
    const undelivered = await countNotArrived(program.store.db, program.clock(), { channel: name });
    if (undelivered > 0)
      printError(`${counted(undelivered, 'alert')} for ${name} undelivered. To send: tipstaff alerts retry`);
    if (refused.length === 0) return { words: `${name}: accepted (${response})`, json };
    const errors = [`${name}: the server rejected ${counted(refused.length, 'recipient')}`, response];
    return { words: [], errors, json, exitCode: 1 };
  } finally {
    await delivery.close();
  }
}

function tlsWords(response: string): string[] {
  return /wrong version number/i.test(response)
    ? ['The server does not speak TLS on this port: use smtp:// (STARTTLS) in smtpUrl, or its port for TLS, 465.']
    : [];
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
