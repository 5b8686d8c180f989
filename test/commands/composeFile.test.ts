import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { CORE_SCHEMA, load, mergeTag } from 'js-yaml';
import { expect, it } from 'vitest';
import { readRoles } from '../../src/program/roles.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(resolve(root, file), 'utf8');

interface Service {
  readonly image?: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly read_only?: boolean;
}

it('deploy/compose.yaml starts a Postgres, and three workers that do everything between them', () => {
  const { services, volumes } = load(read('deploy/compose.yaml'), { schema: CORE_SCHEMA.withTags(mergeTag) }) as {
    services: Record<string, Service>;
    volumes: Record<string, unknown>;
  };
  const { postgres, ...workers } = services;
  expect(Object.keys(workers)).toHaveLength(3);
  const roles = Object.values(workers).map(({ command = [] }) => {
    expect(command.slice(0, 2)).toEqual(['run', '--only']);
    return readRoles(command[2] ?? '');
  });
  expect(roles.map((each) => each.join())).toEqual(['check,deliver', 'check,deliver', 'web']);
  const { POSTGRES_USER: user, POSTGRES_DB: name } = postgres?.environment ?? {};
  for (const { image, read_only: readOnly, environment = {}, volumes: mounted = [] } of Object.values(workers)) {
    expect(image).toBe('tipstaff');
    expect(readOnly).toBe(true);
    expect(environment.TIPSTAFF_DATABASE).toMatch(new RegExp(`^postgres://${user}:.*@postgres:5432/${name}$`));
    // Each variable is one that the program, or the watches.yaml that comes along, reads; the places are those of the image.
    for (const variable of Object.keys(environment)) expect(read('watches.yaml')).toContain(`\${${variable}`);
    for (const mount of mounted) expect(read('Dockerfile')).toContain(mount.split(':')[1]?.replace('watches.yaml', ''));
  }
  expect(workers.web?.ports).toEqual(['127.0.0.1:8080:8080']);
  const named = Object.values(services)
    .flatMap((service) => service.volumes ?? [])
    .filter((mount) => !mount.startsWith('.'));
  expect([...new Set(named.map((mount) => mount.split(':')[0]))].sort()).toEqual(Object.keys(volumes).sort());
});
