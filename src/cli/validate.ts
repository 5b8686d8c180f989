import { Command } from 'commander';
import { ConfigError } from '../base/errors.ts';
import { counted } from '../base/words/sentence.ts';
import type { Config } from '../config/config.ts';
import { usesSandbox } from '../config/config.ts';
import { quietWords } from '../schedule/holds/holds.ts';
import type { Quieted } from '../schedule/holds/holdsTable.ts';
import { print, printError, printJsonLines, printText } from './output.ts';

interface ValidateOptions {
  readonly config?: string;
  readonly json?: boolean;
  readonly show?: boolean;
  readonly schema?: boolean;
}

/** `tipstaff validate`: reads the config as every other command does, and does nothing else. Exit 2 on a mistake. */
export function validateCommand(): Command {
  return new Command('validate')
    .description('check watches.yaml and the environment, and show every mistake with its line')
    .option('-c, --config <file>', 'the file to check (default: TIPSTAFF_CONFIG, else ./watches.yaml)')
    .option('--json', 'one JSON object on one line')
    .option('--show', 'print the effective config, defaults filled in and secrets hidden')
    .option('--schema', 'print the JSON Schema of watches.yaml, for editors, and check nothing')
    .action(async (_options: unknown, command: Command) => {
      process.exitCode = await validate(command.optsWithGlobals<ValidateOptions>());
    });
}

async function validate({
  config: file,
  json = false,
  show = false,
  schema = false,
}: ValidateOptions): Promise<number> {
  if (schema) {
    const { jsonSchema } = await import('../config/jsonSchema.ts');
    printText(JSON.stringify(jsonSchema(), undefined, 2));
    return 0;
  }
  const { loadConfig } = await import('../config/loadConfig.ts');
  const { maskedConfig } = await import('../config/secrets.ts');
  try {
    const config = loadConfig({ file, env: process.env, cwd: process.cwd() });
    const shown = show ? { config: maskedConfig(config), changedOnPage: await changedOnPage(config) } : {};
    const counts = await count(config);
    const silent = await silentWatches(config);
    const { warnings, readings } = config;
    if (json)
      printJsonLines([{ ok: true, ...counts, sandbox: usesSandbox(config), warnings, readings, silent, ...shown }]);
    else printValid(config, counts, silent, shown);
    return 0;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const warnings = error.warnings.map((warning) => warning.text);
    if (json) printJsonLines([{ ok: false, mistakes: error.mistakes, warnings }]);
    else
      printError(
        [
          ...error.mistakes.map(({ text }) => text),
          ...warnings.map(warned),
          counted(error.mistakes.length, 'mistake'),
        ].join('\n'),
      );
    return 2;
  }
}

interface Shown {
  readonly config?: Config;
  readonly changedOnPage?: readonly Quieted[];
}

/**
 * What is not reported of the watches any more, beside their config; undone on the pages of the watches. Nothing is
 * written.
 */
async function changedOnPage(config: Config): Promise<Quieted[]> {
  const { readOnly } = await import('../store/openStore.ts');
  const { listQuieted } = await import('../schedule/holds/holdsTable.ts');
  return (await readOnly(config.database, (db) => listQuieted(db))) ?? [];
}

function printValid(
  config: Config,
  counts: Counts,
  silent: readonly string[],
  { config: shown, changedOnPage: changed = [] }: Shown,
): void {
  if (shown !== undefined) printText(JSON.stringify(shown, undefined, 2));
  for (const { watchId, kind, who, at } of changed)
    printError(`changed on the page: watch ${watchId} does not report ${quietWords(kind)} (${who}, ${at})`);
  for (const reading of config.readings) printError(reading);
  const warnings = [...config.warnings, ...silent];
  for (const warning of warnings) printError(warned(warning));
  const { watches, queries, channels } = counts;
  const state = warnings.length === 0 ? 'all well' : `well, with ${counted(warnings.length, 'warning')}`;
  const fiction = usesSandbox(config) ? ', but this asks the built-in sandbox: made-up records' : '';
  const parts = [counted(watches, 'watch', 'watches'), counted(queries, 'query'), counted(channels, 'channel')];
  (shown === undefined ? print : printError)(`${parts.join(', ')}: ${state}${fiction}`);
}

function warned(warning: string): string {
  return `warning: ${warning}`;
}

interface Counts {
  readonly file: string;
  readonly watches: number;
  /** Distinct queries: watches with an equal query share it. */
  readonly queries: number;
  readonly channels: number;
}

async function count(config: Config): Promise<Counts> {
  const { queriesOf } = await import('../schedule/planSync.ts');
  const queries = new Set(config.watches.flatMap(queriesOf).map((query) => query.id));
  const channels = Object.keys(config.channels).length;
  return { file: config.file, watches: config.watches.length, queries: queries.size, channels };
}

/** The watches whose checks have found nothing so far, in words; none without a check. Nothing is written. */
async function silentWatches(config: Config): Promise<string[]> {
  const { readOnly } = await import('../store/openStore.ts');
  const { listWatchStatus } = await import('../schedule/watchStatusQueries.ts');
  const { silencesOf } = await import('../check/audience/silences.ts');
  const { silenceWords, withNearMisses } = await import('./statusWords.ts');
  const { pageTimezone } = await import('../config/config.ts');
  const silences = await readOnly(config.database, async (db) =>
    withNearMisses(db, silencesOf(config.watches, await listWatchStatus(db))),
  );
  const timezone = pageTimezone(config);
  return (silences ?? []).map((silence) => silenceWords(silence, timezone));
}
