import { chmodSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { startSandbox } from '../../sandbox/startSandbox.ts';
import { openEndpoint } from '../alerts/channels/endpoint.ts';
import { type MailServer, openMailServer, smtpError } from '../alerts/channels/mailServer.ts';
import { type Daemon, startDaemon } from '../program.ts';

/** The clock of all parts, ahead of the real one. The daemon's wall clock may be wrong in addition. */
export interface SoakClock {
  now(): Date;
  /** Moves all clocks to this moment, as if that much time had passed. */
  goOnTo(moment: Date): void;
  /** Sets the daemon's wall clock wrong by this much, or right with 0. */
  setWrong(byMs: number): void;
}

export const watches = [
  { id: 'patent', notify: ['counsel'], dockets: { patentNumber: '7000001' } },
  { id: 'company', notify: ['counsel', 'brand'], dockets: { companyName: 'Alder' } },
  { id: 'designs', notify: ['brand'], designs: { source: 'HAGUE', holder: 'Alder' } },
];
export const goneAfterChecks = 4;
const startsAtMost = 20;

/** An installed daemon with everything that it connects to, and the faults of these. */
export interface Installation {
  readonly clock: SoakClock;
  readonly sandbox: Sandbox;
  readonly mail: MailServer;
  /** Posts that Slack accepted. */
  readonly posts: readonly string[];
  readonly away: { mail: boolean; slack: boolean };
  daemon: Daemon;
  start(): Promise<void>;
  /** Writes watches.yaml with this name of the first watch, or without one an invalid config. */
  configure(name: string | undefined): void;
  /** Returns the daemon's memory in bytes. */
  memory(): number;
}

export interface Place {
  readonly folder: string;
  /** A path or URL. */
  readonly database: string;
  /** The file that sets the clock of Postgres, if there is one. */
  readonly serverClock?: string;
}

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tipstaff-soak-'));
  // Postgres runs as another user.
  chmodSync(folder, 0o755);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** @param fill puts records into the service before the first check, which would report them as new later */
export async function install(place: Place, startsAt: Date, fill: (sandbox: Sandbox) => void): Promise<Installation> {
  const { folder, database, serverClock } = place;
  const clockFile = join(folder, 'clock');
  const clock = openClock(clockFile, serverClock, startsAt);
  const sandbox = await startSandbox({ world: 'none', caps: { size: 7, num: 5 }, clock: clock.now });
  onTestFinished(() => sandbox.close());
  fill(sandbox);
  const away = { mail: false, slack: false };
  const mail = await openMailServer({
    onConnect: (_session, done) => done(away.mail ? smtpError(421, 'away for maintenance') : undefined),
  });
  const posts: string[] = [];
  const slack = await openEndpoint((_request, response) => {
    if (away.slack) return response.writeHead(503).end('away');
    posts.push(slack.requests.at(-1)?.body ?? '');
    return response.end('ok');
  });
  const file = join(folder, 'watches.yaml');
  const configure = (name: string | undefined) => {
    const config = configOf({ sandbox: sandbox.url, mail: mail.port, slack: slack.url, database }, name ?? '');
    // Replaced in one step, so that the daemon never reads half of it.
    writeFileSync(`${file}.new`, name === undefined ? 'watches: [ {' : JSON.stringify(config));
    renameSync(`${file}.new`, file);
  };
  configure('patent');
  const preload = pathToFileURL(join(import.meta.dirname, 'worldClock.ts')).href;
  const env = { TIPSTAFF_SOAK_CLOCK: clockFile, TZ: 'UTC' };
  const start = () => startDaemon(file, { nodeArgs: ['--import', preload], env });
  const installation: Installation = {
    clock,
    sandbox,
    mail,
    posts,
    away,
    daemon: await start(),
    async start() {
      installation.daemon = await startAgain(start);
    },
    configure,
    memory() {
      const status = `/proc/${installation.daemon.child.pid}/status`;
      if (!existsSync(status)) return 0;
      return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(status, 'utf8'))?.[1] ?? 0) * 1024;
    },
  };
  return installation;
}

/** Starts the daemon again as a supervisor does, as Postgres may not respond for a moment. */
async function startAgain(start: () => Promise<Daemon>): Promise<Daemon> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await start();
    } catch (error) {
      if (tries === startsAtMost) throw error;
      await pause(500);
    }
  }
}

function openClock(file: string, serverClock: string | undefined, startsAt: Date): SoakClock {
  let aheadMs = startsAt.getTime() - Date.now();
  let wrongMs = 0;
  const write = () => {
    writeFileSync(`${file}.new`, `${aheadMs + wrongMs} ${aheadMs}`);
    renameSync(`${file}.new`, file);
    if (serverClock === undefined) return;
    writeFileSync(`${serverClock}.new`, `+${Math.round(aheadMs / 1000)}\n`, { mode: 0o644 });
    renameSync(`${serverClock}.new`, serverClock);
  };
  write();
  return {
    now: () => new Date(Date.now() + aheadMs),
    goOnTo(moment) {
      aheadMs = moment.getTime() - Date.now();
      write();
    },
    setWrong(byMs) {
      wrongMs = byMs;
      write();
    },
  };
}

interface Addresses {
  readonly sandbox: string;
  readonly mail: number;
  readonly slack: string;
  readonly database: string;
}

function configOf(at: Addresses, name: string) {
  const mailTo = (to: string) => ({
    type: 'email',
    smtpUrl: `smtp://127.0.0.1:${at.mail}`,
    from: 't@x.example',
    to: [to],
  });
  const service = { baseUrl: at.sandbox, token: 'sandbox', requestsPerSecond: 1000, concurrency: 4, retries: 1 };
  return {
    service: { ...service, retryBaseSeconds: 0.05, timeoutSeconds: 5, recheckBaseSeconds: 60 },
    database: at.database,
    http: { host: '127.0.0.1', port: 0 },
    operators: ['ops'],
    spreadSeconds: 0,
    goneAfterChecks,
    channels: {
      counsel: mailTo('counsel@x.example'),
      brand: { type: 'slack', webhookUrl: `${at.slack}/services/T0/B0/hidden` },
      ops: mailTo('ops@x.example'),
    },
    defaults: { announce: false, schedule: '0 0,6,12,18 * * *', timezone: 'UTC' },
    watches: watches.map((watch, index) => (index === 0 ? { ...watch, name } : watch)),
  };
}

/** Returns the bytes of a database file with its -wal file. */
export function bytesOf(file: string): number {
  return [file, `${file}-wal`].reduce((sum, one) => sum + (statSync(one, { throwIfNoEntry: false })?.size ?? 0), 0);
}
