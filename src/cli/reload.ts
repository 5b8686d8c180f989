import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Command } from 'commander';
import type { Program } from '../daemon/program.ts';
import type { RunningProcess } from '../store/processes.ts';
import { print, printError, printJsonLines } from './output.ts';
import { withProgram } from './withProgram.ts';

const patienceSeconds = 30;
const lookMs = 250;

/** `tipstaff reload`: the daemons on the database take the config as it is now. */
export function reloadCommand(): Command {
  return new Command('reload')
    .description('have every daemon on the database read its config and secrets again, and say what became of it')
    .option('--json', 'one JSON object per daemon on stdout')
    .addHelpText(
      'after',
      '\nEach daemon reads its own file. One with a mistake is refused as a whole, and the config before stays in ' +
        'force.\nExit code: 0 every daemon took it, 1 one refused it or did not respond, or none runs, 2 it cannot ' +
        'be used here.',
    )
    .action(async (options: { json?: boolean }) => {
      process.exitCode = await withProgram((program) => reload(program, options));
    });
}

async function reload(program: Program, { json = false }: { json?: boolean }): Promise<number> {
  const { reloadAskedSetting, runningProcesses } = await import('../store/processes.ts');
  const { writeSetting } = await import('../store/store.ts');
  const { store, clock } = program;
  const before = await runningProcesses(store.db, clock());
  if (before.length === 0) {
    printError('No daemon runs on this database: the config is read when one starts.');
    return 1;
  }
  const asked = randomUUID();
  await store.transaction((trx) => writeSetting(trx, reloadAskedSetting, asked));
  const isAnswered = ({ reload }: RunningProcess) => reload?.asked === asked;
  let now = before;
  for (let waitedMs = 0; waitedMs < patienceSeconds * 1000 && !now.every(isAnswered); waitedMs += lookMs) {
    await wait(lookMs);
    now = await runningProcesses(store.db, clock());
  }
  const results = now.map((process) => resultOf(process, isAnswered(process)));
  if (json) printJsonLines(results);
  else for (const { host, ok, words } of results) (ok ? print : printError)(`${host}: ${words.join('\n  ')}`);
  return results.every(({ ok }) => ok) ? 0 : 1;
}

function resultOf({ host, roles, reload }: RunningProcess, isAnswered: boolean) {
  if (!isAnswered || reload === undefined)
    return { host, roles, ok: false, words: [`no response within ${patienceSeconds} s; see its log`] };
  const { ok, words } = reload;
  if (!ok) return { host, roles, ok, words: ['refused; the config before stays in force', ...words] };
  return { host, roles, ok, words: [words.length === 0 ? 'nothing has changed' : 'in force; changed:', ...words] };
}
