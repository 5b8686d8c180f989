import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { codeOf, messageOf, TipstaffError } from '../../base/errors.ts';
import { reach } from '../../base/http.ts';
import { isMap } from '../../base/json.ts';
import { isPostgres } from '../../base/redact.ts';
import { dayMs } from '../../base/time.ts';
import { packageFolder, userAgent } from '../../base/version.ts';
import { counted } from '../../base/words/sentence.ts';
import {
  fetchPictureNow,
  type KeySuspension,
  loadKeySuspension,
  newKeyWords,
  serviceKeyOf,
} from '../../check/admission/serviceKey.ts';
import { hasCalled } from '../../check/admission/sharedPaceQueries.ts';
import { type Config, type ServiceConfig, secretsOf } from '../../config/config.ts';
import { readUrl, urlOfHost } from '../../config/fields/fields.ts';
import { lastCompleteCheckAt } from '../../schedule/watchStatusQueries.ts';
import { bytesPerMegabyte } from '../../store/condition.ts';
import { loadRecords, newestDesignId } from '../../store/snapshot/recordsTable.ts';
import type { Db } from '../../store/store.ts';

/** A warning does not prevent anything from working today. */
export interface Finding {
  readonly check: string; // `database`, `channel counsel` …
  readonly state: 'ok' | 'warning' | 'failed';
  readonly detail: string;
  readonly todo: string | null; // null if nothing is wrong.
}

export function ok(check: string, detail: string): Finding {
  return { check, state: 'ok', detail, todo: null };
}

export function warning(check: string, detail: string, todo: string): Finding {
  return { check, state: 'warning', detail, todo };
}

export function failed(check: string, detail: string, todo: string): Finding {
  return { check, state: 'failed', detail, todo };
}

/** Returns the finding of `look`. If `look` throws, this is a failed finding with `todo`. */
export async function found(check: string, todo: string, look: () => Promise<Finding> | Finding): Promise<Finding> {
  try {
    return await look();
  } catch (error) {
    return failedAsSaid(check, error, todo);
  }
}

/** Our own errors say first what is wrong, then what to do. */
export function failedAsSaid(check: string, error: unknown, todo: string): Finding {
  if (!(error instanceof TipstaffError)) return failed(check, reasonOf(error), todo);
  const [what = '', ...advice] = error.message.split(/(?<=\.) (?=[A-Z])/);
  return failed(check, what.replace(/\.$/, ''), [...advice, todo].join(' '));
}

export function reasonOf(error: unknown): string {
  const own = messageOf(error) || codeOf(error);
  const cause = error instanceof Error && error.cause !== undefined ? `: ${messageOf(error.cause)}` : '';
  return `${own}${cause}`;
}

const leastCertificateDays = 14;

export function withCertificate(check: string, words: string, until: Date | undefined, now: Date): Finding {
  if (until === undefined) return ok(check, words);
  const days = Math.floor((until.getTime() - now.getTime()) / dayMs);
  const detail = `${words}; its certificate holds for ${counted(days, 'more day')}`;
  if (days >= leastCertificateDays) return ok(check, detail);
  return warning(check, detail, 'Ask whoever runs that server to renew its certificate.');
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The minimum of docs/scaling.md. */
const leastMemoryMegabytes = 384;

/** Lists variables by name only, because values may be secret. */
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

const secretFile = /^(TIPSTAFF_TOKEN|TIPSTAFF_DATABASE|SMTP_URL|SLACK_WEBHOOK_URL|\w*(TOKEN|PASSWORD|SECRET))_FILE$/;

export function permissionFindings(config: Config, env: Environment): Finding {
  const text = readFileSync(config.file, 'utf8');
  const holdsSecret = secretsOf(config).some((secret) => text.includes(secret.text));
  const named = Object.entries(env).flatMap(([name, file]) => (secretFile.test(name) && file ? [file] : []));
  const database = isPostgres(config.database) ? [] : [config.database, `${config.database}-wal`];
  const open = [...(holdsSecret ? [config.file] : []), ...named, ...database].filter((file) => {
    return ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o007) !== 0;
  });
  if (open.length === 0) return ok('permissions', 'others can read no file with a secret or the data');
  const todo = `As the owner of the files, or with sudo: chmod 600 ${open.join(' ')}`;
  return warning('permissions', `others may read ${open.join(', ')}`, todo);
}

export async function proxyFinding(env: Environment): Promise<Finding> {
  const address = env.https_proxy || env.HTTPS_PROXY || env.http_proxy || env.HTTP_PROXY || '';
  if (address === '') return ok('proxy', 'none is set: calls go directly');
  const url = readUrl(address);
  const todo = 'Correct HTTPS_PROXY, or name in NO_PROXY the hosts to call directly.';
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

/** Listens there for a moment, unless a daemon of this machine already does. */
export function portFinding(
  { host, port }: Config['http'],
  running: readonly { readonly host: string }[],
): Promise<Finding> {
  const address = `${host}:${port}`;
  const todo = 'Stop the program that listens there, or set http.host and http.port to a free address of this machine.';
  return found('port', todo, async () => {
    const server = createServer();
    try {
      await once(server.listen(port, host), 'listening');
      return ok('port', `${address} is free`);
    } catch (error) {
      const isOwn = codeOf(error) === 'EADDRINUSE' && running.some((one) => one.host === hostname());
      if (isOwn) return ok('port', `${address} is in use, and a daemon runs here`);
      throw error;
    } finally {
      server.close();
    }
  });
}

const responseMs = 5_000;

/** The database no longer lists a daemon that cannot write to it for a minute, but that daemon still responds. */
export async function unlistedDaemon({ host, port }: Config['http']): Promise<Finding | undefined> {
  const url = `${urlOfHost(host)}:${port}/readyz`;
  const read = fetch(url, { signal: AbortSignal.timeout(responseMs) }).then((response) => response.json());
  const said: unknown = await read.catch(() => undefined);
  if (!isMap(said) || !Array.isArray(said.obstacles)) return undefined;
  const reasons = said.obstacles.flatMap((one) => (isMap(one) ? [`: ${one.reason}`] : [])).join('');
  const todo =
    'Correct what it says, or restart it if it says nothing. If it uses another database, set http.port to a free ' +
    'port and start a daemon for this one: tipstaff run.';
  return failed('daemon', `one responds at ${url}, but wrote nothing to this database for a minute${reasons}`, todo);
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
  if (missing.length === 0) return ok('unit', `${installedUnit} has every setting of deploy/tipstaff.service`);
  const todo = 'Copy the settings that you want from deploy/tipstaff.service, then: systemctl daemon-reload.';
  return warning('unit', `${installedUnit} lacks ${missing.join(', ')}`, todo);
}

function settingsOf(unit: string): string[] {
  return unit.split('\n').filter((line) => /^[A-Z]\w+=/.test(line) && !/^(Exec\w+|Environment\w*|User)=/.test(line));
}

/** @param limitBytes 0, or more than any machine has, if there is no limit */
function containerFinding(limitBytes: number): Finding {
  const megabytes = Math.floor(limitBytes / bytesPerMegabyte);
  const isLimited = limitBytes > 0 && limitBytes < Number.MAX_SAFE_INTEGER;
  if (!isLimited) return ok('unit', 'runs in a container without a memory limit');
  if (megabytes >= leastMemoryMegabytes) return ok('unit', `runs in a container with ${megabytes} MB`);
  return warning(
    'unit',
    `runs in a container with only ${megabytes} MB`,
    `Give it at least ${leastMemoryMegabytes} MB.`,
  );
}

const largestDifferenceMs = 60_000;
const setClock = 'Set the clock of this machine, and let a time service (NTP) keep it right.';

/** @param db undefined if there is no readable database */
export async function serviceFindings(config: Config, db: Db | undefined, clock: () => Date): Promise<Finding[]> {
  const { baseUrl } = config.service;
  if (baseUrl === 'sandbox') {
    const todo = 'Set service.baseUrl (TIPSTAFF_BASE_URL) and the token (TIPSTAFF_TOKEN) to watch real records.';
    return [warning('service', 'this uses the built-in sandbox: made-up records', todo)];
  }
  const { findings, status } = await reachService(config.service, clock);
  return [...findings, await keyFinding(config.service, status, db), await pictureFinding(config.service, db)];
}

/** Sends a GET, which costs nothing, as both operations use POST. Some services already refuse a wrong token here. */
async function reachService({ baseUrl, token }: ServiceConfig, clock: () => Date) {
  const { host } = new URL(baseUrl);
  try {
    const headers = { authorization: `Bearer ${token}`, 'user-agent': userAgent };
    const reached = await reach(`${baseUrl}/api/v3/pacer`, { method: 'GET', headers });
    const now = clock();
    const service = withCertificate('service', `${host} responds`, reached.certificateUntil, now);
    return { status: reached.status, findings: [service, clockFinding(host, reached, now)] };
  } catch (error) {
    const todo = `Make ${host} reachable: its name, the network, a firewall, HTTPS_PROXY, or service.baseUrl.`;
    return {
      status: undefined,
      findings: [
        await found('service', todo, () => Promise.reject(error)),
        warning('clock', 'could not be compared, because the service does not respond', 'Make it reachable first.'),
      ],
    };
  }
}

function clockFinding(host: string, { date, tookMs }: { date: Date | undefined; tookMs: number }, now: Date): Finding {
  if (date === undefined) return warning('clock', `${host} shows no time to compare with`, setClock);
  const aheadMs = now.getTime() - tookMs / 2 - date.getTime();
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  if (Math.abs(aheadMs) <= largestDifferenceMs) return ok('clock', `agrees with that of ${host}`);
  const detail = `is ${counted(seconds, 'second')} ${aheadMs > 0 ? 'ahead of' : 'behind'} that of ${host}`;
  return failed('clock', detail, setClock);
}

const keyTodos: Readonly<Partial<Record<KeySuspension['errorClass'], string>>> = {
  credits: 'Buy credits, then: tipstaff check tries at once.',
  busy: 'Nothing: Tipstaff calls it again after that time.',
};

async function keyFinding(service: ServiceConfig, status: number | undefined, db: Db | undefined): Promise<Finding> {
  const check = 'token';
  const todo = `${newKeyWords} Then: tipstaff check.`;
  if (status === 401 || status === 403) return failed(check, `the service refuses it (HTTP ${status})`, todo);
  return found(check, todo, async () => {
    const suspension = db && (await loadKeySuspension(db, service));
    if (suspension !== undefined) {
      const { since, reason, nextProbeAt, errorClass } = suspension;
      const detail = `suspended since ${since}: ${reason} Next try at ${nextProbeAt}.`;
      return failed(check, detail, keyTodos[errorClass] ?? todo);
    }
    // The last complete check may have used another key.
    const isKnown = db !== undefined && (await hasCalled(db, serviceKeyOf(service)));
    const complete = isKnown ? await lastCompleteCheckAt(db) : undefined;
    if (complete !== undefined) return ok(check, `last accepted by the service at ${complete}`);
    const detail = 'not refused; only a call that costs credits shows whether the service accepts it';
    return warning(check, detail, 'tipstaff check makes such a call.');
  });
}

async function pictureFinding(service: ServiceConfig, db: Db | undefined): Promise<Finding> {
  const id = db && (await newestDesignId(db));
  const record = db && id !== undefined ? (await loadRecords(db, [id])).get(id)?.record : undefined;
  if (record?.type !== 'design') return ok('pictures', 'no design is stored yet');
  const url = record.images?.[0]?.url;
  if (url === undefined) return ok('pictures', 'not tried: the newest design has none');
  const todo = 'Alerts have no pictures until the service serves them to this token.';
  return found('pictures', todo, async () => {
    const { bytes } = await fetchPictureNow(service)(url, AbortSignal.timeout(10_000));
    return ok('pictures', `one of the newest design came, ${bytes.length} bytes`);
  });
}
