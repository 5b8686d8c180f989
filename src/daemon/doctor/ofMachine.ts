import { existsSync, readFileSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { isPostgres } from '../../base/databaseUrl.ts';
import { packageFolder } from '../../base/version.ts';
import type { Config } from '../../config/config.ts';
import { readUrl } from '../../config/fields/fields.ts';
import { secretsOf } from '../../config/secrets.ts';
import { type Finding, failed, found, ok, warning } from './finding.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const bytesPerMegabyte = 1_048_576;
/** What docs/scaling.md asks for. */
const leastMemoryMegabytes = 384;

/** By name alone: values may be secret. */
export function environmentFinding(env: Environment): Finding {
  const read = /^(TIPSTAFF_\w+|SMTP_URL(_FILE)?|SLACK_WEBHOOK_URL(_FILE)?|LOG_LEVEL|NODE_EXTRA_CA_CERTS)$/;
  const set = Object.keys(env).filter((name) => read.test(name) && env[name] !== '');
  const both = set.filter((name) => set.includes(`${name}_FILE`));
  const detail = `Node ${process.versions.node}; set: ${set.sort().join(', ') || 'nothing'}`;
  if (both.length === 0) return ok('environment', detail);
  return warning(
    'environment',
    `${detail}; both ${both.join(', ')} and its _FILE`,
    'Unset one of them: the file is ignored.',
  );
}

export function permissionFindings(config: Config, env: Environment): Finding {
  const text = readFileSync(config.file, 'utf8');
  const holdsSecret = secretsOf(config).some((secret) => text.includes(secret.text));
  const named = Object.entries(env).flatMap(([name, file]) => (isSecretFile(name) && file ? [file] : []));
  const database = isPostgres(config.database) ? [] : [config.database, `${config.database}-wal`];
  const open = [...(holdsSecret ? [config.file] : []), ...named, ...database].filter(isOpenToOthers);
  if (open.length === 0) return ok('permissions', 'no file with a secret or the data can be read by others');
  return warning('permissions', `others may read ${open.join(', ')}`, `chmod 600 ${open.join(' ')}`);
}

function isSecretFile(name: string): boolean {
  return /^(TIPSTAFF_TOKEN|TIPSTAFF_DATABASE|SMTP_URL|SLACK_WEBHOOK_URL|\w*(TOKEN|PASSWORD|SECRET))_FILE$/.test(name);
}

function isOpenToOthers(file: string): boolean {
  return ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o007) !== 0;
}

export async function proxyFinding(env: Environment): Promise<Finding> {
  const address = env.https_proxy || env.HTTPS_PROXY || env.http_proxy || env.HTTP_PROXY || '';
  if (address === '') return ok('proxy', 'none is set: calls go directly');
  const url = readUrl(address);
  const todo = 'Correct HTTPS_PROXY, or name in NO_PROXY what is to be called directly.';
  if (url === undefined) return failed('proxy', 'HTTPS_PROXY is no URL', todo);
  return found('proxy', todo, async () => {
    await dial(url.hostname, Number(url.port || (url.protocol === 'https:' ? 443 : 80)));
    return ok('proxy', `${url.host} takes connections`);
  });
}

const dialMs = 10_000;

function dial(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: host.replace(/^\[|\]$/g, ''), port, timeout: dialMs });
    socket.once('connect', () => resolve(void socket.destroy()));
    socket.once('timeout', () => socket.destroy(new Error(`no connection to ${host}:${port} within 10 s`)));
    socket.once('error', reject);
  });
}

const installedUnit = '/etc/systemd/system/tipstaff.service';

export function supervisorFinding(): Finding {
  if (existsSync('/.dockerenv') || existsSync('/run/.containerenv'))
    return containerFinding(process.constrainedMemory());
  if (!existsSync(installedUnit)) {
    const todo = 'deploy/ has a unit for systemd, a compose file and a manifest for Kubernetes.';
    return warning('unit', 'neither a container nor a unit of systemd: nothing starts the daemon again', todo);
  }
  const shipped = readFileSync(join(packageFolder, 'deploy/tipstaff.service'), 'utf8');
  const own = new Set(settingsOf(readFileSync(installedUnit, 'utf8')));
  const missing = settingsOf(shipped).filter((line) => !own.has(line));
  if (missing.length === 0) return ok('unit', `${installedUnit} is as it was shipped`);
  const todo = 'Take over what you do not mean otherwise from deploy/tipstaff.service, then: systemctl daemon-reload.';
  return warning('unit', `${installedUnit} lacks ${missing.join(', ')}`, todo);
}

function settingsOf(unit: string): string[] {
  return unit.split('\n').filter((line) => /^[A-Z]\w+=/.test(line) && !/^(Exec\w+|Environment\w*|User)=/.test(line));
}

/** @param limitBytes 0, or more than any machine has, where there is none */
export function containerFinding(limitBytes: number): Finding {
  const megabytes = Math.floor(limitBytes / bytesPerMegabyte);
  const isLimited = limitBytes > 0 && limitBytes < Number.MAX_SAFE_INTEGER;
  if (!isLimited) return ok('unit', 'a container without a limit of memory');
  if (megabytes >= leastMemoryMegabytes) return ok('unit', `a container with ${megabytes} MB`);
  return warning('unit', `a container with only ${megabytes} MB`, `Give it at least ${leastMemoryMegabytes} MB.`);
}
