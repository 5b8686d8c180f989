import { expect, it } from 'vitest';
import { deliverDue } from '../../../src/alerts/outbox/deliver.ts';
import { onPostgres, openByTestClock } from '../../store/database.ts';
import { alertOf, deliveryParts, later, scriptedChannel } from './outbox.ts';
import { seededStore } from './seededStore.ts';

// On Postgres the same code decides. There a death shows after half a minute only: test/endurance/deliverProcesses.test.ts kills real processes.

/**
 * One process that delivers what is due, until an alert ends it: the alert has left, and the process can store nothing any more.
 * @returns which alerts left, in their order
 */
async function live(database: string, seconds: number, endsIt: (alert: number) => boolean): Promise<number[]> {
  const store = await openByTestClock(database);
  let died = false;
  const counsel = scriptedChannel('counsel', async (id) => {
    if (endsIt(id)) {
      died = true;
      await store.close();
    }
    return { outcome: 'sent', response: 'ok' };
  });
  const parts = deliveryParts(store, [counsel], { operators: ['ops'] });
  Object.assign(parts.config.delivery, { giveUpAfterHours: 8 });
  parts.at = later(seconds);
  await deliverDue(parts, new AbortController().signal).catch((error: unknown) => {
    if (!died) throw error;
  });
  if (!died) await store.close();
  return counsel.given;
}

it.skipIf(onPostgres)(
  'an alert at whose delivery the process was killed seven times within the hour is still tried',
  async () => {
    const { store, database } = await seededStore();
    const unlucky = await alertOf(store, 'counsel');
    const row = () => store.db.selectFrom('alerts').selectAll().where('id', '=', unlucky).executeTakeFirstOrThrow();
    const deaths: number[] = [];
    let seconds = 0;
    for (let life = 0; life < 30 && (await row()).state === 'waiting'; life += 1) {
      const left = await live(database, seconds, () => {
        if (deaths.length < 7) return deaths.push(seconds) > 0;
        return false;
      });
      // The lease ends, and the next process finds that the one before died.
      seconds = left.length > 0 ? seconds + 121 : (Date.parse((await row()).due_at) - later(0).getTime()) / 1000;
    }
    expect(deaths.at(-1)).toBeLessThan(3600);
    expect(await row()).toMatchObject({ state: 'sent', attempts: 8 });
  },
);

it.skipIf(onPostgres)(
  'an alert whose delivery ends the process each time is abandoned after its hours and reported, and the others go on',
  async () => {
    const { store, database } = await seededStore();
    const [poison, other] = [await alertOf(store, 'counsel', '1'), await alertOf(store, 'counsel', '2')];
    const lives: number[][] = [];
    for (let hour = 0; hour < 11; hour += 1) lives.push(await live(database, hour * 3600, (id) => id === poison));
    // After the second death it waits apart from the others, which go out meanwhile.
    const fourMore = Array.from({ length: 4 }, () => [[poison], []]).flat();
    expect(lives).toEqual([[poison], [poison], [other], ...fourMore]);
    const columns = ['id', 'channel', 'state', 'attempts', 'last_response as last'] as const;
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
