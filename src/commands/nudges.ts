import { Command } from 'commander';
import type { Program } from '../program/program.ts';
import { minute } from './momentAsked.ts';
import { print, printJsonLines, printTable } from './output.ts';
import { withProgram } from './withProgram.ts';

/** `tipstaff nudges`: what tells Tipstaff when to look. */
export function nudgesCommand(): Command {
  const nudges = new Command('nudges').description(
    'free signals that say when to look: feeds of courts, notices, webhooks',
  );
  nudges
    .option('--json', 'one JSON object per source and court')
    .action((options: { readonly json?: boolean }) => withProgram((program) => list(program, options.json === true)));
  nudges
    .command('read')
    .description("reads a court's feed from a file as the daemon does; one line per item")
    .argument('<file>', 'an RSS feed of a court')
    .option('--court <id>', "the court whose feed it is, e.g. nysd; else the feed's links tell")
    .option('--json', 'one JSON object per line')
    .action(async (file: string, _options: unknown, command: Command) => {
      const { readFeedFile } = await import('./readFeedFile.ts');
      await readFeedFile(file, command.optsWithGlobals());
    });
  return nudges;
}

async function list({ store, config, clock }: Program, json: boolean): Promise<void> {
  const { loadNudgesNow } = await import('../nudges/sourcesNow.ts');
  const { pageTimezone } = await import('../config/config.ts');
  const { lagWords, percent } = await import('../nudges/sourceWords.ts');
  const { sources, spentToday } = await loadNudgesNow(store.db, config, clock());
  if (json) return printJsonLines(sources);
  if (sources.length === 0) {
    return print(
      Object.keys(config.nudges).length === 0
        ? 'No source of nudges: docs/config.md says how the feeds of courts tell when to look.'
        : 'No watched case is at a court yet: the sources have nothing to say.',
    );
  }
  const timezone = pageTimezone(config);
  printTable(
    [
      'SOURCE',
      'COURT',
      'CASES',
      'STATE',
      'READ',
      'CONFIRMED',
      'LATE',
      'RIGHT',
      'FIRST',
      'SERVICE SHOWS IT',
      'SAYS OF ITSELF',
    ],
    sources.map((one) => [
      one.source,
      one.court ?? '-',
      String(one.cases),
      one.reason === null ? one.state : `${one.state}: ${one.reason.slice(0, 60)}`,
      one.readAt === null ? '-' : minute(one.readAt, timezone),
      String(one.confirmed),
      String(one.late),
      percent(one.precision),
      percent(one.announcedFirst),
      lagWords(one.lagMinutes),
      one.coverage ?? '-',
    ]),
  );
  print('');
  print(
    `Today (UTC) nudges have caused checks for ${spentToday} of ${config.nudgeLimits.perDay} credits. Figures are ` +
      'of 30 days.',
  );
}
