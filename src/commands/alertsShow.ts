import { Argument, Command, Option } from 'commander';
import type { AlertContent } from '../alerts/content.ts';
import { gatherAlert } from '../alerts/gather.ts';
import { renderEmail } from '../alerts/renderEmail.ts';
import { renderJson } from '../alerts/renderJson.ts';
import { renderText } from '../alerts/renderText.ts';
import { watchFacts } from '../alerts/watchFacts.ts';
import { TipstaffError } from '../errors.ts';
import { openProgram } from '../program/program.ts';
import { parseAlertId } from './alertId.ts';
import { print } from './output.ts';

const formats = ['text', 'html', 'json'] as const;
type Format = (typeof formats)[number];

/** `tipstaff alerts show ID`: an alert as its readers get it. */
export function showCommand(): Command {
  return new Command('show')
    .description('print an alert as its readers get it')
    .addArgument(new Argument('<id>', 'the alert, by number').argParser(parseAlertId))
    .addOption(new Option('--format <format>', 'how to print it').choices(formats).default('text'))
    .action(async (id: number, options: { format: Format }) => {
      const program = await openProgram();
      try {
        const { config, store } = program;
        const watches = new Map(config.watches.map((watch) => [watch.id, watchFacts(watch)]));
        const content = await gatherAlert(store.db, id, { watches, config, pageUrl: config.http.publicUrl });
        if (content === undefined) {
          throw new TipstaffError('alerts.unknown', `There is no alert ${id}. See: tipstaff alerts`);
        }
        print(format(content, options.format));
      } finally {
        await program.close();
      }
    });
}

function format(content: AlertContent, as: Format): string {
  switch (as) {
    case 'text':
      return renderText(content);
    case 'html':
      return renderEmail(content).html;
    case 'json':
      return JSON.stringify(renderJson(content));
  }
}
