import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { deliverDue } from '../../src/outbox/deliver.ts';
import { noteDeath } from '../../src/outbox/deliveryOutcome.ts';
import { emailConfig } from '../channels/emailConfig.ts';
import { type KeptMail, openMailServer } from '../channels/mailServer.ts';
import { openChannel } from '../channels/openChannel.ts';
import { endDeadClaims, onPostgres, setClock } from '../database/database.ts';
import { freshStore } from '../database/freshStore.ts';
import { alertOf, deliveryParts, later, seed } from './outbox.ts';

function startDeliverer(database: string, port: number, seconds = 0): ChildProcess {
  const script = join(import.meta.dirname, 'deliverOnce.ts');
  return spawn(process.execPath, [script, database, String(port), String(seconds)], { stdio: 'inherit' });
}

/** The number of the alert of a mail. */
function alertIn({ parsed }: KeptMail): number {
  return Number(/^<alert-(\d+)\./.exec(parsed.messageId ?? '')?.[1]);
}

it('a process killed between sending and marking repeats that one mail, with the same Message-ID, and loses none', async () => {
  const { store, database } = await freshStore();
  await seed(store);
  const ids = [];
  for (const number of ['1', '2', '3']) ids.push(await alertOf(store, 'counsel', number));
  let child: ChildProcess | undefined;
  const { port, mails } = await openMailServer({}, () => {
    // The server has the second mail; the process dies before it learns so.
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
  const { store, database } = await freshStore();
  await seed(store);
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

// What becomes of an attempt is decided alike on both; with the times of a lease it takes half a minute.
it.skipIf(onPostgres)(
  'an alert at whose delivery the process was killed seven times within the hour is still tried',
  async () => {
    const { store, database } = await freshStore();
    await seed(store);
    const unlucky = await alertOf(store, 'counsel', '1');
    let kills = 0;
    let child: ChildProcess | undefined;
    const { port, mails } = await openMailServer({}, () => {
      const last = mails.at(-1);
      if (last !== undefined && alertIn(last) === unlucky && kills < 7) {
        kills += 1;
        child?.kill('SIGKILL');
      }
      return undefined;
    });
    const parts = deliveryParts(store, [], { configs: [emailConfig(port)] });
    let seconds = 0;
    for (let life = 0; life < 8; life += 1) {
      await setClock(store, later(seconds));
      child = startDeliverer(database, port, seconds);
      await once(child, 'exit');
      // The lease ends, and the next process finds that the one before died.
      const now = later(seconds + 121);
      parts.at = now;
      await endDeadClaims(store, now);
      const claimed = await store.queue.alerts.claimNext('counsel', now);
      if (claimed !== undefined) await noteDeath(parts, claimed);
      const { due_at } = await store.db
        .selectFrom('alerts')
        .select('due_at')
        .where('id', '=', unlucky)
        .executeTakeFirstOrThrow();
      seconds = Math.max(seconds + 121, (Date.parse(due_at) - later(0).getTime()) / 1000);
    }
    const { state, attempts } = await store.db
      .selectFrom('alerts')
      .select(['state', 'attempts'])
      .where('id', '=', unlucky)
      .executeTakeFirstOrThrow();
    expect({ kills, state, attempts }).toEqual({ kills: 7, state: 'sent', attempts: 8 });
  },
  120_000,
);

it('an alert whose delivery ends the process six times is abandoned and reported, and the others go on', async () => {
  const { store, database } = await freshStore();
  await seed(store);
  const [poison, other] = [await alertOf(store, 'counsel', '1'), await alertOf(store, 'counsel', '2')];
  let child: ChildProcess | undefined;
  const { port, mails } = await openMailServer({}, () => {
    const last = mails.at(-1);
    if (last !== undefined && alertIn(last) === poison) child?.kill('SIGKILL');
    return undefined;
  });
  const signals = [];
  for (let hour = 0; hour < 11; hour += 1) {
    await setClock(store, later(hour * 3600));
    child = startDeliverer(database, port, hour * 3600);
    const [, signal] = await once(child, 'exit');
    signals.push(signal);
  }
  // After the second death it waits apart from the others, which go out meanwhile.
  const fourMore = Array.from({ length: 4 }, () => ['SIGKILL', null]).flat();
  expect(signals).toEqual(['SIGKILL', 'SIGKILL', null, ...fourMore]);
  expect(mails.map(alertIn)).toEqual([poison, poison, other, poison, poison, poison, poison]);
  const states = await store.db
    .selectFrom('alerts')
    .select(['id', 'channel', 'state', 'attempts', 'last_answer as last'])
    .orderBy('id')
    .execute();
  expect(states).toEqual([
    {
      id: poison,
      channel: 'counsel',
      state: 'failed',
      attempts: 6,
      last: 'Abandoned after its delivery ended the process 6 times.',
    },
    expect.objectContaining({ id: other, state: 'sent' }),
    expect.objectContaining({ channel: 'ops', state: 'waiting' }),
  ]);
}, 120_000);
