import { readFileSync, statSync } from 'node:fs';
import { Command } from 'commander';
import { TipstaffError } from '../base/errors.ts';
import { pageTimezone } from '../config/config.ts';
import type { Program } from '../daemon/program.ts';
import { courtCalled } from '../records/courts.ts';
import { loadNudgesNow } from '../schedule/nudges/feed/feedSourcesTable.ts';
import { largestFeedBytes, readFeed } from '../schedule/nudges/feed/readFeed.ts';
import { minute, print, printJsonLines, printTable } from './output.ts';
import { readWith, withProgram } from './withProgram.ts';

export function nudgesCommand(): Command {
  const nudges = new Command();
  nudges
    .option('--json', 'one JSON object per source and court')
    .action((options: { readonly json?: boolean }) => withProgram((program) => list(program, options.json === true)));
  nudges
    .command('read')
    .description("reads a court's feed from a file as the daemon does; one line per item")
    .argument('<file>', 'an RSS feed of a court')
    .option('--court <id>', "the court whose feed it is, e.g. nysd; without it, the feed's links say so")
    .option('--json', 'one JSON object per line')
    .action(readFeedFile);
  return nudges;
}

async function list({ store, config, clock }: Program, json: boolean): Promise<void> {
  const { sources, spentToday } = await loadNudgesNow(store.db, config, clock());
  if (json) return printJsonLines(sources);
  if (sources.length === 0) {
    return print(
      Object.keys(config.nudges).length === 0
        ? 'No source of nudges: docs/config.md says how court feeds bring checks forward.'
        : 'No watched case has a court yet, so no source is read.',
    );
  }
  const timezone = pageTimezone(config);
  printTable(sources, {
    SOURCE: ({ source }) => source,
    COURT: ({ court }) => court ?? '-',
    CASES: ({ cases }) => cases,
    STATE: ({ state, reason }) => (reason === null ? state : `${state}: ${reason.slice(0, 60)}`),
    READ: ({ readAt }) => minute(readAt, timezone),
    CONFIRMED: ({ confirmed }) => confirmed,
    LATE: ({ late }) => late,
    ANNOUNCES: ({ coverage }) => coverage ?? '-',
  });
  print('');
  print(
    `Today (UTC) nudges have caused checks for ${spentToday} of ${config.nudgeLimits.perDay} credits. Figures are ` +
      'of 30 days.',
  );
}

function readFeedFile(file: string, options: { readonly court?: string; readonly json?: boolean }) {
  const { items } = readFeed(readWith(readBytes, file, 'usage.file'), courtAsked(options.court));
  if (options.json) return printJsonLines(items.map(({ key: _, ...item }) => item));
  printTable(items, {
    COURT: ({ court }) => court ?? '-',
    CASE: ({ pacerCaseId }) => pacerCaseId ?? '-',
    NUMBER: ({ docketNumber }) => docketNumber ?? '-',
    PUBLISHED: ({ publishedAt }) => publishedAt ?? '-',
    DOC: (item) => item.document ?? '-',
    TEXT: ({ text }) => text,
    TITLE: ({ title }) => title,
  });
}

function courtAsked(name: string | undefined): string | undefined {
  const court = name === undefined ? undefined : courtCalled(name);
  if (name === undefined || court !== undefined) return court;
  throw new TipstaffError(
    'usage.court',
    `--court takes the id of a federal court such as nysd, not ${JSON.stringify(name)}.`,
  );
}

/** One byte over the limit makes the reader report that the file is too large. */
function readBytes(file: string): Uint8Array {
  return statSync(file).size > largestFeedBytes ? new Uint8Array(largestFeedBytes + 1) : readFileSync(file);
}
