import { Command } from 'commander';
import { asksSandbox } from '../config/asksSandbox.ts';
import type { Config } from '../config/config.ts';
import { ConfigError, type PlacedFinding } from '../config/configError.ts';
import { toQuery } from '../search/query.ts';

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
    if (json)
      writeLine(
        JSON.stringify({
          ok: true,
          ...count(config),
          sandbox: asksSandbox(config),
          warnings: config.warnings,
          ...shown,
        }),
      );
    else printValid(config, shown.config);
    return 0;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    if (json) writeLine(JSON.stringify({ ok: false, mistakes: error.mistakes, warnings: texts(error.warnings) }));
    else printMistakes(error);
    return 2;
  }
}

function printValid(config: Config, shown: Config | undefined): void {
  if (shown !== undefined) writeLine(JSON.stringify(shown, undefined, 2));
  for (const warning of config.warnings) process.stderr.write(`warning: ${warning}\n`);
  const { watches, queries, channels } = count(config);
  const state = config.warnings.length === 0 ? 'all well' : `well, with ${plural(config.warnings.length, 'warning')}`;
  const fiction = asksSandbox(config) ? ', but this asks the built-in sandbox: made-up records' : '';
  const parts = [plural(watches, 'watch', 'watches'), plural(queries, 'query', 'queries'), plural(channels, 'channel')];
  (shown === undefined ? process.stdout : process.stderr).write(`${parts.join(', ')}: ${state}${fiction}\n`);
}

function printMistakes(error: ConfigError): void {
  for (const { text } of error.mistakes) process.stderr.write(`${text}\n`);
  for (const { text } of error.warnings) process.stderr.write(`warning: ${text}\n`);
  process.stderr.write(`${plural(error.mistakes.length, 'mistake')}\n`);
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

function texts(findings: readonly PlacedFinding[]): string[] {
  return findings.map((finding) => finding.text);
}

function plural(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

function writeLine(line: string): void {
  process.stdout.write(`${line}\n`);
}
