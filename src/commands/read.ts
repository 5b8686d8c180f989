import { Command } from 'commander';

interface Options {
  readonly filed?: string;
  readonly json?: boolean;
}

/** `tipstaff read`: what the text of a docket entry says. Takes neither a config nor a database. */
export function readCommand(): Command {
  return new Command('read')
    .description('what the text of a docket entry says: type, topics, outcome, references, dates')
    .argument('[text...]', 'the text; without it, one JSON object per line on stdin: {"text","filed"}')
    .option('--filed <date>', 'the day of filing, e.g. 2026-11-21; without it, no day without a year is read')
    .option('--json', 'one JSON object on stdout; always on for texts from stdin')
    .action(async (words: string[], options: Options) => {
      if (words.length > 0) {
        const { printReading } = await import('./readText.ts');
        printReading(words.join(' '), options);
      } else {
        const { readLines } = await import('./readText.ts');
        if ((await readLines(process.stdin, process.stdout, process.stderr)) > 0) process.exitCode = 2;
      }
    });
}
