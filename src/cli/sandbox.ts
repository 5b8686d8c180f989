import { once } from 'node:events';
import { Command, InvalidArgumentError } from 'commander';
import { FAULT_NAMES, FAULTS } from '../../sandbox/faults/ledger.ts';
import { FEED_FAULTS, type FeedFault } from '../../sandbox/feedText.ts';
import type { SandboxOptions, WorldOptions } from '../../sandbox/sandbox.ts';
import { SandboxError } from '../../sandbox/sandboxError.ts';
import { TipstaffError } from '../base/errors.ts';
import { print } from './output.ts';
import { interruptible } from './signals.ts';
import { portNumber, wholeNumber } from './withProgram.ts';

interface Flags extends Pick<SandboxOptions, 'host' | 'port' | 'records' | 'daySeconds' | 'pointCost'>, WorldOptions {
  readonly token?: readonly string[];
  readonly credits?: number;
  readonly latency: number;
  readonly fault?: readonly string[];
  readonly http401?: boolean;
  readonly pace?: boolean;
  readonly courtLag?: number;
  readonly feedFault?: readonly string[];
}

const LARGE = 40_000;

const count = wholeNumber(0);

const gather = (word: string, before: readonly string[] = []) => [...before, word];

export function sandboxCommand(): Command {
  return new Command()
    .option('--host <address>', 'where to listen', '127.0.0.1')
    .option('--port <number>', 'where to listen; 0: any free port', portNumber, 8700)
    .option(
      '--records <files...>',
      'serve the dockets and designs of these NDJSON files (.gz too) instead of a made-up world',
    )
    .option('--seed <text>', 'the made-up world to serve; the same seed gives the same world')
    .option('--size <number>', 'about how many dockets, and as many designs, it has (default: 400)', count)
    .option('--starts-on <date>', 'the fixed day of the world, e.g. 2026-03-02 (default: the real date)')
    .option('--day-seconds <seconds>', 'how many seconds a day of the world takes', positiveNumber)
    .option('--token <text>', 'a bearer token to accept; may be repeated (default: "sandbox")', gather)
    .option('--credits <number>', 'credits that each token may spend (default: no limit)', count)
    .option('--latency <milliseconds>', 'delay before each response', count, 0)
    .option('--pace', 'refuse more than 2 calls a second or 2 at a time, as the service does')
    .option('--point-cost', 'state the cost of each call in its response (pointCost)')
    .option('--http-401', 'refuse wrong tokens with HTTP 401 instead of a code inside HTTP 200')
    .option('--fault <name[=value]>', 'make every call fail in this way; may be repeated (listed below)', gather)
    .option(
      '--court-lag <minutes>',
      'the service shows entries so long after their court (default: from the day on)',
      count,
    )
    .option('--feed-fault <name>', "how the courts' feeds fail; may be repeated (listed below)", gather)
    .addHelpText(
      'after',
      () =>
        `\nFaults:\n${faultList()}\n\nFaults of feeds:\n${padded(Object.entries(FEED_FAULTS))}` +
        '\n\nMore, and faults for some calls only: docs/sandbox.md',
    )
    .action((flags: Flags) => interruptible((signal) => serve(flags, signal)));
}

async function serve(flags: Flags, signal: AbortSignal): Promise<void> {
  if (process.stderr.isTTY && (flags.size ?? 0) >= LARGE) process.stderr.write('Making the world …\n');
  const { startSandbox } = await import('../../sandbox/startSandbox.ts');
  const sandbox = await startSandbox(optionsOf(flags)).catch(asUsage);
  const { url, stats } = sandbox;
  print(`The sandbox is running at ${url}`);
  print(`${stats.dockets} dockets, ${stats.designs} designs, world day ${stats.today}. Ctrl-C stops it.`);
  if (!signal.aborted) await once(signal, 'abort');
  await sandbox.close();
}

function asUsage(error: unknown): never {
  throw error instanceof SandboxError ? new TipstaffError('usage.sandbox', error.message) : error;
}

function optionsOf(flags: Flags): SandboxOptions {
  const { host, port, records, daySeconds, pointCost, seed, size, startsOn } = flags;
  const tokens = flags.token ?? ['sandbox'];
  const invents = [seed, size, startsOn].some((flag) => flag !== undefined);
  return {
    ...{ host, port, records, daySeconds, pointCost },
    world: invents ? { seed, size, startsOn } : undefined,
    tokens: Object.fromEntries(tokens.map((token) => [token, flags.credits])),
    latencyMilliseconds: flags.latency,
    faults: flags.fault,
    feeds: { lagMinutes: flags.courtLag, faults: flags.feedFault?.map((name) => ({ name: name as FeedFault })) },
    accountErrors: flags.http401 ? 'http' : 'code',
    pace: flags.pace ? { requestsPerSecond: 2, concurrency: 2 } : undefined,
  };
}

function faultList(): string {
  return padded(
    FAULT_NAMES.map((name) => {
      const { about, value } = FAULTS[name];
      return [name, `${about}${value === undefined ? '' : ` (value: ${value})`}`];
    }),
  );
}

function padded(rows: readonly (readonly string[])[]): string {
  const width = Math.max(...rows.map(([name = '']) => name.length)) + 2;
  return rows.map(([name = '', about]) => `  ${name.padEnd(width)}${about}`).join('\n');
}

function positiveNumber(text: string): number {
  const number = Number(text);
  if (!(number > 0)) throw new InvalidArgumentError('Give a number above 0.');
  return number;
}
