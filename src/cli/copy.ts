import { resolve } from 'node:path';
import { Command } from 'commander';
import { withCommas } from '../base/words/sentence.ts';
import type { Program } from '../daemon/program.ts';
import { print, printJsonLines, printTable, startProgress } from './output.ts';
import { withProgram } from './withProgram.ts';

interface Options {
  readonly to: string;
  readonly trial?: boolean;
  readonly json?: boolean;
}

const digitsShown = 16;

/** `tipstaff copy --to DATABASE`: moves an installation from a file to Postgres, or back. */
export function copyCommand(): Command {
  return new Command('copy')
    .description('copy everything into another database: from a file to Postgres, or back')
    .requiredOption('--to <database>', 'a new file, or the address of an empty Postgres database')
    .option('--trial', 'the database stays in use: do not mark it as copied away')
    .option('--json', 'one JSON object per table on stdout')
    .addHelpText(
      'after',
      '\nCopies the whole database of the config and compares every row with its copy. Stop the daemons first: it ' +
        'refuses while' +
        '\none runs. If it is interrupted, run the same command again; nothing else opens an unfinished copy. Then ' +
        'name the copy' +
        '\nunder "database", start the daemons and remove the former database: with both, waiting alerts would be ' +
        'sent twice.' +
        '\nA daemon on the former one says so, unless it was copied with --trial.',
    )
    .action((options: Options) => withProgram((program) => copy(program, options)));
}

async function copy({ store, clock }: Program, options: Options): Promise<void> {
  const { isPostgres } = await import('../config/fields/databaseUrl.ts');
  const { openStore } = await import('../store/openStore.ts');
  const { copyStore } = await import('../store/copy/copyStore.ts');
  const { indexEverything } = await import('../store/snapshot/searchWordsTable.ts');
  const target = await openStore(isPostgres(options.to) ? options.to : resolve(options.to));
  const progress = startProgress();
  try {
    const tables = await copyStore(store, target, {
      now: clock(),
      isTrial: options.trial,
      index: indexEverything,
      onProgress: (step, table, rows, of) =>
        progress.say(`${step} ${withCommas(rows)} of ${withCommas(of)} rows of ${table}`),
    });
    progress.end();
    if (options.json) return printJsonLines(tables);
    printTable(
      ['TABLE', 'ROWS', 'DIGEST'],
      tables.map(({ table, rows, digest }) => [table, withCommas(rows), digest.slice(0, digitsShown)]),
    );
    print(`Copied ${store.name} to ${target.name}: every row is the same.`);
  } catch (error) {
    progress.end();
    throw target.explain(error);
  } finally {
    await target.close();
  }
}
