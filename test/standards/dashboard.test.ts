import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { z } from 'zod';
import { openMachine } from '../e2e/machine.ts';
import { eventually } from '../eventually.ts';
import { startDaemon } from '../program.ts';
import { freePort } from './proxy.ts';
import { itWith, promtool } from './tools.ts';

const deploy = join(import.meta.dirname, '../../deploy');

const dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
});
const answer = z.object({
  status: z.literal('success'),
  data: z.object({ result: z.array(z.object({ metric: z.record(z.string(), z.string()) })) }),
});

/** Starts a Prometheus that scrapes this daemon every second, with our alarms. @returns its address */
async function startPrometheus(daemon: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'tipstaff-prometheus-'));
  const config = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: [join(deploy, 'prometheus-rules.yml')],
    scrape_configs: [{ job_name: 'tipstaff', static_configs: [{ targets: [new URL(daemon).host] }] }],
  };
  // JSON is YAML too.
  writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify(config));
  const address = `127.0.0.1:${await freePort()}`;
  const options = [`--config.file=${folder}/prometheus.yml`, `--storage.tsdb.path=${folder}/data`];
  const child = spawn('prometheus', [...options, `--web.listen-address=${address}`], { stdio: 'ignore' });
  onTestFinished(async () => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  return `http://${address}`;
}

async function resultsOf(prometheus: string, query: string): Promise<number> {
  const response = await fetch(`${prometheus}/api/v1/query?${new URLSearchParams({ query })}`);
  return answer.parse(await response.json(), { error: () => query }).data.result.length;
}

itWith(promtool)(
  'a real Prometheus that scrapes a daemon responds to every query of the dashboard, most with figures',
  async () => {
    const machine = await openMachine();
    machine.configure({ database: machine.database, http: { host: '127.0.0.1', port: 0 }, budget: { perDay: 500 } });
    const daemon = await startDaemon(join(machine.folder, 'watches.yaml'), { env: machine.env });
    const prometheus = await startPrometheus(daemon.url);
    const seen = (query: string) => resultsOf(prometheus, query).catch(() => 0);
    for (const query of ['tipstaff_deliveries_total{outcome="sent"} > 0', 'increase(tipstaff_checks_total[1h])'])
      await eventually(async () => expect(await seen(query), query).toBeGreaterThan(0));

    const { panels } = dashboard.parse(JSON.parse(readFileSync(join(deploy, 'grafana.json'), 'utf8')));
    const empty: string[] = [];
    for (const { title, targets } of panels) {
      const results = await Promise.all(targets.map(({ expr }) => resultsOf(prometheus, expr)));
      if (results.every((count) => count === 0)) empty.push(title);
    }
    // No record changed, there is no obstacle, and no server here has a certificate.
    const quiet = [
      'Changes an hour, by kind',
      'Obstacles, suspended tokens, refused configs',
      'Days left of certificates',
    ];
    expect(empty.sort()).toEqual(quiet.sort());
    const alerts = await resultsOf(prometheus, 'ALERTS{alertstate="firing"}');
    expect(alerts).toBe(0);
    await daemon.stop();
  },
);
