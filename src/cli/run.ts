import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { addAbortListener, once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Command } from 'commander';
import type { Logger } from 'pino';
import { version } from '../base/version.ts';
import { madeUp } from '../base/words/sentence.ts';
import { usesSandbox } from '../config/config.ts';
import { type Daemon, startDaemon } from '../daemon/daemon.ts';
import type { Program } from '../daemon/program.ts';
import {
  type ConfigInForce,
  configInForce,
  processName,
  type Role,
  type RunningProcess,
  readRoles,
  reloadAskedSetting,
  runningProcesses,
  sourceWords,
} from '../store/processes.ts';
import { writeSetting } from '../store/store.ts';
import { exitNow, onHangUp, untilInterrupted } from './signals.ts';
import { type Answer, answering, openService, withProgram } from './withProgram.ts';

// Leaves a busy machine time to end the process within 5.
const stopDeadlineSeconds = 4.5;

export function runCommand(): Command {
  return new Command()
    .option(
      '--only <roles>',
      'the roles of this daemon: check, deliver, web, or several separated by commas (by default all)',
    )
    .addHelpText(
      'after',
      '\nRuns until SIGINT or SIGTERM, then stops within 5 seconds; the next start does what was under way. A second ' +
        'signal\nends it at once. Logs are JSON lines on stderr ($LOG_LEVEL, by default info). A changed config or ' +
        'secret file is\nread within seconds, and on SIGHUP or tipstaff reload; a config with a mistake is refused ' +
        'as a whole.' +
        '\n\nAny number of daemons can share one database, each with any roles; there is no leader. Each serves ' +
        '/healthz,\n/readyz and /metrics at http.port; pages, feeds and the API come with the role web.',
    )
    .action(async ({ only }: { only?: string }) => {
      const { signal } = untilInterrupted();
      const roles = only === undefined ? undefined : readRoles(only);
      await withProgram((program) => run(program, signal, roles), { logLevel: 'info' });
    });
}

async function run(program: Program, interrupted: AbortSignal, roles: readonly Role[] | undefined): Promise<void> {
  const { log, config, store } = program;
  log.info({ version }, 'Tipstaff is starting');
  if (usesSandbox(config)) log.warn(madeUp);
  for (const warning of config.warnings) log.warn(warning);
  const ending = AbortSignal.any([interrupted, store.lost]);
  endAfterDeadline(program, ending);
  if (ending.aborted) return;
  const daemon = await startDaemon(program, {
    roles,
    open: openService,
    source: { env: process.env, cwd: process.cwd() },
  });
  onHangUp(() => void daemon.reload());
  endAfterDeadline(program, daemon.outdated);
  const facts = { url: daemon.url, roles, watches: config.watches.length, database: store.name };
  log.info(facts, 'Tipstaff is running');
  const tellItEnds = await tellSystemd(log);
  const lost = AbortSignal.any([store.lost, daemon.outdated]);
  const ended = AbortSignal.any([ending, lost]);
  if (!ended.aborted) await once(ended, 'abort');
  if (lost.aborted) await endWithoutStore(program, daemon, lost);
  log.info('stopping');
  await Promise.all([tellItEnds(), daemon.stop()]);
  log.info('stopped');
}

/** @throws the reason that the store was lost, so that a supervisor restarts the process */
async function endWithoutStore({ log }: Program, daemon: Daemon, lost: AbortSignal): Promise<never> {
  process.exitCode = 1;
  log.fatal({ err: lost.reason }, 'the database is lost; ending');
  await daemon.stop().catch(() => {});
  throw lost.reason;
}

/** Ends the process at the deadline, whatever still keeps it alive. Everything that matters is in the store. */
function endAfterDeadline({ log }: Program, ending: AbortSignal): void {
  addAbortListener(ending, () => {
    const timer = setTimeout(() => {
      log.warn('something did not stop in time; ending without it');
      exitNow(Number(process.exitCode ?? 0));
    }, stopDeadlineSeconds * 1000);
    timer.unref();
  });
}

const systemdPatienceMs = 10_000;

/** Runs systemd's own program, because Node cannot send datagrams to Unix sockets. @returns a function that ends it */
async function tellSystemd(log: Pick<Logger, 'warn'>): Promise<() => Promise<void>> {
  const { NOTIFY_SOCKET: socket, WATCHDOG_USEC: microseconds } = process.env;
  if (socket === undefined) return async () => {};
  const say = (word: string) =>
    promisify(execFile)('systemd-notify', [word], { timeout: systemdPatienceMs }).then(
      () => {},
      (err: unknown) => log.warn({ err, word }, 'systemd could not be notified'),
    );
  await say('READY=1');
  const everyMs = Number(microseconds) / 2000;
  const timer = everyMs > 0 ? setInterval(() => void say('WATCHDOG=1'), everyMs).unref() : undefined;
  return async () => {
    clearInterval(timer);
    await say('STOPPING=1');
  };
}

const patienceSeconds = 30;
const lookMs = 250;

export function reloadCommand(): Command {
  return new Command()
    .option('--json', 'one JSON object per daemon on stdout')
    .addHelpText(
      'after',
      '\nEach daemon reads its own file. A file with a mistake is refused as a whole, and the previous config stays ' +
        'in force.\nExit code: 0 every daemon accepted it, 1 one refused it or did not respond, or none runs, 2 this ' +
        'command cannot use it.',
    )
    .action(answering(reload));
}

async function reload({ store, clock }: Program): Promise<Answer> {
  const before = await runningProcesses(store.db, clock());
  if (before.length === 0) {
    const errors = ['No daemon runs on this database: the config is read when one starts.'];
    return { words: [], errors, json: [], exitCode: 1 };
  }
  const asked = randomUUID();
  await store.transaction((trx) => writeSetting(trx, reloadAskedSetting, asked));
  const isAnswered = ({ reload }: RunningProcess) => reload?.asked === asked;
  let now = before;
  for (let waitedMs = 0; waitedMs < patienceSeconds * 1000 && !now.every(isAnswered); waitedMs += lookMs) {
    await wait(lookMs);
    now = await runningProcesses(store.db, clock());
  }
  const inForce = await configInForce(store.db);
  const results = now.map((process) => {
    const { host, roles } = process;
    return { host, roles, name: processName(process), ...resultOf(process, isAnswered(process), inForce) };
  });
  const wordsOf = ({ name, words }: (typeof results)[number]) => `${name}: ${words.join('\n  ')}`;
  const refused = results.filter(({ ok }) => !ok);
  const words = results.filter(({ ok }) => ok).flatMap((result) => wordsOf(result).split('\n'));
  return { words, errors: refused.map(wordsOf), json: results, exitCode: refused.length === 0 ? 0 : 1 };
}

function resultOf({ reload }: RunningProcess, isAnswered: boolean, inForce: ConfigInForce | undefined) {
  if (!isAnswered || reload === undefined)
    return { ok: false, words: [`no response within ${patienceSeconds} s; see its log`] };
  const { ok, words, otherSince } = reload;
  if (!ok) return { ok, words: ['refused; the previous config stays in force', ...words] };
  if (otherSince !== undefined) {
    const other = `another config has been in force since ${otherSince}${inForce ? sourceWords(inForce) : ''}`;
    const todo = 'Give this daemon the same file. If the other is a mistake, replace it there.';
    return { ok: false, words: [`nothing is checked there: ${other}`, todo] };
  }
  return { ok, words: [words.length === 0 ? 'nothing has changed' : 'in force; changed:', ...words] };
}
