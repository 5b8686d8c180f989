import { once } from 'node:events';
import { expect, it } from 'vitest';
import { openStore } from '../../src/store/openStore.ts';
import { openEndpoint } from '../alerts/channels/endpoint.ts';
import { docketHit, docketWith, entryHit } from '../check/hits.ts';
import { openMachine } from '../e2e/machine.ts';
import { eventually } from '../eventually.ts';
import { spawnDaemon } from '../program.ts';
import { writeFeed } from '../schedule/nudges/feed/writeFeed.ts';

it('a nudge survives kill -9 before its check and during it', async () => {
  const at = new Date();
  const item = { caseId: 7001, number: '1:20-cv-00168', name: 'Widget v. Rival', event: 'Order', document: 2, at };
  const feed = await openEndpoint((_request, response) => response.end(writeFeed('ded', [item])));
  const machine = await openMachine();
  machine.configure({
    database: machine.database,
    http: { host: '127.0.0.1', port: 0 },
    nudges: { feeds: { type: 'feeds', url: `${feed.url}/{court}` } },
    nudgeLimits: { settle: '3s' },
    delivery: { groupSeconds: 0 },
    watches: [{ id: 'case', notify: ['counsel'], dockets: { caseNumber: '1:20-cv-00168' }, schedule: '0 0 1 1 *' }],
  });
  machine.service.dockets = [docketHit()];
  await machine.run(['check']);
  machine.newMails();
  machine.service.dockets = [docketWith([entryHit(1), entryHit(2, { dateFiled: 'Nov 23, 2026' })])];
  const config = `${machine.folder}/watches.yaml`;
  const env = { ...machine.env, LOG_LEVEL: 'info' };
  const store = await openStore(machine.database);
  const states = async () => {
    const rows = await store.db.selectFrom('nudges').select(['state', 'document']).execute();
    return rows.map(({ state, document }) => `${document} ${state}`);
  };
  try {
    const first = spawnDaemon(config, { env });
    await first.running;
    await eventually(async () => expect(await states()).toEqual(['2 asked']));
    first.child.kill('SIGKILL');
    // Kills the second daemon at once, while it makes the check.
    const second = spawnDaemon(config, { env });
    const calls = machine.service.calls.length;
    await eventually(() => expect(machine.service.calls.length).toBeGreaterThan(calls));
    second.child.kill('SIGKILL');
    await once(second.child, 'exit');
    const third = spawnDaemon(config, { env });
    await third.running;
    await eventually(async () => expect(await states()).toEqual(['2 confirmed']));
    await eventually(() =>
      expect(
        machine
          .newMails()
          .map(({ text }) => text)
          .join(),
      ).toContain('court’s feed'),
    );
  } finally {
    await store.close();
  }
});
