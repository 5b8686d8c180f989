import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openService } from '../../src/cli/withProgram.ts';
import { loadConfig } from '../../src/config/loadConfig.ts';
import { type DaemonOptions, startDaemon } from '../../src/daemon/daemon.ts';
import { openProgram } from '../../src/daemon/program.ts';
import type { Machine } from '../e2e/machine.ts';

interface Options extends Pick<DaemonOptions, 'roles'> {
  readonly env?: Readonly<Record<string, string>>;
  readonly logLevel?: string;
  readonly whileItStarts?: () => void; // After the config was read.
}

/** Starts a daemon in this process on the config of the machine, as `tipstaff run` does. It stops after the test. */
export async function startDaemonHere(machine: Machine, options: Options = {}) {
  const { env = {}, logLevel = 'silent', roles, whileItStarts } = options;
  const source = { file: join(machine.folder, 'watches.yaml'), env: { ...machine.env, ...env }, cwd: machine.folder };
  const program = await openProgram({ config: loadConfig(source), logLevel });
  whileItStarts?.();
  const reloadPace = { lookSeconds: 0.05, againSeconds: 0.1 };
  const daemon = await startDaemon(program, { open: openService, source, roles, reloadPace });
  onTestFinished(async () => {
    await daemon.stop();
    await program.close();
  });
  return { program, daemon };
}
