import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { TipstaffError } from '../errors.ts';
import type { Message } from '../message/message.ts';
import type { Program } from '../program/program.ts';
import { printJsonLines, printText } from './output.ts';
import { withProgram } from './withProgram.ts';

const formats = ['text', 'html', 'json'] as const;
type Format = (typeof formats)[number];

/** `tipstaff alerts show ID`: an alert as its readers get it. */
export function showCommand(): Command {
  return new Command('show')
    .description('print an alert as its readers get it')
    .addArgument(new Argument('<id>', 'the alert, by number').argParser(parseAlertId))
    .addOption(new Option('--format <format>', 'how to print it').choices(formats).default('text'))
    .option('--json', 'one JSON object on stdout: the same as --format json')
    .action((id: number, _own: object, command: Command) => {
      // The parent command has --json too, and may have parsed it.
      const options: { format: Format; json?: boolean } = command.optsWithGlobals();
      return withProgram(async (program) => show(await messageOf(program, id), options.json ? 'json' : options.format));
    });
}

async function messageOf({ config, store }: Program, id: number): Promise<Message> {
  const { alertMessage } = await import('../outbox/alertMessage.ts');
  const { gatherAlert } = await import('../outbox/gather.ts');
  const { factsOfWatches } = await import('../outbox/watchFacts.ts');
  const watches = factsOfWatches(config.watches);
  const content = await gatherAlert(store.db, id, {
    watches,
    config,
    pageUrl: config.http.publicUrl,
    clock: () => new Date(),
  });
  if (content === undefined) {
    throw new TipstaffError('usage.alert', `There is no alert ${id}. See: tipstaff alerts`);
  }
  return alertMessage(content);
}

async function show(message: Message, as: Format): Promise<void> {
  switch (as) {
    case 'text':
      return printText((await import('../channels/text/drawText.ts')).renderText(message));
    case 'html':
      return printText((await import('../channels/email/draw.ts')).renderEmail(message).html);
    case 'json':
      return printJsonLines([(await import('../channels/webhook/draw.ts')).renderJson(message)]);
  }
}

export function parseAlertId(text: string): number {
  const id = Number(text);
  if (Number.isSafeInteger(id) && id > 0) return id;
  throw new InvalidArgumentError('An alert is named by its number, as "tipstaff alerts" lists it.');
}
