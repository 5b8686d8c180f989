import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { syncWatches } from '../../src/schedule/syncWatches.ts';
import { startMetrics } from '../../src/web/metrics.ts';
import { emailConfig } from '../alerts/channels/emailConfig.ts';
import { aWatch } from '../schedule/aWatch.ts';
import { freshStore } from '../store/freshStore.ts';
import { itWith, promtool, run } from './tools.ts';

const deploy = join(import.meta.dirname, '../../deploy');
const rules = join(deploy, 'prometheus-rules.yml');
const itKnows = itWith(promtool);
const now = new Date('2026-05-04T12:00:00.000Z');

async function metricsOfADaemon(): Promise<string> {
  const { store } = await freshStore();
  const config = { channels: { counsel: emailConfig(25) }, budget: { perDay: 2000, perMonth: 40_000 } };
  await syncWatches(store, { watches: [aWatch()], spreadSeconds: 0 }, now);
  const metrics = await startMetrics(store, () => now);
  return metrics.read({ ...config, watches: [aWatch()] }, []);
}

itKnows('promtool finds nothing wrong with the metrics', async () => {
  const metrics = await metricsOfADaemon();
  expect(metrics).toContain('tipstaff_build_info');
  expect(await run('promtool', ['check', 'metrics'], metrics)).toEqual({ code: 0, said: '' });
});

itKnows('promtool accepts the alarms, and each fires when it should and only then', async () => {
  const { code, said } = await run('promtool', ['check', 'rules', rules]);
  expect(code, said).toBe(0);
  const cases = ['prometheus-rules.test.yml', 'prometheus-rules-days.test.yml'];
  const files = cases.map((name) => join(import.meta.dirname, name));
  const tested = await run('promtool', ['test', 'rules', ...files]);
  expect(tested.code, tested.said).toBe(0);
});

it('every alarm has the severity page or ticket', () => {
  const alarms = readFileSync(rules, 'utf8').split('- alert: ').slice(1);
  expect(alarms.length).toBeGreaterThan(5);
  for (const alarm of alarms)
    expect(alarm).toMatch(/^ +labels: \{ severity: (page|ticket|'.*page.*ticket.*'|'.*ticket.*page.*') \}$/m);
});

it('the alarms use only metrics that exist', async () => {
  const metrics = await metricsOfADaemon();
  const named = new Set(readFileSync(rules, 'utf8').match(/\btipstaff_\w+/g));
  expect(named.size).toBeGreaterThan(5);
  for (const name of named) expect(metrics).toContain(`# TYPE ${name.replace(/_bucket$/, '')} `);
});
