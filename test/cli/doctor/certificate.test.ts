import { once } from 'node:events';
import { connect } from 'node:tls';
import { expect, it } from 'vitest';
import { countFailure } from '../../../src/alerts/outbox/deliveriesTable.ts';
import { certificateReader } from '../../../src/base/http.ts';
import { storedFinding } from '../../../src/cli/doctor/examine.ts';
import { withCertificate } from '../../../src/cli/doctor/findings.ts';
import { seededStore } from '../../alerts/outbox/seededStore.ts';
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

it('a channel that failed and whose certificate soon ends has the advice for both', async () => {
  const { store } = await seededStore();
  const now = new Date(certificateUntil.getTime() - 4.5 * 86_400_000);
  await countFailure(store.db, 'counsel', now);
  const reached = withCertificate('channel counsel', 'it responds', certificateUntil, now);
  expect(await storedFinding(store.db, 'counsel', reached, now)).toMatchObject({
    state: 'warning',
    detail: expect.stringMatching(/^it responds; its certificate .* 4 more days, but it has accepted nothing since /),
    todo: expect.stringMatching(/send-test counsel\. Ask whoever runs that server to renew its certificate\.$/),
  });
});
