import { Command } from 'commander';

/** `tipstaff nudges`: what tells Tipstaff when to look. */
export function nudgesCommand(): Command {
  const nudges = new Command('nudges').description(
    'free signals that say when to look: feeds of courts, notices, webhooks',
  );
  nudges
    .command('read')
    .description("reads a court's feed from a file as the daemon does; one line per item")
    .argument('<file>', 'an RSS feed of a court')
    .option('--court <id>', "the court whose feed it is, e.g. nysd; else the feed's links tell")
    .option('--json', 'one JSON object per line')
    .action(async (file: string, options: { readonly court?: string; readonly json?: boolean }) => {
      const { readFeedFile } = await import('./readFeedFile.ts');
      await readFeedFile(file, options);
    });
  return nudges;
}
