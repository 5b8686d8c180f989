import { expect, it } from 'vitest';
import { onPostgres, openByTestClock } from '../../store/database.ts';
import { accepted, alertOf, alertRow, deliverAt, deliveryParts, later, scriptedChannel } from './outbox.ts';
import { seededStore } from './seededStore.ts';

// On Postgres a death shows only after half a minute: endurance/deliverProcesses.test.ts kills real processes there.

/**
 * Runs a process that delivers what is due, until an alert ends it: the alert was sent, but is not stored as sent.
 * @returns the alerts that were sent, in order
 */
async function live(database: string, seconds: number, endsIt: (alert: number) => boolean): Promise<number[]> {
  const store = await openByTestClock(database);
  let died = false;
  const counsel = scriptedChannel('counsel', async (id) => {
    if (endsIt(id)) {
      died = true;
      await store.close();
    }
    return accepted;
  });
  const parts = deliveryParts(store, [counsel], { operators: ['ops'] });
  Object.assign(parts.config.delivery, { giveUpAfterHours: 8 });
  await deliverAt(parts, seconds).catch((error: unknown) => {
    if (!died) throw error;
  });
  if (!died) await store.close();
  return counsel.given;
}

it.skipIf(onPostgres)('an alert whose delivery was killed seven times within an hour is still tried', async () => {
  const { store, database } = await seededStore();
  const unlucky = await alertOf(store, 'counsel');
  const row = () => alertRow(store, unlucky);
  const deaths: number[] = [];
  let seconds = 0;
  for (let life = 0; life < 30 && (await row()).state === 'waiting'; life += 1) {
    const left = await live(database, seconds, () => {
      if (deaths.length < 7) return deaths.push(seconds) > 0;
      return false;
    });
    // The lease ends, and the next process notices that the last one died.
    seconds = left.length > 0 ? seconds + 121 : (Date.parse((await row()).dueAt) - later(0).getTime()) / 1000;
  }
  expect(deaths.at(-1)).toBeLessThan(3600);
  expect(await row()).toMatchObject({ state: 'sent', attempts: 8 });
});

it.skipIf(onPostgres)(
  'an alert whose delivery always ends the process is abandoned and reported, and the other alerts are sent',
  async () => {
    const { store, database } = await seededStore();
    const [poison, other] = [await alertOf(store, 'counsel', '1'), await alertOf(store, 'counsel', '2')];
    const lives: number[][] = [];
    for (let hour = 0; hour < 11; hour += 1) lives.push(await live(database, hour * 3600, (id) => id === poison));
    // After the second death the alert is tried apart from the others, which are sent in between.
    const fourMore = Array.from({ length: 4 }, () => [[poison], []]).flat();
    expect(lives).toEqual([[poison], [poison], [other], ...fourMore]);
    const columns = ['id', 'channel', 'state', 'attempts', 'lastResponse as last'] as const;
    expect(await store.db.selectFrom('alerts').select(columns).orderBy('id').execute()).toEqual([
      {
        id: poison,
        channel: 'counsel',
        state: 'failed',
        attempts: 6,
        last: 'Abandoned after 6 attempts in 8 hours: The process ended while it delivered this alert.',
      },
      expect.objectContaining({ id: other, state: 'sent' }),
      expect.objectContaining({ channel: 'ops', state: 'waiting' }),
    ]);
  },
);
