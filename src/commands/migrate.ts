import { Command } from 'commander';
import { openProgram } from '../program/program.ts';
import { print } from './output.ts';

/** `tipstaff migrate`: brings the database up to date and ends; every other command does so too when it starts. */
export function migrateCommand(): Command {
  return new Command('migrate')
    .description('bring the database schema up to date (every command does so when it starts)')
    .option('--json', 'one JSON object on stdout')
    .action(async (options: { json?: boolean }) => {
      const program = await openProgram();
      try {
        const { database } = program.config;
        const { migrated } = program.store;
        if (options.json) print(JSON.stringify({ database, migrated }));
        else print(migrated.length === 0 ? `${database} is up to date.` : `${database}: took ${migrated.join(', ')}.`);
      } finally {
        await program.close();
      }
    });
}
