import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { TipstaffError } from '../errors.ts';
import type { Program } from '../program/program.ts';
import { print } from './output.ts';
import { withProgram } from './withProgram.ts';

/** `tipstaff backup FILE`: a whole, consistent copy of the database, also while the daemon works. */
export function backupCommand(): Command {
  return new Command('backup')
    .description('copy the database into a new file, safely while the daemon runs; restore by putting it in its place')
    .argument('<file>', 'a file that does not exist yet')
    .option('--json', 'one JSON object on stdout')
    .action(async (file: string, options: { json?: boolean }) => {
      const target = resolve(file);
      if (existsSync(target)) {
        throw new TipstaffError('usage.backup', `${target} exists already. Name a new file, or move that one away.`);
      }
      await withProgram((program) => backUp(program, target, options));
    });
}

async function backUp({ store }: Program, target: string, options: { json?: boolean }): Promise<void> {
  // VACUUM INTO reads one snapshot; the online backup would start over whenever the daemon writes.
  store.connection.prepare('vacuum into ?').run(target);
  const { size: bytes } = statSync(target);
  if (options.json) print(JSON.stringify({ file: target, bytes }));
  else print(`Wrote ${target}, ${(bytes / 1_048_576).toFixed(1)} MB.`);
}
