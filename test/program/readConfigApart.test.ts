import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { ConfigError } from '../../src/config/configError.ts';
import { loadConfig } from '../../src/config/loadConfig.ts';
import { readConfigApart } from '../../src/program/readConfigApart.ts';
import { folderWith, withWatch } from '../config/workspace.ts';

const main = join(import.meta.dirname, '../../src/main.ts');
const sound = withWatch('  - { id: two, designs: { source: [HAGUE, EMID], locarno: "09-01", litigation: true } }');

afterEach(() => {
  vi.unstubAllEnvs();
});

it('a config read by another process is the config', async () => {
  const file = join(folderWith({ 'watches.yaml': sound }), 'watches.yaml');
  vi.stubEnv('TIPSTAFF_CONFIG', file);
  expect(await readConfigApart()).toEqual(loadConfig({ env: process.env, cwd: process.cwd() }));
});

it('its mistakes are told as ever, every one with its place', async () => {
  const file = join(folderWith({ 'watches.yaml': withWatch('    scheduel: daily\n    notfy: [ops]') }), 'watches.yaml');
  vi.stubEnv('TIPSTAFF_CONFIG', file);
  const refusal = await readConfigApart().catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(ConfigError);
  expect(refusal).toMatchObject({
    code: 'config.invalid',
    mistakes: [{ path: 'watches[0].scheduel' }, { path: 'watches[0].notfy' }],
  });
});

it('the daemon refuses a wrong config with its mistakes and exit code 2', async () => {
  const cwd = folderWith({ 'watches.yaml': withWatch('    scheduel: daily') });
  const ended = await new Promise<{ code: unknown; stderr: string }>((done) => {
    execFile(process.execPath, [main, 'run'], { cwd, env: {} }, (error, _stdout, stderr) => {
      done({ code: error?.code, stderr });
    });
  });
  expect(ended).toEqual({
    code: 2,
    stderr: expect.stringMatching(/^one mistake in the config:\nwatches\.yaml:\d+:\d+ .*schedule/),
  });
});

it('a process that cannot read it at all is no config', async () => {
  vi.stubEnv('NODE_OPTIONS', '--require=/no/such/module.cjs');
  await expect(readConfigApart()).rejects.toMatchObject({
    code: 'program.configProcess',
    message: expect.stringContaining('exit code 1'),
  });
});
