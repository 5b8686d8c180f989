import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { loadConfig } from '../../src/config/loadConfig.ts';
import { type DaemonOptions, startDaemon } from '../../src/daemon/daemon.ts';
import { openProgram } from '../../src/daemon/program.ts';
import type { Machine } from '../e2e/machine.ts';

interface Options extends Pick<DaemonOptions, 'roles'> {
  readonly env?: Readonly<Record<string, string>>;
  readonly logLevel?: string;
}

/** A daemon in this process on the config of the machine, as `tipstaff run` starts one; it stops when the test has finished. */
export async function startDaemonHere(machine: Machine, { env = {}, logLevel = 'silent', roles }: Options = {}) {
  const source = { file: join(machine.folder, 'watches.yaml'), env: { ...machine.env, ...env }, cwd: machine.folder };
  const program = await openProgram({ config: loadConfig(source), logLevel });
  const daemon = await startDaemon(program, { source, roles, reloadPace: { lookSeconds: 0.05, againSeconds: 0.1 } });
  onTestFinished(async () => {
    await daemon.stop();
    await program.close();
  });
  return { program, daemon };
}
