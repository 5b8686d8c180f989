import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { startCertificates } from '../../src/daemon/daemon.ts';
import { certificate, certificateUntil, openTlsServer } from '../base/http/tlsServer.ts';
import { load } from '../config/workspace.ts';

it('startCertificates reports by a HEAD request until when the certificate of a called server is valid', async () => {
  const trusted = getCACertificates();
  setDefaultCACertificates([certificate]);
  onTestFinished(() => setDefaultCACertificates(trusted));
  const asked: string[] = [];
  const port = await openTlsServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.end();
  });
  const host = `localhost:${port}`;
  const config = load(`
channels: { team: { type: slack, webhookUrl: "https://${host}/services/T0/B0/secret-path" } }
watches: [{ id: lamp, dockets: { patentNumber: "6834603" }, notify: [team] }]
`);
  const noted = Promise.withResolvers<ReadonlyMap<string, Date>>();
  const stop = startCertificates({ config, log: pino({ level: 'silent' }) }, noted.resolve);
  onTestFinished(stop);
  expect([...(await noted.promise)]).toEqual([[host, certificateUntil]]);
  expect(asked).toEqual(['HEAD /']);
});
