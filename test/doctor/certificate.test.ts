import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, createServer } from 'node:tls';
import { expect, it, onTestFinished } from 'vitest';
import { withCertificate } from '../../src/doctor/finding.ts';
import { certificateReader } from '../../src/http/reach.ts';

/** A TLS server for localhost whose certificate, of an authority of its own, holds for so many days. */
async function openTlsServer(days: number) {
  const folder = mkdtempSync(join(tmpdir(), 'tipstaff-tls-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', String(days)];
  const named = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  execFileSync('openssl', ['req', '-x509', ...made, ...named, '-keyout', keyFile, '-out', certFile], { stdio: 'pipe' });
  const cert = readFileSync(certFile, 'utf8');
  const server = createServer({ key: readFileSync(keyFile), cert }, (socket) => socket.end());
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, ca: cert };
}

it.each([
  { days: 5, state: 'warning' },
  { days: 60, state: 'ok' },
])('a certificate that holds for $days days is $state', async ({ days, state }) => {
  const { port, ca } = await openTlsServer(days);
  const certificate = certificateReader();
  const { checkServerIdentity } = certificate;
  const socket = connect({ host: '127.0.0.1', servername: 'localhost', port, ca, checkServerIdentity });
  await new Promise((resolve, reject) => socket.once('secureConnect', resolve).once('error', reject));
  socket.destroy();
  // In the middle of the first day, however long the handshake took.
  const now = new Date(Date.now() + 43_200_000);
  const finding = withCertificate('service', 'it responds', certificate.until(), now);
  expect(finding).toMatchObject({ state, detail: `it responds; its certificate holds for ${days - 1} more days` });
});
