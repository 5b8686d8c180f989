import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command } from 'commander';
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
      '\nTo restore: stop the daemon, remove the database together with the -wal and -shm files beside it (another -wal would' +
        '\nspoil the copy), put the copy in its place, start the daemon.',
    )
    .action(async (file: string, options: { json?: boolean }) => {
      await withProgram((program) => backUp(program, resolve(file), options));
    });
}

async function backUp({ store }: Program, target: string, options: { json?: boolean }): Promise<void> {
  await store.backup(target);
  const { size: bytes } = statSync(target);
  if (options.json) print(JSON.stringify({ file: target, bytes }));
  else print(`Wrote ${target}, ${(bytes / bytesPerMegabyte).toFixed(1)} MB.`);
}
