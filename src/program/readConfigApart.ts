import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import type { Config } from '../config/config.ts';
import { ConfigError, type PlacedFinding } from '../config/configError.ts';
import { TipstaffError } from '../errors.ts';

const program = new URL('./configProcess.ts', import.meta.url);

/** What the process that read the config has to say. */
export type ConfigReport =
  | { readonly config: Config }
  | { readonly mistakes: readonly PlacedFinding[]; readonly warnings: readonly PlacedFinding[] };

/**
 * Reads the config as ever, in a process of its own: for a process that stays. Reading thousands of watches takes hundreds of
 * megabytes for a second, and a process keeps a part of what it once took; one that ends gives back all.
 * @throws ConfigError with every mistake of the config; TipstaffError `program.configProcess` when that process came to no end.
 */
export async function readConfigApart(): Promise<Config> {
  const cache = getCompileCacheDir();
  const env = cache === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: cache };
  const child = fork(program, { serialization: 'advanced', env });
  // The connection ends after all that was said, whereas the process may be seen to end before.
  const [report] = (await Promise.race([once(child, 'message'), once(child, 'disconnect')])) as [ConfigReport?];
  if (report === undefined) throw await endedWithoutReport(child);
  if ('config' in report) return report.config;
  throw new ConfigError(report.mistakes, report.warnings);
}

async function endedWithoutReport(child: ChildProcess): Promise<TipstaffError> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  const how = child.signalCode ?? `exit code ${child.exitCode}`;
  return new TipstaffError(
    'program.configProcess',
    `The config could not be read: the process that reads it ended with ${how}. Is there enough memory? tipstaff validate reads it too.`,
  );
}
