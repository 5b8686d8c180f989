import { constants } from 'node:os';

/** SIGHUP means that the terminal closed (Node undoes `nohup`). For the daemon, SIGHUP means to reload the config. */
const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'] as const;
const cleanlyEnding = ['run', 'check'];

let interrupt: (() => void) | undefined;
let endsCleanly = false;
let reloads = false;
let reload: (() => void) | undefined;
let cameEarly = false;
let wasAsked = false;

/** @param argv the command line without Node and the program */
export function catchSignals(argv: readonly string[]): void {
  endsCleanly = argv.some((word) => cleanlyEnding.includes(word));
  reloads = argv.includes('run');
  // Without a listener Node would open its inspector to anybody on this machine.
  process.on('SIGUSR1', () => {});
  for (const signal of endSignals) process.on(signal, () => onSignal(signal));
}

function onSignal(signal: (typeof endSignals)[number]): void {
  // A SIGHUP during the start needs no reload, because the daemon is just reading its config.
  if (signal === 'SIGHUP' && reloads) {
    reload?.();
    return;
  }
  // A second SIGHUP does not mean an impatient person. A closing terminal may send two, and systemd sends one with
  // SIGTERM where `SendSIGHUP` is set.
  const asksAgain = wasAsked && signal !== 'SIGHUP';
  wasAsked ||= signal !== 'SIGHUP';
  if (interrupt !== undefined && !asksAgain) interrupt();
  else if (endsCleanly && !asksAgain) cameEarly = true;
  else exitNow(interrupt === undefined ? 128 + constants.signals[signal] : 130);
}

/** Aborts on a signal, or at once after an earlier one. A second signal except SIGHUP exits at once. Do not nest. */
export function untilInterrupted(): { signal: AbortSignal; end(): void } {
  const controller = new AbortController();
  interrupt = () => controller.abort(new Error('interrupted'));
  if (cameEarly) interrupt();
  return {
    signal: controller.signal,
    end: () => {
      interrupt = undefined;
    },
  };
}

export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const { signal, end } = untilInterrupted();
  try {
    return await work(signal);
  } finally {
    end();
  }
}

export function onHangUp(act: () => void): void {
  reload = act;
}

/**
 * `process.exit` waits for the threads of Node's pool, forever if one hangs on a file that does not respond (a dead
 * network drive). Becoming another program ends them all.
 */
export function exitNow(code: number): never {
  // Windows has no `execve`.
  process.execve?.(process.execPath, [process.execPath, '--eval', `process.exit(${code})`], {});
  process.exit(code);
}
