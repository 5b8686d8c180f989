import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { TipstaffError } from '../base/errors.ts';
import { dayMs } from '../base/time.ts';
import type { Program } from '../daemon/program.ts';
import type { LastBackup } from '../store/condition.ts';
import { print, printJsonLines } from './output.ts';
import { wholeNumber, withProgram } from './withProgram.ts';

const bytesPerMegabyte = 1_048_576;

interface Options {
  readonly to?: string;
  readonly keep?: number;
  readonly json?: boolean;
}

/**
 * `tipstaff backup FILE`, `backup --to FOLDER`: a whole, consistent copy of the database, also while the daemon works.
 */
export function backupCommand(): Command {
  return new Command('backup')
    .description('copy the database into a new file, safely while the daemon runs')
    .argument('[file]', 'a file that does not exist yet')
    .option('--to <folder>', 'for cron: into a file of this folder, named by the time')
    .option(
      '--keep <number>',
      'with --to: remove all but the newest so many of that folder',
      wholeNumber('It is a whole number from 1 on.'),
    )
    .option('--json', 'one JSON object on stdout')
    .addHelpText('after', '\nTo restore: stop the daemon, then tipstaff restore FILE.')
    .action(async (file: string | undefined, options: Options) => {
      if ((file === undefined) === (options.to === undefined))
        throw new TipstaffError('usage.backup', 'Name a file, or a folder with --to.');
      if (options.keep !== undefined && options.to === undefined)
        throw new TipstaffError('usage.backup', '--keep is about the folder of --to.');
      await withProgram((program) => backUp(program, file, options));
    });
}

async function backUp({ store, clock }: Program, file: string | undefined, options: Options): Promise<void> {
  const { lastBackupSetting } = await import('../store/condition.ts');
  const { writeSetting } = await import('../store/store.ts');
  const { to, keep, json } = options;
  const now = clock().toISOString();
  if (to !== undefined) mkdirSync(to, { recursive: true, mode: 0o700 });
  const target = to === undefined ? resolve(file ?? '') : resolve(to, `tipstaff-${now.replaceAll(':', '-')}.db`);
  await store.backup(target);
  const last: LastBackup = { at: now, file: target };
  await store.transaction((trx) => writeSetting(trx, lastBackupSetting, last));
  const removed = to === undefined || keep === undefined ? [] : removeOld(resolve(to), keep);
  const { size: bytes } = statSync(target);
  if (json) return printJsonLines([{ file: target, bytes, removed }]);
  print(`Wrote ${target}, ${(bytes / bytesPerMegabyte).toFixed(1)} MB.`);
  for (const old of removed) print(`Removed ${old}.`);
}

/**
 * The names of our own, which sort by time, and what a process that was killed left; nothing else in the folder is
 * touched.
 */
function removeOld(folder: string, keep: number): string[] {
  const ours = readdirSync(folder).filter((name) =>
    /^tipstaff-\d{4}-\d\d-\d\dT[\d.-]+Z\.db(\.unfinished)?$/.test(name),
  );
  const whole = ours.filter((name) => name.endsWith('.db')).sort();
  const left = ours.filter(
    (name) => !whole.includes(name) && statSync(join(folder, name)).mtimeMs < Date.now() - dayMs,
  );
  const old = [...whole.slice(0, -keep), ...left].map((name) => join(folder, name));
  for (const file of old) rmSync(file);
  return old;
}
