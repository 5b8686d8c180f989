import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import type { FeedOptions } from '../../../sandbox/courtFeeds.ts';
import type { Sandbox } from '../../../sandbox/sandbox.ts';
import { startSandbox } from '../../../sandbox/startSandbox.ts';
import { incidentsFor } from '../../../src/alerts/outbox/incidents.ts';
import { feedsJob } from '../../../src/schedule/nudges/feed/pollFeeds.ts';
import { openFollower } from '../../../src/schedule/nudges/followNudges.ts';
import { daemonMinutes } from '../../check/daemonMinutes.ts';
import { type Office, openOffice } from '../../check/office.ts';

/** An office that watches cases of the sandbox's world, whose courts have feeds. */
export interface WatchedWorld {
  readonly office: Office;
  readonly sandbox: Sandbox;
  /** Requests the feeds that are due. */
  poll(): Promise<void>;
  /** Runs the daemon for so many minutes, in steps of so many. */
  minutes(count: number, step?: number): Promise<void>;
}

const log = pino({ level: 'silent' });

export async function openWatchedWorld(
  settings: Readonly<Record<string, unknown>>,
  { feeds = {}, starts = '2026-11-17T11:30:00Z' }: { readonly feeds?: FeedOptions; readonly starts?: string } = {},
): Promise<WatchedWorld> {
  const office = await openOffice({ watches: [] });
  office.now = new Date(starts);
  const sandbox = await startSandbox({ world: { size: 0 }, clock: () => office.now, feeds, tokens: ['secret-token'] });
  onTestFinished(() => sandbox.close());
  await office.configure({
    service: { baseUrl: sandbox.url },
    defaults: { notify: ['counsel'], schedule: '0 11 * * *', timezone: 'UTC' },
    ...settings,
  });
  await office.alertsOfCheck();
  const { store } = office;
  const clock = () => office.now;
  const { config } = office.parts();
  const template = `${sandbox.url}/courts/{court}/rss`;
  const polls = feedsJob({ store, config, template, clock, log, incidents: incidentsFor({ config, log, clock }) });
  onTestFinished(async () => polls.close?.());
  const follow = openFollower({ store, clock, log, config: () => config });
  const isNudged = Object.keys(config.nudges).length > 0;
  const look = async () => {
    if (!isNudged) return;
    await polls.work();
    await follow();
  };
  return {
    office,
    sandbox,
    poll: look,
    minutes: async (count, step = 5) => {
      for (let minute = 0; minute < count; minute += step) {
        await look();
        await daemonMinutes(office, step, async () => {});
        if (isNudged) await follow();
      }
    },
  };
}
