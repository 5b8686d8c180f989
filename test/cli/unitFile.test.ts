import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const unit = readFileSync(resolve(root, 'deploy/tipstaff.service'), 'utf8');
const [steps = '', body = ''] = unit.split('[Unit]');

it('deploy/tipstaff.service starts files of the checkout, with variables that the program reads', () => {
  const [, program = ''] = /^ExecStart=\S+ .*?\/opt\/tipstaff\/(\S+) run$/m.exec(body) ?? [];
  for (const file of [program, ...[...steps.matchAll(/\/opt\/tipstaff\/([\w./-]+\w)/g)].map(([, name = '']) => name)]) {
    expect(existsSync(resolve(root, file)), file).toBe(true);
  }
  const config = readFileSync(resolve(root, 'docs/config.md'), 'utf8');
  for (const [, name = ''] of body.matchAll(/^Environment=(\w+?)(?:_FILE)?=/gm)) {
    expect(config).toContain(`| \`${name}\` |`);
  }
});

it('deploy/tipstaff.service says which settings of its EnvironmentFile would override its own', () => {
  const own = [...body.matchAll(/^Environment=(TIPSTAFF_(?:CONFIG|DATABASE))=/gm)].map(([, name = '']) => name);
  expect(own).toHaveLength(2);
  const [said = ''] = /leave (.*) commented out/.exec(steps) ?? [];
  for (const name of [...own, 'TIPSTAFF_TOKEN']) expect(said).toContain(name);
});

it('deploy/tipstaff.service restricts what the program may do', () => {
  for (const line of ['UMask=0077', 'CapabilityBoundingSet=', 'PrivateDevices=true', 'ProtectKernelTunables=true'])
    expect(body.split('\n')).toContain(line);
  expect(body).toMatch(/^SystemCallFilter=@system-service$/m);
  expect(body).toMatch(/^MemoryMax=/m);
});

it('deploy/tipstaff.service passes the token as a credential', () => {
  const [, name] = /^LoadCredential=(\w+):\/etc\/tipstaff\/\w+$/m.exec(body) ?? expect.fail();
  expect(body).toContain(`Environment=TIPSTAFF_TOKEN_FILE=%d/${name}`);
});

it('deploy/tipstaff.service notifies root of a failure, by a unit that exists', () => {
  const [, failed = ''] = /^OnFailure=(.*)$/m.exec(body) ?? [];
  expect(readFileSync(resolve(root, 'deploy', failed), 'utf8')).toMatch(/^ExecStart=/m);
  expect(steps).toContain(`/opt/tipstaff/deploy/${failed}`);
});

it('deploy/tipstaff.service gives up on a program that dies within a minute of each start', () => {
  const [general = '', service = ''] = body.split('[Service]');
  const numberOf = (key: string, section: string) =>
    Number(new RegExp(`^${key}=(\\d+)$`, 'm').exec(section)?.[1] ?? expect.fail(`${key} is not in its section`));
  const secondsToGiveUp = numberOf('StartLimitBurst', general) * (numberOf('RestartSec', service) + 50);
  expect(secondsToGiveUp).toBeLessThanOrEqual(numberOf('StartLimitIntervalSec', general));
});

it('deploy/tipstaff.service starts the program once the clock is set', () => {
  expect(body).toMatch(/^Wants=.*\btime-sync\.target\b/m);
  expect(body).toMatch(/^After=.*\btime-sync\.target\b/m);
});

it('deploy/tipstaff.service keeps the database in the only folder that is writable', () => {
  const folder = /^WorkingDirectory=(.*)$/m.exec(body)?.[1] ?? expect.fail();
  expect(body).toContain(`TIPSTAFF_DATABASE=${folder}/`);
  expect(`/var/lib/${/^StateDirectory=(.*)$/m.exec(body)?.[1]}`).toBe(folder);
  // Exit code 2, a mistake in the config, is not retried.
  expect(body).toMatch(/^RestartPreventExitStatus=2$/m);
});
