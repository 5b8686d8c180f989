import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, vi } from 'vitest';
import type { FetchPicture } from '../../src/channels/pictures.ts';
import { loadConfig } from '../../src/config/loadConfig.ts';
import { openStore } from '../../src/database/openStore.ts';
import type { Store } from '../../src/database/store.ts';
import { openStory, weeks } from '../../src/demo/story.ts';
import { countPending } from '../../src/find/indexPendingQueries.ts';
import { connect } from '../../src/program/service.ts';
import { startSandbox } from '../../src/sandbox/startSandbox.ts';
import { startMetrics } from '../../src/web/metrics.ts';
import { startWeb } from '../../src/web/startWeb.ts';
import { dropDatabase, newDatabase } from '../database/database.ts';

export interface DemoWorld {
  readonly url: string;
  readonly store: Store;
}

const weekMs = 7 * 86_400_000;

/** The pages over the world of the demo: cases, designs, news, alerts. The clock stands where the story ended, and the search has read all of it. */
export async function serveDemoWorld(): Promise<DemoWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'tipstaff-pages-'));
  const database = await newDatabase(folder);
  onTestFinished(async () => {
    await dropDatabase(database);
    rmSync(folder, { recursive: true });
  });
  const configFile = join(process.cwd(), 'watches.yaml');
  await (await openStory({ folder, database, configFile, say: () => {} })).close();
  const config = loadConfig({
    file: configFile,
    cwd: folder,
    env: {
      TIPSTAFF_BASE_URL: 'sandbox',
      TIPSTAFF_TOKEN: 'sandbox',
      TIPSTAFF_DATABASE: database,
    },
  });
  const store = await openStore(config.database);
  const clock = () => new Date(Date.now() + weeks * weekMs);
  const http = { ...config.http, port: 0 };
  const metrics = await startMetrics(store, config, clock);
  const log = pino({ level: 'silent' });
  const sandbox = await startSandbox();
  const paced = { ...config, service: { ...config.service, requestsPerSecond: 100 } };
  const service = connect({ config: paced, store, clock, log }, sandbox.url);
  // The story's sandbox is gone; its pictures are at the new one's address now.
  const fetchPicture: FetchPicture = (url, signal) =>
    service.fetchPicture(new URL(new URL(url).pathname, sandbox.url).href, signal);
  const web = await startWeb({ store, config: { ...config, http }, metrics, clock, log, fetchPicture });
  onTestFinished(async () => {
    await web.close();
    await service.close();
    await sandbox.close();
    await store.close();
  });
  // A search before that says so on its page; what tests ask for is the whole world.
  await vi.waitFor(async () => expect(await countPending(store.db, 1)).toBe(0), { timeout: 60_000, interval: 50 });
  return { url: web.url, store };
}
