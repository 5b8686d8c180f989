import { closeSync, openSync, rmSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { TipstaffError } from '../errors.ts';
import type { Program } from '../program/program.ts';
import { print } from './output.ts';
import { withProgram } from './withProgram.ts';

const bytesPerMegabyte = 1_048_576;

/** `tipstaff backup FILE`: a whole, consistent copy of the database, also while the daemon works. */
export function backupCommand(): Command {
  return new Command('backup')
    .description('copy the database into a new file, safely while the daemon runs')
    .argument('<file>', 'a file that does not exist yet')
    .option('--json', 'one JSON object on stdout')
    .addHelpText(
      'after',
      '\nTo restore: stop the daemon, take the database away with the -wal and -shm files beside it (with a stranger’s -wal the' +
        '\ncopy is spoilt), put the copy in its place, start the daemon.',
    )
    .action(async (file: string, options: { json?: boolean }) => {
      await withProgram((program) => backUp(program, resolve(file), options));
    });
}

async function backUp({ store, config }: Program, target: string, options: { json?: boolean }): Promise<void> {
  makeNew(target);
  try {
    // VACUUM INTO reads one snapshot; the online backup would start over whenever the daemon writes.
    store.connection.prepare('vacuum into ?').run(target);
  } catch (cause) {
    // What is left of it would pass for a backup.
    rmSync(target, { force: true });
    const megabytes = Math.ceil(statSync(config.database).size / bytesPerMegabyte);
    throw new TipstaffError(
      'store.backup',
      `${config.database} could not be copied to ${target}: ${reasonOf(cause)}. It needs room for about ${megabytes} MB there; nothing of it was kept.`,
      { cause },
    );
  }
  const { size: bytes } = statSync(target);
  if (options.json) print(JSON.stringify({ file: target, bytes }));
  else print(`Wrote ${target}, ${(bytes / bytesPerMegabyte).toFixed(1)} MB.`);
}

/** Makes the file, empty: whatever else is of that name is refused, not overwritten. */
function makeNew(target: string): void {
  try {
    closeSync(openSync(target, 'wx'));
  } catch (cause) {
    throw new TipstaffError(
      'usage.backup',
      `The backup cannot be made: ${reasonOf(cause)}. Name a new file, in a folder that you may write to.`,
      { cause },
    );
  }
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
