import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { loadConfig } from '../../src/config/loadConfig.ts';
import { runStory, weeks } from '../../src/demo/story.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { startMetrics } from '../../src/web/metrics.ts';
import { startWeb } from '../../src/web/startWeb.ts';

export interface DemoWorld {
  readonly url: string;
  readonly store: Store;
}

const weekMs = 7 * 86_400_000;

/** The pages over the world of the demo: cases, designs, news, alerts. The clock stands where the story ended. */
export async function serveDemoWorld(): Promise<DemoWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'tipstaff-pages-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const configFile = join(process.cwd(), 'watches.yaml');
  await runStory({ folder, configFile, say: () => {} });
  const config = loadConfig({
    file: configFile,
    cwd: folder,
    env: {
      TIPSTAFF_BASE_URL: 'sandbox',
      TIPSTAFF_TOKEN: 'sandbox',
      TIPSTAFF_DATABASE: join(folder, 'tipstaff.db'),
    },
  });
  const store = await openStore(config.database);
  const clock = () => new Date(Date.now() + weeks * weekMs);
  const http = { ...config.http, port: 0 };
  const metrics = await startMetrics(store, config, clock);
  const web = await startWeb({ store, config: { ...config, http }, metrics, clock, log: pino({ level: 'silent' }) });
  onTestFinished(async () => {
    await web.close();
    await store.close();
  });
  return { url: web.url, store };
}
