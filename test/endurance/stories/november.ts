import { onTestFinished } from 'vitest';
import type { FaultOrder } from '../../../sandbox/faults/fault.ts';
import type { Sandbox } from '../../../sandbox/sandbox.ts';
import { startSandbox } from '../../../sandbox/startSandbox.ts';
import { deliverDue, keepHeartbeat } from '../../../src/alerts/outbox/deliver.ts';
import { openDelivery } from '../../../src/daemon/program.ts';
import { openEndpoint } from '../../alerts/channels/endpoint.ts';
import { openMailServer, smtpError } from '../../alerts/channels/mailServer.ts';
import { daemonMinutes } from '../../check/daemonMinutes.ts';
import { type Office, openOffice } from '../../check/office.ts';
import { byNight } from '../../runs.ts';
import { pragma } from '../../store/sqliteFile.ts';
import { cases, type Filing, file, filingsOf } from './filings.ts';
import { defaultNotify, watches } from './watches.ts';
import { statusOfCases } from './world.ts';

export const token = 'token-of-the-service';
const signature = `whsec_${Buffer.from('the desk of the four weeks').toString('base64')}`;

/** A message that a user or a program got. */
export interface Got {
  readonly channel: string;
  /** The time of arrival, ISO. */
  readonly at: string;
  readonly subject: string;
  /** All that a reader sees. For a webhook, its JSON. */
  readonly text: string;
}

export interface November {
  readonly office: Office;
  readonly sandbox: Sandbox;
  readonly filings: readonly Filing[];
  readonly got: readonly Got[];
  /** By day and case number, whether each case is open. */
  readonly statuses: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Runs all days to the end of the story. */
  live(): Promise<void>;
}

const hourMs = 3_600_000;
/** Checks that fall due in between are made in time. The steps lead from one odd hour to another. */
const stepMinutes = byNight ? 120 : 240;
const begins = new Date('2026-11-09T11:00:00Z');
/** The nightly run takes four weeks. The day run takes ten days, with all troubles except the stop. */
export const ends = new Date(byNight ? '2026-12-07T23:00:00Z' : '2026-11-19T23:00:00Z');

/** What goes wrong, from when until when (UTC). */
const troubles = {
  busy: ['2026-11-11T11:00:00Z', '2026-11-11T17:00:00Z'],
  noMail: ['2026-11-18T05:00:00Z', '2026-11-19T05:00:00Z'],
  keyRefused: ['2026-11-13T23:00:00Z', '2026-11-16T15:00:00Z'],
  stopped: ['2026-11-23T09:00:00Z', '2026-11-23T17:00:00Z'],
} as const;

const isWithin = (now: Date, [from, to]: readonly [string, string]) => new Date(from) <= now && now < new Date(to);

/** Opens a firm with 26 watches from Nov 9, 2026 on. The mail server and endpoint are real, but not the clock. */
export async function openNovember(seed: string): Promise<November> {
  const office = await openOffice({ watches: [] });
  await pragma(office.store, 'synchronous = off');
  office.now = begins;
  const got: Got[] = [];
  const mail = await openMailServer({
    onConnect: (_session, done) =>
      done(isWithin(office.now, troubles.noMail) ? smtpError(421, 'closed for maintenance') : null),
  });
  const paths: string[] = [];
  const endpoint = await openEndpoint((request, response) => {
    paths.push(request.url ?? '');
    response.end('ok');
  });
  const sandbox = await startSandbox({
    world: { seed, size: 0 },
    clock: () => office.now,
    publicUrl: 'https://pictures.example',
    tokens: [token, 'truth'],
    keepRequests: 1_000_000,
  });
  onTestFinished(() => sandbox.close());
  for (const one of cases) sandbox.put(one);
  await office.configure({
    service: { baseUrl: sandbox.url, token },
    operators: ['ops', 'ops-room'],
    channels: channelsAt(mail.port, endpoint.url),
    defaults: { notify: defaultNotify, schedule: '0 7 * * 1-5', timezone: 'America/New_York' },
    watches,
  });
  const delivery = await openDelivery({ ...office.parts(), redact: (text) => text, close: async () => {} });
  onTestFinished(() => delivery.close());
  const deliver = async () => {
    const [mails, posts] = [mail.mails.length, endpoint.requests.length];
    for (const channel of delivery.parts.channels.values()) await keepHeartbeat(delivery.parts, channel);
    await deliverDue(delivery.parts, new AbortController().signal);
    const at = office.now.toISOString();
    for (const { parsed, recipients } of mail.mails.slice(mails)) {
      const channel = recipients[0]?.split('@')[0] ?? '';
      got.push({ channel, at, subject: parsed.subject ?? '', text: parsed.text ?? '' });
    }
    endpoint.requests.slice(posts).forEach(({ body }, place) => {
      got.push({ channel: paths[posts + place]?.slice(1) ?? '', at, ...readPost(body) });
    });
  };
  const filings = filingsOf(seed, daysBetween(begins, ends));
  const statuses = new Map<string, ReadonlyMap<string, string>>();
  return {
    office,
    sandbox,
    filings,
    got,
    statuses,
    async live() {
      await office.check();
      await deliver();
      while (office.now < ends) {
        await liveStep(office, sandbox, filings, deliver);
        if (office.now.getUTCHours() % 12 === 11) {
          sandbox.setFaults();
          statuses.set(office.now.toISOString(), await statusOfCases(sandbox));
        }
      }
      await office.check();
      await deliver();
    },
  };
}

async function liveStep(office: Office, sandbox: Sandbox, filings: readonly Filing[], deliver: () => Promise<void>) {
  if (isWithin(office.now, troubles.stopped)) {
    office.now = new Date(troubles.stopped[1]);
    return;
  }
  const hour = office.now.getUTCHours();
  // Courts file in the afternoon.
  if (hour === 19) file(sandbox, filings, office.now.toISOString().slice(0, 10));
  sandbox.setFaults(...faultsAt(office.now));
  await daemonMinutes(office, stepMinutes, deliver, stepMinutes);
}

function faultsAt(now: Date): FaultOrder[] {
  if (isWithin(now, troubles.busy)) return [{ name: 'busy' }];
  return isWithin(now, troubles.keyRefused) ? [{ name: 'account' }] : [];
}

function daysBetween(from: Date, to: Date): string[] {
  const count = Math.floor((to.getTime() - from.getTime()) / (24 * hourMs));
  return Array.from({ length: count }, (_, day) =>
    new Date(from.getTime() + day * 24 * hourMs).toISOString().slice(0, 10),
  );
}

function channelsAt(port: number, url: string) {
  const mailbox = (name: string, more = {}) => ({
    [name]: {
      type: 'email',
      smtpUrl: `smtp://127.0.0.1:${port}`,
      from: 'Tipstaff <tipstaff@example.com>',
      to: [`${name}@firm.example`],
      ...more,
    },
  });
  return {
    ...mailbox('counsel', { calendar: true }),
    ...mailbox('paralegal', { digest: '0 10 * * 1-5', heartbeat: true }),
    ...mailbox('outside', { perMatter: true }),
    ...mailbox('brand', { digest: '0 10 * * 5', digestForm: 'sheet', heartbeat: true }),
    ...mailbox('kitchen', { digest: '30 9 * * *', heartbeat: true }),
    ...mailbox('partner'),
    ...mailbox('ops'),
    room: { type: 'slack', webhookUrl: `${url}/room` },
    'ops-room': { type: 'slack', webhookUrl: `${url}/ops-room` },
    desk: { type: 'webhook', url: `${url}/desk`, secret: signature },
  };
}

/** Returns a Slack post as its reader sees it, and a webhook post unchanged. */
function readPost(body: string): Pick<Got, 'subject' | 'text'> {
  const post: unknown = JSON.parse(body);
  const isSlack = typeof post === 'object' && post !== null && 'blocks' in post;
  if (!isSlack) return { subject: '', text: body };
  const text = textsIn(post.blocks).join('\n');
  return { subject: 'text' in post ? String(post.text) : '', text };
}

function textsIn(part: unknown): string[] {
  if (Array.isArray(part)) return part.flatMap(textsIn);
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) =>
    key === 'text' && typeof value === 'string' ? [value] : textsIn(value),
  );
}
