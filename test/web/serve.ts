import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import type { ServiceConfig } from '../../src/config/config.ts';
import type { Store } from '../../src/store/store.ts';
import { startMetrics } from '../../src/web/metrics.ts';
import type { WebParts } from '../../src/web/readersApp.ts';
import { startWeb } from '../../src/web/startWeb.ts';
import { aWatch } from '../schedule/aWatch.ts';
import { freshStore } from '../store/freshStore.ts';
import { httpAt } from './httpAt.ts';

export const now = new Date('2026-05-04T12:00:00.000Z');
export const token = 'a-token-nobody-should-see';
export const webhookUrl = 'https://hooks.slack.example/services/T0/B0/hidden';

/** Only the parts of a config that the pages read. */
export const config = {
  service: { baseUrl: 'https://search.example', token, prices: { pacer: 12, wipo: 5, litigation: 2 } } as ServiceConfig,
  budget: { perDay: 100 },
  nudges: {},
  channels: {
    counsel: { type: 'slack', name: 'counsel', webhookUrl, timezone: 'UTC' },
    ops: { type: 'slack', name: 'ops', webhookUrl, timezone: 'UTC' },
  },
  operators: ['ops'],
  http: httpAt({ publicUrl: 'http://tipstaff.localhost' }),
  watches: [aWatch({ name: 'Widget <case>' })],
} as Partial<WebParts['config']> as WebParts['config'];

/** Serves the pages over a fresh store, on a local address. @param prepare stores rows before the server starts */
export async function serve(
  changed: Partial<WebParts['config']> = {},
  prepare?: (store: Store) => Promise<void>,
  log = pino({ level: 'silent' }),
): Promise<{ store: Store; url: string; parts: WebParts }> {
  const { store } = await freshStore();
  await prepare?.(store);
  const metrics = await startMetrics(store, () => now);
  const parts = { store, config: { ...config, ...changed }, metrics, clock: () => now, log };
  const web = await startWeb(parts);
  onTestFinished(() => web.close());
  return { store, url: web.url, parts };
}
