import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { previewWatch } from '../../src/check/previewFigures.ts';
import { startMetrics } from '../../src/web/metrics.ts';
import { startWeb } from '../../src/web/startWeb.ts';
import { type Office, openOffice } from '../check/office.ts';

type Started = Parameters<typeof startWeb>[0];

/** Serves the pages of an office as the daemon does. @param prepare runs before the server starts */
export async function serveOffice(
  settings = {},
  prepare?: (office: Office) => Promise<void>,
  parts?: Pick<Started, 'fetchPicture'>,
): Promise<{ office: Office; url: string }> {
  const office = await openOffice(settings);
  await prepare?.(office);
  const { config, store, clock } = office.parts();
  const metrics = await startMetrics(store, clock);
  const web = await startWeb({
    store,
    config: { ...config, http: { ...config.http, port: 0 } },
    metrics,
    clock,
    log: pino({ level: 'silent' }),
    preview: (watch, signal, beside) => previewWatch(office.parts(), watch, signal, beside),
    ...parts,
  });
  onTestFinished(() => web.close());
  return { office, url: web.url };
}
