import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Command } from 'commander';
import { TipstaffError } from '../base/errors.ts';
import { counted } from '../base/words/sentence.ts';
import type { Restorable } from '../daemon/restore.ts';
import { print, printError, printJsonLines } from './output.ts';

interface Options {
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** `tipstaff restore FILE`: a backup takes the place of the database. */
export function restoreCommand(): Command {
  return new Command('restore')
    .description('put a backup in the place of the database, once it was looked at and confirmed')
    .argument('<file>', 'a file that tipstaff backup made')
    .option('--yes', 'do not ask')
    .option('--json', 'one JSON object on stdout')
    .addHelpText(
      'after',
      '\nThe backup is brought up to date in a copy, and refused where it is damaged, of another service or of a ' +
        'newer program, or where a' +
        '\ndaemon runs. The former database is kept beside it. Exit code: 0 restored, 1 not.',
    )
    .action(async (file: string, options: Options) => {
      process.exitCode = await restore(resolve(file), options);
    });
}

async function restore(file: string, { yes = false, json = false }: Options): Promise<number> {
  const { loadConfig } = await import('../config/loadConfig.ts');
  const { openBackup } = await import('../daemon/restore.ts');
  const config = loadConfig({ env: process.env, cwd: process.cwd() });
  const backup = await openBackup(file, config, () => new Date());
  const { use, drop, ...facts } = backup;
  if (!json) print(wordsOf(backup));
  try {
    if (!yes && !(await isConfirmed(config.database))) {
      printError('Nothing was changed.');
      return 1;
    }
    const former = await use();
    if (json) printJsonLines([{ restored: config.database, from: file, former, ...facts }]);
    else
      print(
        `Restored ${config.database}.${former === null ? '' : ` The former one is ${former}.`} Start the daemon, ` +
          'and look at tipstaff users.',
      );
    return 0;
  } finally {
    drop();
  }
}

function wordsOf({ until, migrated, changesAgain, alertsAgain }: Restorable): string {
  const upToDate = migrated.length === 0 ? '' : ` It was brought up to date: ${migrated.join(', ')}.`;
  const changes =
    changesAgain === null
      ? 'What was found since'
      : changesAgain === 0
        ? 'No change was found since; later ones'
        : `${counted(changesAgain, 'change')} found since`;
  const alerts =
    alertsAgain === 0
      ? ''
      : ` ${counted(alertsAgain, 'alert')} waiting in it will be sent, again where they were sent since.`;
  return (
    `The backup is whole; its last check ended ${until ?? 'never'}.${upToDate} ${changes} will be found and ` +
    `reported again, under new ids.${alerts} Users and keys are those of the backup.`
  );
}

async function isConfirmed(database: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new TipstaffError('usage.restore', 'Nobody can be asked here: confirm with --yes.');
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await lines.question(`Put it in the place of ${database}? (yes/no) `).finally(() => lines.close());
  return /^y(es)?$/i.test(answer.trim());
}
