import { Command } from 'commander';
import type { Program } from '../daemon/program.ts';
import { print } from './output.ts';
import { withProgram } from './withProgram.ts';

interface Options {
  readonly json?: boolean;
  readonly adoptService?: boolean;
  readonly keepUsing?: boolean;
}

/** `tipstaff migrate`: brings the database up to date, as every other command does when it starts. */
export function migrateCommand(): Command {
  return new Command('migrate')
    .description('bring the database schema up to date (every command does so when it starts)')
    .option('--adopt-service', 'accept the service of the config as the one that the database belongs to: it has moved')
    .option('--keep-using', 'the database stays in use, though it was copied into another one')
    .option('--json', 'one JSON object on stdout')
    .action((options: Options) => withProgram((program) => migrate(program, options)));
}

async function migrate({ config, store }: Program, options: Options): Promise<void> {
  const { service } = config;
  const adopted = options.adoptService ? await adopt({ config, store }) : undefined;
  if (options.keepUsing) await (await import('../store/copy/copyStore.ts')).keepUsing(store.db);
  const { migrated, name: database } = store;
  if (options.json) return print(JSON.stringify({ database, migrated, ...adopted }));
  print(migrated.length === 0 ? `${database} is up to date.` : `${database}: applied ${migrated.join(', ')}.`);
  if (adopted !== undefined) print(`It belongs to ${service.baseUrl} from now on.`);
}

async function adopt({ config, store }: Pick<Program, 'config' | 'store'>) {
  const { adoptService, serviceOrigin } = await import('../daemon/serviceOrigin.ts');
  const before = await adoptService(store, config);
  return { service: serviceOrigin(config.service.baseUrl), serviceBefore: before ?? null };
}
