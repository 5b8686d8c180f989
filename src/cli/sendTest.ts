import { Command } from 'commander';
import type { Channel, DeliveryResult } from '../alerts/channels/channel.ts';
import type { TestContent } from '../alerts/message/content.ts';
import { TipstaffError } from '../base/errors.ts';
import { counted } from '../base/words/sentence.ts';
import { usesSandbox } from '../config/config.ts';
import type { Program } from '../daemon/program.ts';
import { print, printError, printJsonLines } from './output.ts';
import { untilInterrupted } from './signals.ts';
import { withProgram } from './withProgram.ts';

const meanings: Readonly<Record<Exclude<DeliveryResult['outcome'], 'sent'>, string>> = {
  retry: 'not accepted now; an alert would be tried again',
  failed: 'rejected this message',
  dead: 'rejected the channel as a whole (login, certificate or webhook); alerts would wait until it is fixed',
  ended: 'wants no more alerts; they would wait until it accepts a test message',
};

/** `tipstaff send-test CHANNEL`: one message through the real delivery path, with the server's own response. */
export function sendTestCommand(): Command {
  return new Command('send-test')
    .description('send a test message through the real delivery path, and show what the server says')
    .argument('<channel>', 'a channel of the config')
    .option('--json', 'one JSON object on stdout')
    .addHelpText('after', '\nExit code: 0 it was accepted for every recipient, 1 it was not.')
    .action(async (name: string, options: { json?: boolean }) => {
      process.exitCode = await withProgram((program) => sendTest(program, name, options));
    });
}

async function sendTest(program: Program, name: string, options: { json?: boolean }): Promise<number> {
  const { openDelivery } = await import('../daemon/delivery.ts');
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
    // The channel works again: its alerts need not wait for the next probe.
    const { resumeChannel } = await import('../alerts/outbox/channelsTable.ts');
    await resumeChannel(program.store.db, name, program.clock());
    return refused.length === 0 ? 0 : 1;
  } finally {
    await delivery.close();
  }
}

async function sendOne(program: Program, channel: Channel): Promise<DeliveryResult> {
  const interruption = untilInterrupted();
  const content: TestContent = {
    id: 0,
    kind: 'test',
    channel: channel.name,
    createdAt: program.clock().toISOString(),
    timezone: program.config.channels[channel.name]?.timezone ?? 'UTC',
    sandbox: usesSandbox(program.config),
  };
  try {
    const { alertMessage } = await import('../alerts/outbox/alertMessage.ts');
    return await channel.send(alertMessage(content), interruption.signal);
  } finally {
    interruption.end();
  }
}

function report(name: string, outcome: DeliveryResult['outcome'], response: string, refused: number): void {
  if (outcome !== 'sent') printError(`${name}: ${meanings[outcome]}\n${response}`);
  else if (refused > 0) printError(`${name}: rejected for ${counted(refused, 'recipient')}\n${response}`);
  else print(`${name}: accepted (${response})`);
}
