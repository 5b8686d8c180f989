import { Argument, Command, Option } from 'commander';
import type { Message } from '../channels/message/message.ts';
import { TipstaffError } from '../errors.ts';
import type { Program } from '../program/program.ts';
import { parseAlertId } from './alertId.ts';
import { print } from './output.ts';
import { withProgram } from './withProgram.ts';

const formats = ['text', 'html', 'json'] as const;
type Format = (typeof formats)[number];

/** `tipstaff alerts show ID`: an alert as its readers get it. */
export function showCommand(): Command {
  return new Command('show')
    .description('print an alert as its readers get it')
    .addArgument(new Argument('<id>', 'the alert, by number').argParser(parseAlertId))
    .addOption(new Option('--format <format>', 'how to print it').choices(formats).default('text'))
    .action((id: number, options: { format: Format }) =>
      withProgram(async (program) => print(await format(await messageOf(program, id), options.format))),
    );
}

async function messageOf({ config, store }: Program, id: number): Promise<Message> {
  const { alertMessage } = await import('../alerts/alertMessage.ts');
  const { gatherAlert } = await import('../alerts/gather.ts');
  const { watchFacts } = await import('../alerts/watchFacts.ts');
  const watches = new Map(config.watches.map((watch) => [watch.id, watchFacts(watch)]));
  const content = await gatherAlert(store.db, id, { watches, config, pageUrl: config.http.publicUrl });
  if (content === undefined) {
    throw new TipstaffError('usage.alert', `There is no alert ${id}. See: tipstaff alerts`);
  }
  return alertMessage(content);
}

async function format(message: Message, as: Format): Promise<string> {
  switch (as) {
    case 'text':
      return (await import('../channels/text/renderText.ts')).renderText(message);
    case 'html':
      return (await import('../channels/email/renderEmail.ts')).renderEmail(message).html;
    case 'json':
      return JSON.stringify((await import('../channels/webhook/renderJson.ts')).renderJson(message.content));
  }
}
