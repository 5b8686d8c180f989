import { once } from 'node:events';
import { connect } from 'node:tls';
import { expect, it } from 'vitest';
import { certificateReader } from '../../../src/base/http.ts';
import { withCertificate } from '../../../src/cli/doctor/findings.ts';
import { certificate, certificateUntil, openTlsServer } from '../../base/http/tlsServer.ts';

it.each([
  { days: 4, state: 'warning' },
  { days: 59, state: 'ok' },
])('a certificate that is valid for $days more days is $state', async ({ days, state }) => {
  const port = await openTlsServer();
  const read = certificateReader();
  const { checkServerIdentity } = read;
  const socket = connect({ host: '127.0.0.1', servername: 'localhost', port, ca: certificate, checkServerIdentity });
  await once(socket, 'secureConnect');
  socket.destroy();
  expect(read.until()).toEqual(certificateUntil);
  const now = new Date(certificateUntil.getTime() - (days + 0.5) * 86_400_000);
  const finding = withCertificate('service', 'it responds', read.until(), now);
  expect(finding).toMatchObject({ state, detail: `it responds; its certificate holds for ${days} more days` });
});
