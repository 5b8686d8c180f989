import { Command } from 'commander';
import { print } from './output.ts';
import { withProgram } from './withProgram.ts';

/** `tipstaff migrate`: brings the database up to date and ends; every other command does so too when it starts. */
export function migrateCommand(): Command {
  return new Command('migrate')
    .description('bring the database schema up to date (every command does so when it starts)')
    .option('--json', 'one JSON object on stdout')
    .action((options: { json?: boolean }) =>
      withProgram(async ({ config: { database }, store: { migrated } }) => {
        if (options.json) print(JSON.stringify({ database, migrated }));
        else print(migrated.length === 0 ? `${database} is up to date.` : `${database}: took ${migrated.join(', ')}.`);
      }),
    );
}
