import { Command } from 'commander';
import { asksSandbox } from '../config/asksSandbox.ts';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/configError.ts';
import { toQuery } from '../search/query.ts';
import { counted } from '../words/counted.ts';
import { print, printError, printJsonLines, printText } from './output.ts';

interface ValidateOptions {
  readonly config?: string;
  readonly json?: boolean;
  readonly show?: boolean;
}

/** `tipstaff validate`: reads the config as every other command does, and does nothing else. Exit 2 on a mistake. */
export function validateCommand(): Command {
  return new Command('validate')
    .description('check watches.yaml and the environment, and show every mistake with its line')
    .option('-c, --config <file>', 'the file to check (default: TIPSTAFF_CONFIG, else ./watches.yaml)')
    .option('--json', 'one JSON object on one line')
    .option('--show', 'print the effective config, defaults filled in and secrets hidden')
    .action(async (_options: unknown, command: Command) => {
      process.exitCode = await validate(command.optsWithGlobals<ValidateOptions>());
    });
}

async function validate({ config: file, json = false, show = false }: ValidateOptions): Promise<number> {
  const { loadConfig } = await import('../config/loadConfig.ts');
  const { maskedConfig } = await import('../config/secrets.ts');
  try {
    const config = loadConfig({ file, env: process.env, cwd: process.cwd() });
    const shown = show ? { config: maskedConfig(config) } : {};
    const { warnings } = config;
    if (json) printJsonLines([{ ok: true, ...count(config), sandbox: asksSandbox(config), warnings, ...shown }]);
    else printValid(config, shown.config);
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

function printValid(config: Config, shown: Config | undefined): void {
  if (shown !== undefined) printText(JSON.stringify(shown, undefined, 2));
  for (const warning of config.warnings) printError(warned(warning));
  const { watches, queries, channels } = count(config);
  const state = config.warnings.length === 0 ? 'all well' : `well, with ${counted(config.warnings.length, 'warning')}`;
  const fiction = asksSandbox(config) ? ', but this asks the built-in sandbox: made-up records' : '';
  const parts = [counted(watches, 'watch', 'watches'), counted(queries, 'query'), counted(channels, 'channel')];
  (shown === undefined ? print : printError)(`${parts.join(', ')}: ${state}${fiction}`);
}

function warned(warning: string): string {
  return `warning: ${warning}`;
}

interface Counts {
  readonly file: string;
  readonly watches: number;
  /** Distinct ones: watches with an equal query share it. */
  readonly queries: number;
  readonly channels: number;
}

function count(config: Config): Counts {
  const queries = new Set(config.watches.flatMap((watch) => watch.searches).map((search) => toQuery(search).id));
  const channels = Object.keys(config.channels).length;
  return { file: config.file, watches: config.watches.length, queries: queries.size, channels };
}
