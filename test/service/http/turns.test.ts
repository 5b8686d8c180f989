import { setTimeout as after } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openTurns, type SharedPace, type Turn } from '../../../src/service/http/turns.ts';
import { ownPace } from '../ownPace.ts';

const never = new AbortController().signal;

async function turnOf(turn: ReturnType<ReturnType<typeof openTurns>['take']>): Promise<Turn> {
  const taken = await turn;
  if (taken.kind !== 'turn') throw new Error(`no turn: ${taken.kind}`);
  return taken;
}

/** Returns a pace that lets every call start at once, and counts how many calls request a start at the same time. */
function generousPace(): { pace: SharedPace; mostAsking: () => number } {
  let asking = 0;
  let most = 0;
  const pace: SharedPace = {
    concurrency: 2,
    gapMs: 0,
    async start() {
      asking += 1;
      most = Math.max(most, asking);
      await Promise.resolve();
      asking -= 1;
      return { kind: 'given', waitMs: 0, slowed: false };
    },
    startAgain: async () => undefined,
    slowDown: async () => {},
    speedUp: async () => {},
  };
  return { pace, mostAsking: () => most };
}

describe('the queue of calls', () => {
  it('passes over aborted callers, and gives them no turn', async () => {
    const turns = openTurns(await ownPace({ requestsPerSecond: 1_000_000, concurrency: 1 }));
    const first = await turnOf(turns.take(never));
    const controller = new AbortController();
    const gone = turns.take(controller.signal);
    const last = turns.take(never);
    controller.abort(new Error('gone'));
    await expect(gone).rejects.toThrow('gone');
    await expect(turns.take(controller.signal)).rejects.toThrow('gone');
    first.leave();
    (await turnOf(last)).leave();
    (await turnOf(turns.take(never))).leave();
  });

  it('releases an aborted caller at once, and lets the next caller have its turn', async () => {
    const turns = openTurns(await ownPace({ requestsPerSecond: 2, concurrency: 2 }));
    (await turnOf(turns.take(never))).leave();
    const controller = new AbortController();
    const gone = turns.take(controller.signal);
    const last = turns.take(never);
    await after(50);
    controller.abort(new Error('gone'));
    await expect(gone).rejects.toThrow('gone');
    (await turnOf(last)).leave();
  });

  it('gives two thousand callers their turns in order, with one request for a start at a time', async () => {
    const { pace, mostAsking } = generousPace();
    const turns = openTurns(pace);
    const order: number[] = [];
    await Promise.all(
      Array.from({ length: 2000 }, async (_, who) => {
        const turn = await turnOf(turns.take(never));
        order.push(who);
        turn.leave();
      }),
    );
    expect(order).toEqual(Array.from({ length: 2000 }, (_, who) => who));
    expect(mostAsking()).toBe(1);
  });
});
