import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readRoles } from '../../src/store/processes.ts';

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

it('deploy/compose.yaml starts a Postgres, and three workers that have all roles between them', () => {
  const { services, volumes } = parse(read('deploy/compose.yaml'), { merge: true }) as {
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
    // The shipped watches.yaml reads each variable, and each mount is a folder of the image.
    for (const variable of Object.keys(environment)) expect(read('watches.yaml')).toContain(`\${${variable}`);
    for (const mount of mounted) expect(read('Dockerfile')).toContain(mount.split(':')[1]?.replace('watches.yaml', ''));
  }
  expect(workers.web?.ports).toEqual(['127.0.0.1:8080:8080']);
  const named = Object.values(services)
    .flatMap((service) => service.volumes ?? [])
    .filter((mount) => !mount.startsWith('.'));
  expect([...new Set(named.map((mount) => mount.split(':')[0]))].sort()).toEqual(Object.keys(volumes).sort());
});

interface Container {
  readonly name: string;
  readonly image: string;
  readonly command: readonly string[];
  readonly args?: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly ports?: readonly { readonly containerPort: number }[];
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
  readonly securityContext: unknown;
  readonly livenessProbe?: { readonly httpGet: { readonly path: string } };
}
interface Deployment {
  readonly kind: string;
  readonly spec: {
    readonly strategy: unknown;
    readonly template: {
      readonly spec: {
        readonly securityContext: { readonly runAsUser: number; readonly runAsNonRoot: boolean };
        readonly initContainers: readonly Container[];
        readonly containers: readonly Container[];
        readonly volumes: readonly { readonly name: string }[];
      };
    };
  };
}

it('deploy/kubernetes.yaml runs the image by digest as its own user with few rights, and adds an admin', () => {
  const objects = parseAllDocuments(read('deploy/kubernetes.yaml'), { merge: true }).map((one) =>
    one.toJS(),
  ) as Deployment[];
  const { strategy, template } = objects.find(({ kind }) => kind === 'Deployment')?.spec ?? expect.fail();
  // Two pods at a time could not share the database file on one volume.
  expect(strategy).toEqual({ type: 'Recreate' });
  const { securityContext, initContainers, containers, volumes } = template.spec;
  const image = read('Dockerfile');
  expect(image).toContain(`USER ${securityContext.runAsUser}:`);
  expect(securityContext.runAsNonRoot).toBe(true);
  const documented = read('docs/config.md') + read('watches.yaml');
  for (const one of [...initContainers, ...containers]) {
    expect(one.image).toMatch(/@sha256:[0-9a-f]{64}$/);
    expect(one.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    for (const { name } of one.env) expect(documented).toContain(name.replace(/_FILE$/, ''));
    expect(one.volumeMounts.map(({ name }) => name).sort()).toEqual(volumes.map(({ name }) => name).sort());
    const places = one.volumeMounts.map(({ mountPath }) => mountPath);
    for (const [, place] of image.matchAll(/=(\/(?:config|data))\//g)) expect(places).toContain(place);
  }
  expect(initContainers[0]?.command.join(' ')).toContain('node bin/tipstaff.js users add admin --role admin <');
  const [daemon] = containers;
  expect([...(daemon?.command ?? []), ...(daemon?.args ?? [])]).toEqual(
    JSON.parse(`[${/ENTRYPOINT \[(.*)\]/.exec(image)?.[1]}, ${/\nCMD \[(.*)\]/.exec(image)?.[1]}]`),
  );
  expect(image).toContain(`EXPOSE ${daemon?.ports?.[0]?.containerPort}`);
  // A problem that keeps the daemon from checking is no reason to restart it.
  expect(daemon?.livenessProbe?.httpGet.path).toBe('/healthz');
});
