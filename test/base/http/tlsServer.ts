import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Key and self-signed certificate of localhost, valid from 2020 to the end of `certificateUntil`. */
const pem = readFileSync(join(import.meta.dirname, 'localhost.pem'), 'utf8');
export const certificate = pem.slice(pem.indexOf('-----BEGIN CERTIFICATE'));
export const certificateUntil = new Date('2119-12-08T00:00:00Z');

/** Starts an HTTPS server of localhost with this certificate. @returns its port */
export async function openTlsServer(
  respond: RequestListener = (_request, response) => response.end(),
): Promise<number> {
  const server = createServer({ key: pem, cert: certificate }, respond).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}
