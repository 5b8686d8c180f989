import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { deliverDue } from '../../src/alerts/outbox/deliver.ts';
import { emailConfig } from '../alerts/channels/emailConfig.ts';
import { type KeptMail, openMailServer } from '../alerts/channels/mailServer.ts';
import { openChannel } from '../alerts/channels/openChannel.ts';
import { alertOf, deliveryParts, later } from '../alerts/outbox/outbox.ts';
import { seededStore } from '../alerts/outbox/seededStore.ts';
import { endDeadClaims, setClock } from '../store/database.ts';

function startDeliverer(database: string, port: number): ChildProcess {
  const script = join(import.meta.dirname, 'deliverOnce.ts');
  return spawn(process.execPath, [script, database, String(port)], { stdio: 'inherit' });
}

/** Returns the number of a mail's alert. */
function alertIn({ parsed }: KeptMail): number {
  return Number(/^<alert-(\d+)\./.exec(parsed.messageId ?? '')?.[1]);
}

it('a process killed between sending and storing repeats that mail with its Message-ID, and loses none', async () => {
  const { store, database } = await seededStore();
  const ids = [];
  for (const number of ['1', '2', '3']) ids.push(await alertOf(store, 'counsel', number));
  let child: ChildProcess | undefined;
  const { port, mails } = await openMailServer({}, () => {
    // The server has the second mail, and the process dies before it gets the response.
    if (mails.length === 2) child?.kill('SIGKILL');
    return undefined;
  });
  await setClock(store, later(0));
  child = startDeliverer(database, port);
  const [, signal] = await once(child, 'exit');
  expect(signal).toBe('SIGKILL');

  const config = emailConfig(port);
  const channel = await openChannel(config);
  const parts = deliveryParts(store, [channel], { configs: [config] });
  parts.at = later(3600);
  await endDeadClaims(store, parts.at);
  expect(await deliverDue(parts, new AbortController().signal)).toMatchObject({ sent: 2 });

  const [first, second, third] = ids;
  expect(mails.map(alertIn)).toEqual([first, second, second, third]);
  expect(new Set(mails.map((mail) => mail.parsed.messageId)).size).toBe(3);
  const states = await store.db.selectFrom('alerts').select('state').distinct().execute();
  expect(states).toEqual([{ state: 'sent' }]);
});

it('two processes on one database deliver each alert once', async () => {
  const { store, database } = await seededStore();
  const ids: number[] = [];
  for (let number = 1; number <= 30; number += 1) ids.push(await alertOf(store, 'counsel', String(number)));
  const { port, mails } = await openMailServer();
  const exits = [startDeliverer(database, port), startDeliverer(database, port)].map((child) => once(child, 'exit'));
  expect(await Promise.all(exits)).toEqual([
    [0, null],
    [0, null],
  ]);
  expect(mails.map(alertIn).sort((a, b) => a - b)).toEqual(ids);
  const attempts = await store.db.selectFrom('deliveries').select('outcome').execute();
  expect(attempts).toHaveLength(30);
});
