import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { TipstaffError } from '../errors.ts';
import { openProgram } from '../program/program.ts';
import { print } from './output.ts';

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
      const program = await openProgram();
      try {
        // VACUUM INTO reads one snapshot; the online backup would start over whenever the daemon writes.
        program.store.connection.prepare('vacuum into ?').run(target);
        const { size: bytes } = statSync(target);
        if (options.json) print(JSON.stringify({ file: target, bytes }));
        else print(`Wrote ${target}, ${(bytes / 1_048_576).toFixed(1)} MB.`);
      } finally {
        await program.close();
      }
    });
}
