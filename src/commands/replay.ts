import { readFileSync, writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { messageOf, TipstaffError } from '../errors.ts';
import type { ReplayBundle } from '../evidence/replayBundle.ts';
import type { Replay } from '../evidence/replayCheck.ts';
import type { Program } from '../program/program.ts';
import { labelOf, titleOf } from '../records/record.ts';
import { print, printJsonLines, printTable } from './output.ts';
import { withProgram } from './withProgram.ts';

interface Options {
  readonly export?: string;
  readonly file?: string;
  readonly json?: boolean;
}

/** `tipstaff replay CHECK`: compares a check's kept responses again with today's code, for no credits. */
export function replayCommand(): Command {
  return new Command('replay')
    .description('compare the kept responses of a check again with today’s code, for no credits; nobody is notified')
    .argument('[check]', 'the id of a check (tipstaff status ID lists them)')
    .option(
      '--export <file>',
      'write all that was compared into a file, for a bug report; it holds the responses of the service',
    )
    .option('--file <file>', 'replay such a file instead of a check of this store')
    .option('--json', 'one JSON object per change on stdout')
    .action((check: string | undefined, options: Options) => withProgram((program) => replay(program, check, options)));
}

async function replay(program: Program, check: string | undefined, options: Options): Promise<void> {
  const bundle = await chooseBundle(program, check, options.file);
  if (options.export !== undefined) {
    writeBundle(options.export, bundle);
    print(`Wrote ${options.export}. It holds no token, but all responses of the service.`);
    return;
  }
  const { replayCheck } = await import('../evidence/replayCheck.ts');
  const watches = new Map(program.config.watches.map((watch) => [watch.id, watch]));
  await show(bundle, await replayCheck(program.config, watches, bundle), options);
}

async function chooseBundle(
  program: Program,
  check: string | undefined,
  file: string | undefined,
): Promise<ReplayBundle> {
  const { loadBundle, parseBundle } = await import('../evidence/replayBundle.ts');
  if (file !== undefined) return parseBundle(readBundle(file));
  const id = Number(check);
  if (!Number.isInteger(id) || id < 1) {
    throw new TipstaffError(
      'usage.replay',
      'Name a check by its number, as tipstaff status ID lists them, or a file with --file.',
    );
  }
  return loadBundle(program.store.db, id);
}

function readBundle(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new TipstaffError('usage.replay', `${file} cannot be read: ${messageOf(cause)}`, { cause });
  }
}

/** Never overwrites a file, which may be another bug report. */
function writeBundle(file: string, bundle: ReplayBundle): void {
  try {
    writeFileSync(file, `${JSON.stringify(bundle)}\n`, { flag: 'wx', mode: 0o600 });
  } catch (cause) {
    throw new TipstaffError('usage.replay', `${file} cannot be written: ${messageOf(cause)}`, { cause });
  }
}

async function show({ check, query }: ReplayBundle, { result, changes }: Replay, options: Options): Promise<void> {
  if (options.json) {
    const { changeJson } = await import('../channels/webhook/changeJson.ts');
    printJsonLines(changes.map(changeJson));
    return;
  }
  print(`check ${check.id} of ${check.endedAt}: ${query.operation} ${JSON.stringify(query.body)}`);
  print(
    `then ${check.outcome}, today ${result.outcome}: ${result.hits} hits${result.reason ? `, ${result.reason}` : ''}`,
  );
  if (changes.length === 0) print('Nothing would be reported.');
  else {
    printTable(
      ['WOULD REPORT', 'RECORD', 'RULE', 'WATCHES'],
      changes.map((change) => [
        change.kind,
        `${labelOf(change.record)} ${titleOf(change.record)}`.slice(0, 60),
        change.rule,
        change.watches.join(','),
      ]),
    );
  }
}
