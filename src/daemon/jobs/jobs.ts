import { hostname } from 'node:os';
import { openHttpPoster } from '../../alerts/channels/channel.ts';
import type { NoticeContent } from '../../alerts/message/content.ts';
import type { Notice } from '../../alerts/message/facts.ts';
import type { DeliveryParts } from '../../alerts/outbox/deliveryOutcome.ts';
import { incidentsFor, incidentThread, notifyOperators } from '../../alerts/outbox/incidents.ts';
import { messageOf } from '../../base/errors.ts';
import { errorMessage } from '../../base/http.ts';
import { minuteMs } from '../../base/time.ts';
import { userAgent } from '../../base/version.ts';
import type { Service } from '../../check/admission/serviceKey.ts';
import { endDueHolds } from '../../check/changeHolds.ts';
import type { CheckParts } from '../../check/checkParts.ts';
import { lookAtService } from '../../check/incidents/noteIncidents.ts';
import { comparingJob } from '../../check/likeness/comparing.ts';
import { firstPicturesJob } from '../../check/likeness/firstPictures.ts';
import { usesSandbox } from '../../config/config.ts';
import type { Job } from '../../schedule/jobs.ts';
import { type ProbeStore, startStoreProbe } from '../../store/condition.ts';
import type { MissingRole, Role } from '../../store/processes.ts';
import { startReadiness } from '../../web/readiness.ts';
import { type ClockTrust, openClockLook } from '../clockQueries.ts';
import type { FollowedWatches } from '../followWatches.ts';
import { maintenanceJobs } from '../maintenance.ts';
import type { Program } from '../program.ts';

export interface DaemonParts {
  readonly program: Program;
  readonly service: Service;
  readonly inForce: FollowedWatches;
  readonly roles: readonly Role[];
  readonly missingRoles: () => readonly MissingRole[];
}

/** Takes a copy of the watches in force, so that they stay the same during a check. */
export function checkPartsNow({ program, service, inForce }: DaemonParts): CheckParts {
  const { client, keepPictures } = service;
  return { ...program, config: inForce.now.config, client, keepPictures };
}

export interface DaemonJob extends Job {
  readonly roles?: readonly Role[]; // Runs in daemons with any of these roles; absent: in all.
  /** Waits until the clocks were compared, and rests while another config is in force. */
  readonly needsTime?: boolean;
  readonly rests?: boolean; // Rests while another config is brought into force.
  /** Also runs after a change elsewhere, such as a corrected clock or an edited watch. */
  readonly isWoken?: boolean;
}

type JobParts = Readonly<{ time: ClockTrust; delivery: DeliveryParts | undefined; wake: () => void }>;

const checking: readonly Role[] = ['check'];
const working: readonly Role[] = ['check', 'deliver'];

/** Checks and deliveries are not among these jobs; they have their own loops. */
export async function jobsOf(parts: DaemonParts, { time, delivery, wake }: JobParts): Promise<DaemonJob[]> {
  const { program, service, inForce } = parts;
  const { store, clock } = program;
  const { fetchPicture, fetchUnkept } = service;
  const config = () => inForce.now.config;
  const ending = new AbortController();
  const maintenance = maintenanceJobs({ ...program, signal: ending.signal, mayDelete: () => time.isProven });
  return [
    ...maintenance.map((job): DaemonJob => ({ ...job, breakOff: () => ending.abort() })),
    { name: 'edited watches', when: 2, rests: true, work: async () => void ((await inForce.follow()) && wake()) },
    ...watchdogJobs(parts),
    {
      name: 'service',
      when: 30,
      roles: working,
      needsTime: true,
      rests: true,
      // With a suspended key, no check runs for hours, and an absent service must still be noticed in time.
      work: () => store.transaction((trx) => lookAtService(trx, checkPartsNow(parts), clock())),
    },
    { name: 'clock', when: 60, roles: working, rests: true, work: openClockLook(program, time, wake) },
    { ...firstPicturesJob({ ...program, fetchPicture }), roles: checking, needsTime: true },
    { ...comparingJob({ ...program, config, fetchPicture, fetchUnkept }), roles: checking, needsTime: true },
    ...(await nudgeJobs(parts)),
    ...(delivery ? [{ name: 'database', when: 30, work: openDatabaseWatch(delivery) }] : []),
    {
      name: 'holds',
      when: 30,
      roles: working,
      needsTime: true,
      isWoken: true,
      // At the end of a hold, deferred changes become alerts and paused watches become due.
      work: async () => void ((await endDueHolds(store, config(), clock())) > 0 && wake()),
    },
    // Releases the work of a killed process at most 5 s after the process is known to be dead.
    { name: 'claims of the dead', when: 5, roles: working, work: () => store.queue.releaseDead() },
  ];
}

/** Nudges only move due times. The loop of checks finds these by itself. */
async function nudgeJobs({ program, service, inForce }: DaemonParts): Promise<DaemonJob[]> {
  const { store, config, clock, log } = program;
  const sources = Object.values(config.nudges);
  if (sources.length === 0) return [];
  const { openFollower } = await import('../../schedule/nudges/followNudges.ts');
  const follow = openFollower({ store, clock, log, config: () => inForce.now.config });
  const jobs: Job[] = [{ name: 'nudges', when: 2, work: follow }];
  if (sources.some(({ type }) => type === 'feeds')) {
    const { feedsJob } = await import('../../schedule/nudges/feed/pollFeeds.ts');
    const template = config.service.baseUrl === 'sandbox' ? `${service.baseUrl}/courts/{court}/rss` : undefined;
    jobs.push(feedsJob({ store, config, template, clock, log, incidents: incidentsFor({ config, log, clock }) }));
  }
  return jobs.map((job) => ({ ...job, roles: checking, needsTime: true }));
}

/** Calls `watchdog.url` after every healthy period, else its `/fail` address. Only a daemon that checks calls it. */
function watchdogJobs({ program, inForce, missingRoles }: DaemonParts): DaemonJob[] {
  const { store, config, clock, log, redact } = program;
  const { watchdog } = config;
  if (watchdog === undefined) return [];
  const stopping = new AbortController();
  const http = openHttpPoster();
  const findReadiness = startReadiness(store, () => inForce.now.config, {
    newerConfig: () => inForce.now.newer,
    missingRoles,
  });
  const work = async () => {
    const { obstacles } = await findReadiness(clock());
    const reasons = obstacles.map(({ kind, reason }) => `${kind}: ${reason}`).join('\n');
    const url = obstacles.length === 0 ? watchdog.url : failAddress(watchdog.url);
    const headers = { 'content-type': 'text/plain; charset=utf-8', 'user-agent': userAgent };
    await http.post(url, headers, redact(reasons), stopping.signal).then(
      ({ status }) => {
        if (status >= 400) log.warn({ status }, 'the watchdog refused the signal that all is well');
      },
      (error: unknown) => {
        if (!stopping.signal.aborted) log.warn({ reason: errorMessage(error) }, 'the watchdog cannot be reached');
      },
    );
  };
  const ends = { breakOff: () => stopping.abort(), close: () => http.close() };
  return [{ name: 'watchdog', when: watchdog.everySeconds, roles: checking, work, ...ends }];
}

/** Turns `https://hc-ping.com/UUID` into `https://hc-ping.com/UUID/fail`, before any query string. */
function failAddress(address: string): string {
  const url = new URL(address);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/fail`;
  return url.href;
}

/** Time for which a locked or restarting database is not reported. */
const patienceMs = 5 * minuteMs;
const sendMs = 60_000;

const incident = { kind: 'database-refuses', subject: 'database' } as const;

/** Notifies operators directly while the database accepts no writes, because the outbox is in the database. */
export function openDatabaseWatch(
  parts: Pick<DeliveryParts, 'store' | 'config' | 'channels' | 'clock' | 'log'>,
  probe: ProbeStore = startStoreProbe(parts.store),
): () => Promise<void> {
  let since: Date | undefined;
  const notified = new Set<string>();
  const end = async (began: Date, now: Date) => {
    const detail = `${hostname()} checks and delivers again. What fell due meanwhile is checked now.`;
    await parts.store.transaction((trx) =>
      notifyOperators(trx, parts.config.operators, { ...incident, detail }, 'ended', {
        now,
        beganAt: began.toISOString(),
      }),
    );
  };
  return async () => {
    const now = parts.clock();
    const why = await probe(now).then(() => undefined, messageOf);
    const isLong = since !== undefined && now.getTime() - since.getTime() >= patienceMs;
    if (why === undefined) {
      // Reset only after the end was stored, so that the next run tries again if this fails.
      if (since !== undefined && isLong) await end(since, now);
      since = undefined;
      notified.clear();
      return;
    }
    since ??= now;
    if (isLong) await notifyDirectly(parts, { since, why, now }, notified);
  };
}

async function notifyDirectly(
  { config, channels, log }: Pick<DeliveryParts, 'config' | 'channels' | 'log'>,
  { since, why, now }: { readonly since: Date; readonly why: string; readonly now: Date },
  notified: Set<string>,
): Promise<void> {
  const at = since.toISOString();
  const detail =
    `Nothing is checked or delivered on ${hostname()}: ${why.replace(/\.?$/, '.')} If the disk is full, make room; ` +
    'Tipstaff continues by itself. What falls due meanwhile is checked then.';
  const { kind, subject } = incident;
  const thread = incidentThread(incident, at);
  const notice: Notice = { incident: kind, subject, phase: 'began', at, detail, thread };
  for (const name of config.operators.filter((one) => !notified.has(one))) {
    const { timezone = 'UTC', locale } = config.channels[name] ?? {};
    const content: NoticeContent = {
      id: 0,
      kind: 'notice',
      channel: name,
      createdAt: now.toISOString(),
      timezone,
      locale,
      sandbox: usesSandbox(config),
      notices: [notice],
    };
    const sent = await channels
      .get(name)
      ?.send(content, AbortSignal.timeout(sendMs))
      .catch((error: unknown) => ({ outcome: 'retry' as const, response: String(error) }));
    if (sent?.outcome === 'sent') notified.add(name);
    else log.warn({ channel: name, response: sent?.response }, 'the operators could not be notified directly');
  }
}
