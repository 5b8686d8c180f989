import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startDaemon } from '../daemonProcess.ts';
import { openMachine } from '../e2e/machine.ts';

it('says until when the certificate of a server that it calls holds, by greeting it', async () => {
  const machine = await openMachine();
  const [key, cert] = [join(machine.folder, 'key.pem'), join(machine.folder, 'cert.pem')];
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '9'];
  const named = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  execFileSync('openssl', ['req', '-x509', ...made, ...named, '-keyout', key, '-out', cert], { stdio: 'pipe' });
  const asked: string[] = [];
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const host = `localhost:${(server.address() as AddressInfo).port}`;
  machine.configure({
    database: machine.database,
    http: { host: '127.0.0.1', port: 0 },
    operators: ['team'],
    defaults: { notify: ['team'], announce: false },
    channels: { team: { type: 'slack', webhookUrl: `https://${host}/services/T0/B0/secret-path` } },
  });
  const env = { ...machine.env, NODE_EXTRA_CA_CERTS: cert };
  const daemon = await startDaemon(join(machine.folder, 'watches.yaml'), { env });
  const until = async () => {
    const metrics = await (await fetch(`${daemon.url}/metrics`)).text();
    const name = `tipstaff_certificate_expires_timestamp_seconds{server="${host}"} `;
    return Number(
      metrics
        .split('\n')
        .find((line) => line.startsWith(name))
        ?.slice(name.length),
    );
  };
  const nineDays = Date.now() / 1000 + 9 * 86_400;
  await expect.poll(until, { timeout: 20_000 }).toBeGreaterThan(nineDays - 600);
  expect(await until()).toBeLessThan(nineDays + 600);
  expect(asked.filter((line) => line.startsWith('HEAD'))).toEqual(['HEAD /']);
  await daemon.stop();
});
