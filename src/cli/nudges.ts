import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { TipstaffError } from '../base/errors.ts';
import { pageTimezone } from '../config/config.ts';
import type { Program } from '../daemon/program.ts';
import { courtCalled } from '../records/courts.ts';
import { loadNudgesNow } from '../schedule/nudges/feed/feedSourcesTable.ts';
import { readFeed } from '../schedule/nudges/feed/readFeed.ts';
import { fields, minute, table } from './output.ts';
import { type Answer, answering, giveAnswer, readWith } from './withProgram.ts';

export function nudgesCommand(): Command {
  const nudges = new Command();
  nudges
    .option('--json', 'one JSON object per source and court')
    .addHelpText(
      'after',
      '\nCONFIRMED: how many signals a check confirmed by a new filing. LATE: how many the service did not show even ' +
        'hours later.\nANNOUNCES: what the court says that its feed contains.',
    )
    .action(answering(list));
  nudges
    .command('read')
    .description("read a court's feed from a file as the daemon does; one line per item")
    .argument('<file>', 'an RSS feed of a court')
    .option('--court <id>', "the court whose feed it is, e.g. nysd; without it, the feed's links say so")
    .option('--json', 'one JSON object per line')
    .action(readFeedFile);
  return nudges;
}

async function list({ store, config, clock }: Program): Promise<Answer> {
  const { sources, spentToday } = await loadNudgesNow(store.db, config, clock());
  if (sources.length === 0) {
    const words =
      Object.keys(config.nudges).length === 0
        ? 'No source of nudges: docs/config.md says how court feeds bring checks forward.'
        : 'No watched case has a court yet, so no source is read.';
    return { words, json: [] };
  }
  const timezone = pageTimezone(config);
  const listed = table(sources, {
    SOURCE: ({ source }) => source,
    COURT: ({ court }) => court ?? '-',
    CASES: ({ cases }) => cases,
    STATE: ({ state, reason }) => (reason === null ? state : `${state}: ${reason.slice(0, 60)}`),
    READ: ({ readAt }) => minute(readAt, timezone),
    ...fields('confirmed', 'late'),
    ANNOUNCES: ({ coverage }) => coverage ?? '-',
  });
  const spent =
    `Today (UTC) nudges have caused checks for ${spentToday} of ${config.nudgeLimits.perDay} credits. Figures are ` +
    'of 30 days.';
  return { words: [listed, '', spent], json: sources };
}

function readFeedFile(file: string, options: { readonly court?: string; readonly json?: boolean }) {
  const bytes = readWith((path) => readFileSync(path), file, 'usage.file');
  const { items } = readFeed(bytes, courtAsked(options.court));
  const words = table(items, {
    COURT: ({ court }) => court ?? '-',
    CASE: ({ pacerCaseId }) => pacerCaseId ?? '-',
    NUMBER: ({ docketNumber }) => docketNumber ?? '-',
    PUBLISHED: ({ publishedAt }) => minute(publishedAt ?? null, 'UTC'),
    DOC: (item) => item.document ?? '-',
    ...fields('text', 'title'),
  });
  giveAnswer({ words, json: items.map(({ key: _, ...item }) => item) }, options);
}

function courtAsked(name: string | undefined): string | undefined {
  const court = name === undefined ? undefined : courtCalled(name);
  if (name === undefined || court !== undefined) return court;
  throw new TipstaffError(
    'usage.court',
    `--court takes the id of a federal court such as nysd, not ${JSON.stringify(name)}.`,
  );
}
